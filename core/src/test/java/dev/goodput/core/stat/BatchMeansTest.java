package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchMeansTest {

    /// Twenty requests in five batches of four: means 1, .5, 1, .75, .5, variance .0625, t₄ = 2.131847.
    @Test
    void fiveBatches() {
        BatchMeans means = BatchMeans.of(new long[] {4, 2, 4, 3, 2}, new long[] {4, 4, 4, 4, 4});
        assertThat(means.share()).isEqualTo(0.75);
        assertThat(means.standardError()).isCloseTo(0.1118033989, within(1e-10));
        assertThat(means.lower(Confidence.P95)).isCloseTo(0.5116522834, within(1e-10));
        assertThat(means.designEffect()).isCloseTo(1.266667, within(1e-6));
        assertThat(means.batchesLookIndependent()).isTrue();
    }

    /// Student's t: one-sided 95 % with 9, 19, 29 degrees of freedom, and two-sided.
    @ParameterizedTest
    @CsvSource({"10, 1.833113, 2.262157", "20, 1.729133, 2.093024", "30, 1.699127, 2.045230"})
    void quantilesOfT(int batches, double oneSided, double twoSided) {
        long[] good = new long[batches];
        long[] arrivals = new long[batches];
        for (int i = 0; i < batches; i++) {
            good[i] = i % 3 + 5L;
            arrivals[i] = 10;
        }
        BatchMeans means = BatchMeans.of(good, arrivals);
        assertThat((means.share() - means.lower(Confidence.P95)) / means.standardError())
                .isCloseTo(oneSided, within(1e-6));
        Interval interval = means.interval(Confidence.P95);
        assertThat((interval.upper() - means.share()) / means.standardError()).isCloseTo(twoSided, within(1e-6));
    }

    /// Batches in which all requests share one fate: the design effect is the batch size.
    @Test
    void wholeBatchesThatFailTogether() {
        long[] good = new long[400];
        long[] arrivals = new long[400];
        for (int i = 0; i < good.length; i++) {
            good[i] = i % 4 == 0 ? 0 : 25;
            arrivals[i] = 25;
        }
        assertThat(BatchMeans.of(good, arrivals).designEffect()).isCloseTo(25, within(0.1));
    }

    /// Unequal batches of a constant share vary as counts, not as shares.
    @Test
    void sizesAloneAreNoVariation() {
        BatchMeans means = BatchMeans.of(new long[] {9, 90, 900}, new long[] {10, 100, 1000});
        assertThat(means.share()).isEqualTo(0.9);
        assertThat(means.standardError()).isCloseTo(0, within(1e-12));
    }

    @Test
    void neighboursAlikeCallForLongerBatches() {
        long[] good = new long[40];
        long[] arrivals = new long[40];
        for (int i = 0; i < good.length; i++) {
            good[i] = i < 20 ? 9 : 5;
            arrivals[i] = 10;
        }
        assertThat(BatchMeans.of(good, arrivals).batchesLookIndependent()).isFalse();
    }

    @Test
    void noVarianceNoNaN() {
        BatchMeans means = BatchMeans.of(new long[] {5, 5}, new long[] {5, 5});
        assertThat(means.designEffect()).isEqualTo(1);
        assertThat(means.lagOne()).isZero();
        assertThat(means.lower(Confidence.P95)).isEqualTo(1);
    }

    @Test
    void oneBatchIsNone() {
        assertThatThrownBy(() -> BatchMeans.of(new long[] {5}, new long[] {5}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two batches");
        assertThatThrownBy(() -> BatchMeans.of(new long[] {0, 1}, new long[] {0, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 of 0");
    }
}
