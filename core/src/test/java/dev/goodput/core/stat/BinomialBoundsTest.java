package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Golden tables. Beta values and bounds were computed with 40-digit arithmetic from the closed forms
/// L = BetaInv(α; k, n − k + 1) and U = BetaInv(1 − α; k + 1, n − k).
class BinomialBoundsTest {

    /// Pins the library the bounds stand on, out to the far tail and to a million trials.
    @ParameterizedTest
    @CsvFileSource(resources = "regularized-beta.csv", numLinesToSkip = 1)
    void regularizedBeta(double x, double a, double b, double value) {
        assertThat(RegularizedBeta.value(x, a, b)).isCloseTo(value, Percentage.withPercentage(1e-6));
        assertThat(RegularizedBeta.complement(x, a, b)).isCloseTo(1 - value, within(1e-9));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "clopper-pearson.csv", numLinesToSkip = 1)
    void clopperPearson(long good, long total, String confidence, double lower, double upper) {
        assertThat(BinomialBounds.lower(good, total, Confidence.of(confidence))).isCloseTo(lower, within(1e-11));
        assertThat(BinomialBounds.upper(good, total, Confidence.of(confidence))).isCloseTo(upper, within(1e-11));
    }

    /// Every count of misses at every n of the table: PASS up to the first number, FAIL from the second, else neither.
    @ParameterizedTest
    @CsvFileSource(resources = "decisions.csv", numLinesToSkip = 1)
    void decisions(long total, BigDecimal target, String confidence, long mostMissesToPass, long fewestMissesToFail) {
        for (long misses = 0; misses <= total; misses++) {
            String expected = misses <= mostMissesToPass ? "PASS" : misses >= fewestMissesToFail ? "FAIL" : "neither";
            assertThat(decide(total - misses, total, target, confidence))
                    .as("%d misses of %d", misses, total)
                    .isEqualTo(expected);
        }
    }

    /// MLPerf's early-stopping rule is the same test; its table reaches to a million.
    @ParameterizedTest
    @CsvFileSource(resources = "most-misses-allowed.csv", numLinesToSkip = 1)
    void mostMissesAllowed(long total, BigDecimal target, String confidence, long mostMissesToPass) {
        Confidence sure = Confidence.of(confidence);
        if (mostMissesToPass >= 0) {
            assertThat(BinomialBounds.lowerReaches(total - mostMissesToPass, total, target, sure))
                    .isTrue();
        }
        assertThat(BinomialBounds.lowerReaches(total - mostMissesToPass - 1, total, target, sure))
                .isFalse();
    }

    /// Exact ties: reaching the target exactly passes, and touching it from below does not fail.
    @ParameterizedTest
    @CsvSource({
        "2, 2, 0.5, 0.75, PASS",
        "1, 1, 0.1, 0.9, PASS",
        "0, 2, 0.5, 0.75, neither",
        "0, 1, 0.9, 0.9, neither",
        "3, 3, 0.5, 0.875, PASS",
        "2, 2, 0.1, 0.99, PASS",
        "3, 3, 0.1, 0.999, PASS",
        "2, 2, 0.2, 0.96, PASS",
        "2, 2, 0.3, 0.91, PASS",
        "0, 3, 0.5, 0.875, neither",
        "0, 2, 0.9, 0.99, neither",
        "0, 3, 0.9, 0.999, neither",
        "0, 2, 0.8, 0.96, neither",
        "0, 2, 0.7, 0.91, neither",
        "1, 2, 0.5, 0.9, neither",
    })
    void ties(long good, long total, BigDecimal target, String confidence, String expected) {
        assertThat(decide(good, total, target, confidence)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0.0001, neither",
        "10, 10, 0.9999, neither",
        "10, 10, 1, neither",
        "9, 10, 1, FAIL",
        "0, 10, 1, FAIL",
        "1000000, 1000000, 1, neither",
    })
    void edges(long good, long total, BigDecimal target, String expected) {
        assertThat(decide(good, total, target, "0.95")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 10", "11, 10", "0, -1"})
    void impossibleCountsAreRefused(long good, long total) {
        assertThatThrownBy(() -> BinomialBounds.lower(good, total, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(good + " of " + total);
        assertThatThrownBy(() -> BinomialBounds.upper(good, total, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// A million requests: the closed forms for none and all good, and the bounds solve their equations.
    @Test
    void aMillionRequests() {
        long n = 1_000_000;
        double alpha = Confidence.P95.complement();
        assertThat(BinomialBounds.lower(n, n, Confidence.P95)).isCloseTo(Math.pow(alpha, 1.0 / n), within(1e-12));
        assertThat(BinomialBounds.upper(0, n, Confidence.P95)).isCloseTo(1 - Math.pow(alpha, 1.0 / n), within(1e-12));
        for (long k : new long[] {1, 5_000, 500_000, 990_000, 999_999}) {
            double lower = BinomialBounds.lower(k, n, Confidence.P95);
            double upper = BinomialBounds.upper(k, n, Confidence.P95);
            assertThat(RegularizedBeta.value(lower, k, n - k + 1)).isCloseTo(alpha, within(1e-8));
            assertThat(RegularizedBeta.complement(upper, k + 1, n - k)).isCloseTo(alpha, within(1e-8));
            assertThat(lower).isLessThan((double) k / n);
            assertThat(upper).isGreaterThan((double) k / n);
        }
    }

    private static String decide(long good, long total, BigDecimal target, String confidence) {
        boolean pass = BinomialBounds.lowerReaches(good, total, target, Confidence.of(confidence));
        boolean fail = BinomialBounds.upperMisses(good, total, target, Confidence.of(confidence));
        assertThat(pass && fail).as("both at once").isFalse();
        return pass ? "PASS" : fail ? "FAIL" : "neither";
    }
}
