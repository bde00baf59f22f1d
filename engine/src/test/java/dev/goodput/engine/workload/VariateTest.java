package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.YamlMap;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariateTest {
    private static final int DRAWS = 20_000;

    private static Variate tokens(String text) {
        return VariateText.tokens(new YamlMap.Text(text, "prompt", "mine.yaml line 3"));
    }

    private static Variate time(String text) {
        return VariateText.time(new YamlMap.Text(text, "think", "mine.yaml line 7"));
    }

    /// Means and standard deviations of the distributions as textbooks have them; over 20 seeds with
    /// 20,000 draws each a mean lies within 5 standard errors, a standard deviation within 8%.
    @ParameterizedTest
    @CsvSource({
        "800, 800, 0",
        "800 ± 100, 800, 100",
        "800+-100, 800, 100",
        "50..300, 175, 72.457",
        "exponential 500, 500, 500",
        "lognormal 800 ± 400, 800, 400",
        "p50 100 p99 1000, 163.19, 210.46",
        "'25% 100, 75% 200..400', 250, 99.60",
    })
    void hasItsMoments(String text, double mean, double sd) {
        Variate variate = tokens(text);
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] draws = new double[DRAWS];
            Arrays.setAll(draws, _ -> variate.tokens(random.nextDouble()));
            double drawnMean = Arrays.stream(draws).average().orElseThrow();
            double drawnSd = Math.sqrt(Arrays.stream(draws)
                    .map(draw -> (draw - drawnMean) * (draw - drawnMean))
                    .average()
                    .orElseThrow());
            assertThat(drawnMean).isCloseTo(mean, within(5 * sd / Math.sqrt(DRAWS) + 0.02));
            assertThat(drawnSd).isCloseTo(sd, within(0.08 * sd));
        }
    }

    @Test
    void theLognormalGoesThroughItsQuantiles() {
        Variate variate = tokens("p50 1020 p99 4142");
        assertThat(variate.tokens(0.5)).isEqualTo(1020);
        assertThat(variate.tokens(0.99)).isEqualTo(4142);
    }

    @Test
    void bothEndsOfARangeAreAsLikelyAsTheMiddle() {
        SplittableRandom random = new SplittableRandom(5);
        int[] counts = new int[7];
        Variate variate = tokens("3..6");
        for (int i = 0; i < 40_000; i++) {
            counts[variate.tokens(random.nextDouble())]++;
        }
        assertThat(counts[3] + counts[4] + counts[5] + counts[6]).isEqualTo(40_000);
        assertThat(Arrays.stream(counts, 3, 7).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(9_500, 10_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 ± 10", "p50 2 p99 900", "exponential 1", "lognormal 2 ± 30", "1..2", "50% 1, 50% 2 ± 9"})
    void aLengthIsAtLeastOneAtEveryRank(String text) {
        Variate variate = tokens(text);
        int last = 0;
        for (int i = 0; i < 1_000; i++) {
            int length = variate.tokens(i / 1_000.0);
            assertThat(length).isGreaterThanOrEqualTo(1).isGreaterThanOrEqualTo(last);
            last = length;
        }
        assertThat(variate.tokens(Math.nextDown(1.0))).isLessThanOrEqualTo(Variate.MAX_TOKENS);
    }

    @Test
    void maxCutsOff() {
        Variate variate = tokens("p50 100 p99 1000 max 300");
        assertThat(variate.tokens(0.5)).isEqualTo(100);
        assertThat(variate.tokens(0.99)).isEqualTo(300);
    }

    @Test
    void timesHaveUnits() {
        assertThat(time("5s").nanos(0.3)).isEqualTo(5_000_000_000L);
        assertThat(time("200ms..600ms").nanos(0.5)).isEqualTo(400_000_000L);
        assertThat(time("exponential 2min").nanos(0.5)).isCloseTo(83_177_661_667L, within(1_000L));
        assertThat(time("1s ± 10s").nanos(0.001)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "many          | is none of the forms X, X ± SD",
                "800 +         | is none of the forms",
                "p50 800       | is none of the forms",
                "800..50       | runs downwards",
                "p50 800 p99 8 | must have a p99 above its p50",
                "0             | must be above 0",
                "-5            | is none of the forms",
                "20000000      | is more than 10000000 tokens",
                "5s            | is no number; tokens and turns have no unit",
                "20% 5, 70% 8  | the shares add up to 90%, not 100%",
                "20% 5 80% 8   | which is none of the forms",
                "0% 5, 100% 8  | must have shares above 0%",
            })
    void whatIsNoLengthIsToldInOneLine(String text, String problem) {
        assertThatThrownBy(() -> tokens(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml line 3: prompt '" + text + "' ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5       | is no time",
                "5 s     | X is like 5s",
                "5h      | has an unknown unit",
                "2000min | at most 1440min",
            })
    void whatIsNoTimeIsToldInOneLine(String text, String problem) {
        assertThatThrownBy(() -> time(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml line 7: think '" + text + "' ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
