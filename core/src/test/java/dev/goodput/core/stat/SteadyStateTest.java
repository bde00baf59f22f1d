package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Warm-up and trend. MSER values were computed independently from the definition.
class SteadyStateTest {

    @Test
    void warmUpOfSixWindows() {
        Mser mser = Mser.of(100, 60, 35, 20, 12, 11, 10, 11, 9, 10, 10, 11, 9, 10, 10, 9, 11, 10, 10, 10);
        assertThat(mser.truncated()).isEqualTo(6);
        assertThat(mser.steady()).isTrue();
        assertThat(mser.mean()).isCloseTo(10, within(1e-12));
    }

    @Test
    void growthThroughoutIsNoSteadyState() {
        Mser mser = Mser.of(DoubleStream.iterate(1, i -> i + 1).limit(20).toArray());
        assertThat(mser.truncated()).isEqualTo(10);
        assertThat(mser.steady()).isFalse();
    }

    @Test
    void groupsOfFive() {
        double[] values = new double[100];
        Arrays.setAll(values, i -> i < 12 ? 200 : i < 20 ? 50 : 10 + i % 3);
        Mser mser = Mser.ofGroups(values, 5);
        assertThat(mser.truncated()).isEqualTo(20);
        assertThat(mser.steady()).isTrue();
        assertThat(mser.mean()).isCloseTo(11, within(1e-12));
        // Three values more fill no group.
        assertThat(Mser.ofGroups(Arrays.copyOf(values, 103), 5)).isEqualTo(mser);
    }

    @Test
    void aConstantSeriesIsSteadyFromTheStart() {
        double[] constant = new double[50];
        Arrays.fill(constant, 0.1);
        assertThat(Mser.of(constant)).isEqualTo(new Mser(0, true, 0.1));
    }

    /// Against the definition Σ (y − ȳ)²/(n − d)², for every truncation.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void truncatesWhereTheDefinitionIsLeast(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = random.doubles(61).toArray();
        for (int i = 0; i < 61; i++) {
            values[i] += 5 * Math.exp(-i / 4.0);
        }
        int best = 0;
        for (int d = 1; d <= 30; d++) {
            best = error(values, d) < error(values, best) ? d : best;
        }
        assertThat(Mser.of(values).truncated()).isEqualTo(best);
    }

    /// By hand: y = 1, 3, 2, 6 over t = 0..3: slope 1.4, residual variance 2.1, standard error √(2.1/5), t₂ =
    /// 2.919986.
    @Test
    void slope() {
        Trend trend = Trend.of(new double[] {0, 1, 2, 3}, new double[] {1, 3, 2, 6}, Confidence.P95);
        assertThat(trend.slope()).isCloseTo(1.4, within(1e-12));
        assertThat(trend.slopeLower()).isCloseTo(1.4 - 2.919986 * Math.sqrt(2.1 / 5), within(1e-6));
        assertThat(trend.mean()).isCloseTo(3, within(1e-12));
        assertThat(trend.span()).isEqualTo(3);
    }

    /// In flight doubles over the run: beyond 20 %. Noise around a level: rarely called growth.
    @Test
    void saturationAndNoise() {
        double[] time = new double[60];
        Arrays.setAll(time, i -> i);
        SplittableRandom random = new SplittableRandom(1);
        int grown = 0;
        for (int i = 0; i < 1_000; i++) {
            double[] flat = random.doubles(60, 8, 12).toArray();
            grown += Trend.of(time, flat, Confidence.P95).growsBeyond(0) ? 1 : 0;
            double[] growing = new double[60];
            Arrays.setAll(growing, j -> flat[j] + j / 6.0);
            assertThat(Trend.of(time, growing, Confidence.P95).growsBeyond(0.2)).isTrue();
        }
        assertThat(grown).isBetween(20, 71);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> Mser.of(1)).hasMessageContaining("one value");
        assertThatThrownBy(() -> Mser.of(1, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Mser.ofGroups(new double[9], 5)).hasMessageContaining("two groups of 5");
        assertThatThrownBy(() -> Trend.of(new double[2], new double[2], Confidence.P95))
                .hasMessageContaining("three values");
        assertThatThrownBy(() -> Trend.of(new double[3], new double[3], Confidence.P95))
                .hasMessageContaining("different times");
    }

    private static double error(double[] values, int d) {
        double mean = Arrays.stream(values).skip(d).average().orElseThrow();
        int left = values.length - d;
        return Arrays.stream(values).skip(d).map(y -> (y - mean) * (y - mean)).sum() / left / left;
    }
}
