package dev.goodput.load.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LagHistogramTest {
    @Test
    void quantilesAreExactToASixteenthAndNeverTooLow() {
        SplittableRandom random = new SplittableRandom(5);
        LagHistogram histogram = new LagHistogram();
        long[] values = new long[10_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextLong(1L << random.nextInt(1, 40));
            histogram.add(values[i]);
        }
        Arrays.sort(values);
        for (double q : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(q * values.length) - 1];
            assertThat(histogram.quantileNs(q)).isBetween(exact, exact + exact / 16);
        }
        assertThat(histogram.maxNs()).isEqualTo(values[values.length - 1]);
    }

    @Test
    void holdsWhatOthersHeld() {
        LagHistogram one = new LagHistogram();
        LagHistogram two = new LagHistogram();
        one.add(10);
        two.add(-5);
        two.add(Long.MAX_VALUE);
        one.addAll(two);
        assertThat(one.quantileNs(0.3)).isZero();
        assertThat(one.quantileNs(0.6)).isEqualTo(10);
        assertThat(one.quantileNs(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(new LagHistogram().quantileNs(0.99)).isZero();
    }
}
