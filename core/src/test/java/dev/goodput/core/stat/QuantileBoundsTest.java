package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class QuantileBoundsTest {
    private static final Confidence P99 = Confidence.of("0.99");

    /// Exact binomial tails, 40-digit arithmetic; 0 stands for no rank.
    @ParameterizedTest
    @CsvFileSource(resources = "quantile-ranks.csv", numLinesToSkip = 1)
    void ranks(
            int perMille,
            int n,
            int twoSidedLower,
            int twoSidedUpper,
            double coverage,
            int lower95,
            int upper95,
            int lower99,
            int upper99) {
        assertThat(QuantileBounds.lowerRank(n, perMille, Confidence.P95)).isEqualTo(lower95);
        assertThat(QuantileBounds.upperRank(n, perMille, Confidence.P95)).isEqualTo(upper95);
        assertThat(QuantileBounds.lowerRank(n, perMille, P99)).isEqualTo(lower99);
        assertThat(QuantileBounds.upperRank(n, perMille, P99)).isEqualTo(upper99);
        assertThat(QuantileBounds.lowerRank(n, perMille, Confidence.of("0.975")))
                .isEqualTo(twoSidedLower);
        Optional<QuantileBounds.Ranks> ranks = QuantileBounds.twoSided(n, perMille, Confidence.P95);
        if (twoSidedUpper == 0) {
            assertThat(ranks).isEmpty();
        } else {
            assertThat(ranks.orElseThrow().lower()).isEqualTo(twoSidedLower);
            assertThat(ranks.orElseThrow().upper()).isEqualTo(twoSidedUpper);
            assertThat(ranks.orElseThrow().coverage()).isCloseTo(coverage, within(5.1e-5));
        }
    }

    @ParameterizedTest
    @CsvSource({"500, 4, 5, 7", "900, 22, 29, 44", "950, 45, 59, 90", "990, 230, 299, 459", "999, 2302, 2995, 4603"})
    void smallestSample(int perMille, int at90, int at95, int at99) {
        assertThat(QuantileBounds.smallestSample(perMille, Confidence.of("0.9")))
                .isEqualTo(at90);
        assertThat(QuantileBounds.smallestSample(perMille, Confidence.P95)).isEqualTo(at95);
        assertThat(QuantileBounds.smallestSample(perMille, P99)).isEqualTo(at99);
        assertThat(QuantileBounds.upperRank(at95 - 1, perMille, Confidence.P95)).isZero();
        assertThat(QuantileBounds.upperRank(at95, perMille, Confidence.P95)).isEqualTo(at95);
    }

    /// Drawn: over 2,000 samples of exponential values each bound of the P90 errs in at most 5 % (and three
    /// standard errors).
    @Test
    void boundsHoldForASkewedDistribution() {
        SplittableRandom random = new SplittableRandom(1);
        double truth = -Math.log(0.1);
        int upperErrs = 0;
        int lowerErrs = 0;
        for (int i = 0; i < 2_000; i++) {
            double[] sample =
                    random.doubles(100).map(u -> -Math.log1p(-u)).sorted().toArray();
            upperErrs += QuantileBounds.upper(sample, 900, 1, Confidence.P95).orElseThrow() < truth ? 1 : 0;
            lowerErrs += QuantileBounds.lower(sample, 900, 1, Confidence.P95).orElseThrow() > truth ? 1 : 0;
        }
        assertThat(upperErrs).isBetween(20, 130);
        assertThat(lowerErrs).isBetween(20, 130);
    }

    /// 900 requests of design effect 3 bound a P99 as 300 independent ones: by their largest thousandths.
    @Test
    void correlationMovesTheRanksOut() {
        assertThat(QuantileBounds.upperRank(900, 990, 3, Confidence.P95)).isEqualTo(900);
        assertThat(QuantileBounds.upperRank(890, 990, 3, Confidence.P95)).isZero();
        assertThat(QuantileBounds.upperRank(900, 990, 1, Confidence.P95)).isLessThan(900);
        assertThat(QuantileBounds.lowerRank(900, 990, 3, Confidence.P95))
                .isLessThan(QuantileBounds.lowerRank(900, 990, Confidence.P95));
    }

    @Test
    void whatASampleCannotSayIsEmpty() {
        double[] sample = new double[100];
        Arrays.setAll(sample, i -> i);
        assertThat(QuantileBounds.upper(sample, 990, 1, Confidence.P95)).isEmpty();
        assertThat(QuantileBounds.lower(sample, 990, 1, Confidence.P95)).hasValue(96);
        assertThat(QuantileBounds.lower(new double[] {1}, 500, 1, Confidence.P95))
                .isEmpty();
    }

    @Test
    void refusals() {
        for (int perMille : new int[] {0, 1000, -1}) {
            assertThatThrownBy(() -> QuantileBounds.upperRank(10, perMille, P99))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("per mille");
        }
        assertThatThrownBy(() -> QuantileBounds.upperRank(0, 990, P99)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QuantileBounds.upperRank(10, 990, 0.5, P99))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
