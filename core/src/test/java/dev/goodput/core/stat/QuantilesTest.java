package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class QuantilesTest {
    private static final double[] TEN_VALUES = {12, 15, 17, 20, 22, 25, 31, 40, 55, 120};

    @ParameterizedTest
    @CsvFileSource(resources = "quantiles-ten-values.csv", numLinesToSkip = 1)
    void tenValues(int perMille, double nearestRank, double linear) {
        assertThat(Quantiles.nearestRank(TEN_VALUES, perMille)).isEqualTo(nearestRank);
        assertThat(Quantiles.linear(TEN_VALUES, perMille)).isCloseTo(linear, within(1e-9));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "quantiles-one-to-n.csv", numLinesToSkip = 1)
    void integersOneToN(int n, int perMille, double nearestRank, double linear) {
        assertThat(Quantiles.nearestRank(oneTo(n), perMille)).isEqualTo(nearestRank);
        assertThat(Quantiles.linear(oneTo(n), perMille)).isCloseTo(linear, within(1e-9));
    }

    /// Where `ceil(n * 0.999)` with 99.9/100 in binary floating point is one rank too high.
    @ParameterizedTest
    @CsvSource({"1000, 999, 999", "2000, 999, 1998", "100000, 999, 99900", "100, 290, 29", "100, 570, 57"})
    void ranksAreExact(int n, int perMille, double nearestRank) {
        assertThat(Quantiles.nearestRank(oneTo(n), perMille)).isEqualTo(nearestRank);
    }

    @Test
    void endsAreTheExtremes() {
        assertThat(Quantiles.linear(TEN_VALUES, 0)).isEqualTo(12);
        assertThat(Quantiles.linear(TEN_VALUES, 1000)).isEqualTo(120);
        assertThat(Quantiles.nearestRank(TEN_VALUES, 0)).isEqualTo(12);
        assertThat(Quantiles.nearestRank(TEN_VALUES, 1000)).isEqualTo(120);
        assertThat(Quantiles.linear(new double[] {7}, 990)).isEqualTo(7);
    }

    @Test
    void nearestRankIsDefinedWithInfiniteValues() {
        double[] withFailures = {1, 2, 3, Double.POSITIVE_INFINITY};
        assertThat(Quantiles.nearestRank(withFailures, 750)).isEqualTo(3);
        assertThat(Quantiles.nearestRank(withFailures, 751)).isInfinite();
    }

    /// For any sample: within its range, rising with the percentile, and nearest rank is the smallest value with at
    /// least that share of the sample at or below it.
    @Test
    void holdForRandomSamples() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double[] sample = random.doubles(1 + random.nextInt(50)).sorted().toArray();
            double before = Double.NEGATIVE_INFINITY;
            for (int perMille = 0; perMille <= 1000; perMille += 7) {
                double linear = Quantiles.linear(sample, perMille);
                assertThat(linear).isBetween(Math.max(before, sample[0]), sample[sample.length - 1]);
                before = linear;
                double nearest = Quantiles.nearestRank(sample, perMille);
                long atMost = Arrays.stream(sample).filter(x -> x <= nearest).count();
                long below = Arrays.stream(sample).filter(x -> x < nearest).count();
                assertThat(atMost * 1000).isGreaterThanOrEqualTo((long) perMille * sample.length);
                assertThat(below * 1000).isLessThan(Math.max(1, (long) perMille * sample.length));
            }
        }
    }

    /// The smallest samples whose largest value bounds the percentile with 95 % confidence.
    @ParameterizedTest
    @CsvSource({"500, 5", "900, 29", "950, 59", "990, 299", "999, 2995"})
    void supportedFrom(int perMille, long n) {
        assertThat(Quantiles.isSupported(n, perMille)).isTrue();
        assertThat(Quantiles.isSupported(n - 1, perMille)).isFalse();
    }

    @Test
    void nothingIsSupportedByNothing() {
        assertThat(Quantiles.isSupported(0, 500)).isFalse();
    }

    @Test
    void refusesWhatHasNoAnswer() {
        assertThatThrownBy(() -> Quantiles.linear(new double[0], 500)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Quantiles.nearestRank(TEN_VALUES, 1001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001");
        assertThatThrownBy(() -> Quantiles.linear(TEN_VALUES, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static double[] oneTo(int n) {
        return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    }
}
