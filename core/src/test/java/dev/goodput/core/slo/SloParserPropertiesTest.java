package dev.goodput.core.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SloParserPropertiesTest {

    /// Written and read again, any SLO is what it was.
    @Test
    void roundTrip() {
        for (int seed = 0; seed < 10_000; seed++) {
            Slo slo = RandomSlos.next(new Random(seed));
            assertThat(SloParser.inline(slo.clauseText(), "seed " + seed).withName(slo.name()))
                    .isEqualTo(slo);
        }
    }

    /// Whatever the text, the answer is clauses or an [SloException] of one line that names a column.
    @Test
    void nothingElseEverEscapes() {
        int understood = 0;
        for (int seed = 0; seed < 30_000; seed++) {
            Random random = new Random(seed);
            String text = random.nextInt(4) == 0 ? noise(random) : mutated(random);
            try {
                SloParser.clauses(text, "--slo");
                understood++;
            } catch (SloException e) {
                assertThat(e.getMessage()).matches("--slo, column \\d+: \\P{Cntrl}+");
            } catch (RuntimeException e) {
                fail("seed " + seed + ": " + text, e);
            }
        }
        assertThat(understood).as("mutants that are still right").isBetween(1_000, 15_000);
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
        StringBuilder text = new StringBuilder(RandomSlos.next(random).clauseText());
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end));
                case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
                default ->
                    text.insert(
                            at,
                            RandomSlos.pick(
                                    random,
                                    ",",
                                    " and ",
                                    "when",
                                    "<=",
                                    "ms",
                                    "9999999999",
                                    ".",
                                    "µ",
                                    "≤",
                                    "\n",
                                    "%",
                                    "/s",
                                    "*",
                                    "+",
                                    "(",
                                    ")",
                                    "\"",
                                    "class==a",
                                    "p99("));
            }
            if (text.isEmpty()) {
                return "";
            }
        }
        return text.toString();
    }
}
