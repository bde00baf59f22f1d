package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorrectedBoundsTest {

    /// 40-digit arithmetic, L = BetaInv(.05; k/τ, (n − k)/τ + 1).
    @ParameterizedTest
    @CsvSource({
        "970, 1000, 1, 0.959528",
        "970, 1000, 2, 0.954180",
        "970, 1000, 3, 0.949645",
        "970, 1000, 5, 0.941650",
        "9700, 10000, 1, 0.967041",
        "9700, 10000, 19, 0.954667",
        "300, 300, 3, 0.970487",
    })
    void lowerBounds(long good, long total, double designEffect, double lower) {
        assertThat(CorrectedBounds.lower(good, total, designEffect, Confidence.P95))
                .isCloseTo(lower, within(5e-7));
    }

    @Test
    void withoutCorrelationTheyAreThePlainBounds() {
        for (long k = 0; k <= 60; k++) {
            assertThat(CorrectedBounds.lower(k, 60, 1, Confidence.P95))
                    .isEqualTo(BinomialBounds.lower(k, 60, Confidence.P95));
            assertThat(CorrectedBounds.upper(k, 60, 1, Confidence.P95))
                    .isEqualTo(BinomialBounds.upper(k, 60, Confidence.P95));
        }
    }

    @Test
    void moreCorrelationMeansWiderBounds() {
        for (long k = 0; k <= 200; k += 10) {
            for (double tau = 1; tau < 40; tau *= 1.3) {
                assertThat(CorrectedBounds.lower(k, 200, tau * 1.3, Confidence.P95))
                        .isLessThanOrEqualTo(CorrectedBounds.lower(k, 200, tau, Confidence.P95));
                assertThat(CorrectedBounds.upper(k, 200, tau * 1.3, Confidence.P95))
                        .isGreaterThanOrEqualTo(CorrectedBounds.upper(k, 200, tau, Confidence.P95));
            }
        }
    }

    /// The decision without inverting agrees with the bounds, and so do mirror images.
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.7, 19})
    void decisionAndBoundAgree(double tau) {
        BigDecimal target = new BigDecimal("0.9");
        for (long k = 0; k <= 500; k++) {
            double lower = CorrectedBounds.lower(k, 500, tau, Confidence.P95);
            assertThat(CorrectedBounds.lowerReaches(k, 500, tau, target, Confidence.P95))
                    .isEqualTo(lower >= 0.9);
            assertThat(CorrectedBounds.upperMisses(k, 500, tau, target, Confidence.P95))
                    .isEqualTo(CorrectedBounds.upper(k, 500, tau, Confidence.P95) < 0.9);
            assertThat(lower).isCloseTo(1 - CorrectedBounds.upper(500 - k, 500, tau, Confidence.P95), within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.99, 0, -1, Double.NaN})
    void designEffectsBelowOneAreRefused(double tau) {
        assertThatThrownBy(() -> CorrectedBounds.lower(9, 10, tau, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1");
    }
}
