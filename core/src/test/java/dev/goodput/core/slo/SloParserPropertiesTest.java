package dev.goodput.core.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.goodput.core.stat.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SloParserPropertiesTest {

    /// Written and read again, any SLO is what it was.
    @Test
    void roundTrip() {
        for (int seed = 0; seed < 10_000; seed++) {
            Slo slo = randomSlo(new Random(seed));
            assertThat(SloParser.constraints(slo.constraintText(), "seed " + seed))
                    .isEqualTo(slo.constraints());
        }
    }

    /// Whatever the text, the answer is constraints or an [SloException] of one line that names a column.
    @Test
    void nothingElseEverEscapes() {
        int understood = 0;
        for (int seed = 0; seed < 100_000; seed++) {
            Random random = new Random(seed);
            String text = random.nextInt(4) == 0 ? noise(random) : mutated(random);
            try {
                assertThat(SloParser.constraints(text, "--slo")).isNotEmpty();
                understood++;
            } catch (SloException e) {
                assertThat(e.getMessage()).matches("--slo, column \\d+: \\P{Cntrl}+");
            } catch (RuntimeException e) {
                fail("seed " + seed + ": " + text, e);
            }
        }
        assertThat(understood).as("mutants that are still right").isBetween(1_000, 60_000);
    }

    private static Slo randomSlo(Random random) {
        List<Constraint> constraints = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            Condition condition = random.nextBoolean()
                    ? null
                    : new Condition(
                            pick(random, Condition.Size.values()),
                            pick(random, Condition.Comparison.values()),
                            random.nextInt(1_000_000_000));
            // Across all magnitudes, and now and then a round number.
            long limitNs = 1 + (random.nextLong() >>> (2 + random.nextInt(60)));
            long scale = pick(random, 1L, 1_000L, 1_000_000L, 1_000_000_000L);
            long limit = random.nextBoolean() || limitNs < scale ? limitNs : limitNs / scale * scale;
            constraints.add(new Constraint(pick(random, Metric.values()), limit, condition));
        }
        return new Slo("random", constraints, Slo.DEFAULT_TARGET, Confidence.P95);
    }

    private static String noise(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < random.nextInt(40); i++) {
            text.append((char) (random.nextInt(5) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
        }
        return text.toString();
    }

    /// A right text with a few pieces cut, doubled, swapped or replaced.
    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(randomSlo(random).constraintText());
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end));
                case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
                default ->
                    text.insert(at, pick(random, ",", " and ", "when", "<=", "ms", "9999999999", ".", "µ", "≤", "\n"));
            }
            if (text.isEmpty()) {
                return "";
            }
        }
        return text.toString();
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }
}
