package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FurtherRequestsTest {
    private static final long LIMIT = 1_000_000;

    /// Whole tables for small n: exactly what trying one more request after another finds.
    @ParameterizedTest
    @CsvSource({"1, 0", "10, 0", "25, 0", "60, 0", "10, 3", "40, 5"})
    void smallSamplesAgreeWithBruteForce(long n, long unresolved) {
        for (String target : new String[] {"0.5", "0.9", "0.99"}) {
            BigDecimal share = new BigDecimal(target);
            for (long k = 0; k <= n - unresolved; k++) {
                assertThat(BinomialBounds.furtherRequestsToDecide(k, n, unresolved, share, Confidence.P95, 400))
                        .as("%d of %d good, %d open, target %s", k, n, unresolved, target)
                        .isEqualTo(bruteForce(k, n, unresolved, share, 400));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 940, 0, 0.95",
        "1000, 961, 0, 0.95",
        "1000, 955, 0, 0.95",
        "500, 498, 0, 0.99",
        "2000, 1996, 0, 0.999",
        "300, 270, 10, 0.95",
        "100, 48, 4, 0.55"
    })
    void largeSamplesAgreeWithBruteForce(long n, long k, long unresolved, BigDecimal target) {
        assertThat(BinomialBounds.furtherRequestsToDecide(k, n, unresolved, target, Confidence.P95, LIMIT))
                .isEqualTo(bruteForce(k, n, unresolved, target, 40_000))
                .isPositive();
    }

    /// Far out, with thousands of misses, only every so many are looked at: near is good enough for a plan.
    @Test
    void farOutTheAnswerIsNear() {
        BigDecimal target = new BigDecimal("0.9");
        long answer = BinomialBounds.furtherRequestsToDecide(9_030, 10_000, target, Confidence.P95, LIMIT);
        long exact = bruteForce(9_030, 10_000, 0, target, LIMIT);
        assertThat(answer).isBetween(exact, exact + exact / 200);
    }

    @Test
    void nothingMoreIsNeededWhereItIsDecided() {
        assertThat(BinomialBounds.furtherRequestsToDecide(299, 299, new BigDecimal("0.99"), Confidence.P95, LIMIT))
                .isZero();
        assertThat(BinomialBounds.furtherRequestsToDecide(10, 100, new BigDecimal("0.99"), Confidence.P95, LIMIT))
                .isZero();
    }

    /// All good: the classic minimum sample sizes.
    @ParameterizedTest
    @CsvSource({"0.90, 29", "0.95, 59", "0.99, 299"})
    void allGoodNeedsTheMinimumSample(BigDecimal target, long minimum) {
        assertThat(BinomialBounds.furtherRequestsToDecide(20, 20, target, Confidence.P95, LIMIT))
                .isEqualTo(minimum - 20);
    }

    @Test
    void outOfSightWhereTheShareIsTheTarget() {
        assertThat(BinomialBounds.furtherRequestsToDecide(990, 1000, new BigDecimal("0.99"), Confidence.P95, LIMIT))
                .isEqualTo(-1);
        assertThat(BinomialBounds.furtherRequestsToDecide(10, 10, BigDecimal.ONE, Confidence.P95, LIMIT))
                .isEqualTo(-1);
    }

    /// 100 good and 50 whose fate is open: counting the open ones as misses would call 90 % missed at once.
    @Test
    void openFatesAreNotMisses() {
        BigDecimal target = new BigDecimal("0.9");
        assertThat(BinomialBounds.furtherRequestsToDecide(100, 150, 50, target, Confidence.P95, LIMIT))
                .isEqualTo(bruteForce(100, 150, 50, target, 10_000))
                .isGreaterThan(300);
    }

    @Test
    void refusesARunWithoutAnyResolvedRequest() {
        assertThatThrownBy(
                        () -> BinomialBounds.furtherRequestsToDecide(0, 10, 10, BigDecimal.ONE, Confidence.P95, LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long bruteForce(long k, long n, long unresolved, BigDecimal target, long limit) {
        long misses = n - unresolved - k;
        for (long further = 0; n + further <= limit; further++) {
            long good = k + further - Math.round((double) further * misses / (n - unresolved));
            if (BinomialBounds.lower(good, n + further, Confidence.P95) >= target.doubleValue()
                    || BinomialBounds.upper(good + unresolved, n + further, Confidence.P95) < target.doubleValue()) {
                return further;
            }
        }
        return -1;
    }
}
