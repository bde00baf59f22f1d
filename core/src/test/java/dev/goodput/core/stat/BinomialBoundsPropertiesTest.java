package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What holds of the bounds for every count, checked exhaustively.
class BinomialBoundsPropertiesTest {
    private static final String[] CONFIDENCES = {"0.8", "0.9", "0.95", "0.99", "0.999"};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 60, 200})
    void boundsEncloseTheShareAndGrowWithIt(long n) {
        for (String level : CONFIDENCES) {
            Confidence confidence = Confidence.of(level);
            double lowerBefore = 0;
            double upperBefore = 0;
            for (long k = 0; k <= n; k++) {
                double lower = BinomialBounds.lower(k, n, confidence);
                double upper = BinomialBounds.upper(k, n, confidence);
                double share = (double) k / n;
                assertThat(lower).as("L(%d, %d)", k, n).isBetween(lowerBefore, share);
                assertThat(upper).as("U(%d, %d)", k, n).isBetween(Math.max(share, upperBefore), 1.0);
                lowerBefore = lower;
                upperBefore = upper;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 60, 200})
    void moreConfidenceMeansWiderBounds(long n) {
        for (long k = 0; k <= n; k++) {
            for (int i = 1; i < CONFIDENCES.length; i++) {
                Confidence less = Confidence.of(CONFIDENCES[i - 1]);
                Confidence more = Confidence.of(CONFIDENCES[i]);
                assertThat(BinomialBounds.lower(k, n, more)).isLessThanOrEqualTo(BinomialBounds.lower(k, n, less));
                assertThat(BinomialBounds.upper(k, n, more)).isGreaterThanOrEqualTo(BinomialBounds.upper(k, n, less));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 60, 200})
    void lowerMirrorsUpper(long n) {
        for (String level : CONFIDENCES) {
            for (long k = 0; k <= n; k++) {
                assertThat(BinomialBounds.lower(k, n, Confidence.of(level)))
                        .isCloseTo(1 - BinomialBounds.upper(n - k, n, Confidence.of(level)), within(1e-12));
            }
        }
    }

    /// The guarantee itself, by exact enumeration: whatever the true share p, the chance that the lower bound lies
    /// above it, or the upper bound below it, is at most 1 − confidence.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 59, 100, 200})
    void coverageIsExact(int n) {
        for (String level : new String[] {"0.9", "0.95", "0.99"}) {
            Confidence confidence = Confidence.of(level);
            double[] lower = new double[n + 1];
            double[] upper = new double[n + 1];
            for (int k = 0; k <= n; k++) {
                lower[k] = BinomialBounds.lower(k, n, confidence);
                upper[k] = BinomialBounds.upper(k, n, confidence);
            }
            for (int i = 1; i < 200; i++) {
                double p = i / 200.0;
                double lowerErrs = 0;
                double upperErrs = 0;
                for (int k = 0; k <= n; k++) {
                    double probability = probability(k, n, p);
                    lowerErrs += lower[k] > p ? probability : 0;
                    upperErrs += upper[k] < p ? probability : 0;
                }
                assertThat(lowerErrs).as("n %d, p %s", n, p).isLessThanOrEqualTo(confidence.complement() + 1e-12);
                assertThat(upperErrs).as("n %d, p %s", n, p).isLessThanOrEqualTo(confidence.complement() + 1e-12);
            }
        }
    }

    /// Chance of a false PASS of a gate whose truth is exactly at the target, by exact enumeration.
    @Test
    void falsePassAtTheBoundaryMatchesTheTable() {
        assertThat(falsePass(60, "0.90")).isCloseTo(0.0138, within(5e-5));
        assertThat(falsePass(100, "0.90")).isCloseTo(0.0237, within(5e-5));
        assertThat(falsePass(200, "0.90")).isCloseTo(0.0320, within(5e-5));
        assertThat(falsePass(200, "0.95")).isCloseTo(0.0264, within(5e-5));
        assertThat(falsePass(300, "0.95")).isCloseTo(0.0341, within(5e-5));
        assertThat(falsePass(500, "0.95")).isCloseTo(0.0343, within(5e-5));
        assertThat(falsePass(1000, "0.99")).isCloseTo(0.0287, within(5e-5));
        assertThat(falsePass(300, "0.99")).isCloseTo(0.0490, within(5e-5));
        assertThat(falsePass(100, "0.99")).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 299, 1_000, 2_000})
    void inversionAndDirectDecisionAgree(long n) {
        for (String target : new String[] {"0.5", "0.9", "0.95", "0.99", "0.999"}) {
            BigDecimal share = new BigDecimal(target);
            for (String level : new String[] {"0.9", "0.95", "0.99"}) {
                Confidence confidence = Confidence.of(level);
                for (long k = 0; k <= n; k++) {
                    assertThat(BinomialBounds.lowerReaches(k, n, share, confidence))
                            .as("PASS of %d of %d, target %s, confidence %s", k, n, target, level)
                            .isEqualTo(BinomialBounds.lower(k, n, confidence) >= share.doubleValue());
                    assertThat(BinomialBounds.upperMisses(k, n, share, confidence))
                            .as("FAIL of %d of %d, target %s, confidence %s", k, n, target, level)
                            .isEqualTo(BinomialBounds.upper(k, n, confidence) < share.doubleValue());
                }
            }
        }
    }

    private static double falsePass(int n, String target) {
        BigDecimal share = new BigDecimal(target);
        double passes = 0;
        for (int k = 0; k <= n; k++) {
            if (BinomialBounds.lowerReaches(k, n, share, Confidence.P95)) {
                passes += probability(k, n, share.doubleValue());
            }
        }
        return passes;
    }

    /// P(Bin(n, p) = k), as a difference of two tails.
    private static double probability(int k, int n, double p) {
        double atLeast = k == 0 ? 1 : RegularizedBeta.value(p, k, n - k + 1);
        double above = k == n ? 0 : RegularizedBeta.value(p, k + 1, n - k);
        return atLeast - above;
    }
}
