package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DistributionTest {

    @Test
    void sortsAndSummarises() {
        Distribution sample = Distribution.of(120, 15, 17, 20, 22, 25, 31, 40, 55, 12);
        assertThat(sample.count()).isEqualTo(10);
        assertThat(sample.min()).isEqualTo(12);
        assertThat(sample.max()).isEqualTo(120);
        assertThat(sample.p50()).isEqualTo(23.5);
        assertThat(sample.p90()).isCloseTo(61.5, within(1e-9));
        assertThat(sample.p99()).isCloseTo(114.15, within(1e-9));
        assertThat(sample.mean()).isCloseTo(35.7, within(1e-9));
        assertThat(sample.value(1)).isEqualTo(15);
        assertThat(sample.toString()).startsWith("n=10 p50=23.5");
    }

    /// Missing is not zero: a value that a request does not have must not pull the others down.
    @Test
    void leavesOutWhatIsNotThere() {
        Distribution sample = Distribution.of(100, Double.NaN, 100);
        assertThat(sample.count()).isEqualTo(2);
        assertThat(sample.mean()).isEqualTo(100);
        assertThat(sample.min()).isEqualTo(100);
    }

    @Test
    void emptyHasNoStatistics() {
        assertThat(Distribution.EMPTY.isEmpty()).isTrue();
        assertThat(Distribution.of(Double.NaN).isEmpty()).isTrue();
        assertThat(Distribution.EMPTY.p50()).isNaN();
        assertThat(Distribution.EMPTY.p99()).isNaN();
        assertThat(Distribution.EMPTY.mean()).isNaN();
        assertThat(Distribution.EMPTY.min()).isNaN();
        assertThat(Distribution.EMPTY.max()).isNaN();
        assertThat(Distribution.EMPTY.countAtMost(1)).isZero();
    }

    @Test
    void doesNotTouchTheCallersArray() {
        double[] values = {3, 1, 2};
        Distribution sample = Distribution.of(values);
        values[0] = 100;
        assertThat(sample.max()).isEqualTo(3);
        assertThat(values).containsExactly(100, 1, 2);
    }

    @Test
    void countsAtMostLikeALinearScan() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            double[] values =
                    random.ints(1 + random.nextInt(40), 0, 10).asDoubleStream().toArray();
            Distribution sample = Distribution.of(values);
            for (double limit = -0.5; limit <= 10; limit += 0.5) {
                double bound = limit;
                assertThat(sample.countAtMost(limit)).isEqualTo((int)
                        Arrays.stream(values).filter(v -> v <= bound).count());
            }
        }
    }
}
