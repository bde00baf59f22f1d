package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.RandomStream;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.YamlMap;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalsTest {
    private static Arrivals arrivals(String text) {
        return Arrivals.read(new YamlMap.Text(text, "arrivals", "mine.yaml line 2"));
    }

    private static long[] timesNs(String text, long seed, int count) {
        PrimitiveIterator.OfLong all = arrivals(text).timesNs(RandomStream.ARRIVALS.from(seed));
        return LongStream.generate(all::nextLong).limit(count).toArray();
    }

    /// Rate and coefficient of variation of the gaps, over 20 seeds with 20,000 arrivals each: the mean
    /// gap within 5 standard errors, the coefficient within 6%.
    @ParameterizedTest
    @CsvSource({
        "poisson 8/s, 8, 1",
        "poisson 90/min, 1.5, 1",
        "constant 8/s, 8, 0",
        "gamma 8/s cv 0.5, 8, 0.5",
        "gamma 8/s cv 1, 8, 1",
        "gamma 8/s cv 3, 8, 3",
    })
    void hasItsRateAndItsBurstiness(String text, double rate, double cv) {
        int count = 20_000;
        for (long seed = 0; seed < 20; seed++) {
            long[] times = timesNs(text, seed, count);
            assertThat(times[0]).isZero();
            double[] gaps = IntStream.range(1, count)
                    .mapToDouble(i -> (times[i] - times[i - 1]) / 1e9)
                    .toArray();
            double mean = Arrays.stream(gaps).average().orElseThrow();
            double sd = Math.sqrt(Arrays.stream(gaps)
                    .map(gap -> (gap - mean) * (gap - mean))
                    .average()
                    .orElseThrow());
            assertThat(mean * rate).isCloseTo(1, within(5 * cv / Math.sqrt(count) + 1e-6));
            assertThat(sd / mean).isCloseTo(cv, within(0.06 * cv + 1e-6));
        }
    }

    /// So bursty that most gaps are no time at all, as in Azure's code completion.
    @Test
    void gapsOfCv13KeepTheirRateOverSeeds() {
        double seconds = 0;
        long zeroGaps = 0;
        for (long seed = 0; seed < 50; seed++) {
            long[] times = timesNs("gamma 2.6/s cv 13", seed, 20_001);
            seconds += times[20_000] / 1e9;
            zeroGaps += IntStream.range(1, times.length)
                    .filter(i -> times[i] - times[i - 1] < 1_000_000)
                    .count();
        }
        // A million gaps: the standard error of their mean is 1.3%.
        assertThat(50 * 20_000 / seconds).isCloseTo(2.6, within(0.17));
        assertThat(zeroGaps).isGreaterThan(900_000);
    }

    @Test
    void burstsComeInTheirTimeAndKeepTheMeanRate() {
        for (long seed = 0; seed < 20; seed++) {
            long[] times = timesNs("bursts 8/s on 10s off 30s", seed, 32_000);
            assertThat(Arrays.stream(times)
                            .map(ns -> ns % 40_000_000_000L)
                            .max()
                            .orElseThrow())
                    .isLessThanOrEqualTo(10_000_000_000L);
            assertThat(times).isSorted();
            assertThat(32_000 / (times[31_999] / 1e9)).isCloseTo(8, within(0.3));
        }
    }

    @Test
    void constantSpacingDoesNotDrift() {
        assertThat(timesNs("constant 3/s", 1, 3_000_001)[3_000_000])
                .isCloseTo(1_000_000_000_000_000L, within(100_000L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "often                    | is none of poisson 8/s",
                "poisson                  | is none of poisson 8/s",
                "poisson 8                | contains '8', which is no rate; write it like 8/s or 90/min",
                "poisson 0/s              | must have a rate above 0",
                "poisson 8/s cv 2         | is none of",
                "gamma 8/s                | is none of",
                "gamma 8/s cv 0           | must have a cv from 0.01 to 100",
                "gamma 8/s cv high        | contains 'high', which is no number",
                "bursts 8/s               | is none of",
                "bursts 8/s on 0s off 30s | must have bursts longer than 0s",
                "bursts 8/s on 10 off 30s | contains '10', which is no time",
            })
    void whatIsNoArrivalIsToldInOneLine(String text, String problem) {
        assertThatThrownBy(() -> arrivals(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml line 2: arrivals '" + text + "' ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
