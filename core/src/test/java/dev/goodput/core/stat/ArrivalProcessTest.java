package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Does a schedule hold what it promises? The third schedule is a real fault: ten workers with one seed, each
/// gap ten times.
class ArrivalProcessTest {
    private static final Confidence P99 = Confidence.of("0.99");
    private static final int SECONDS = 60;

    /// Quantiles of χ²/(w − 1).
    @ParameterizedTest
    @CsvSource({"60, 0.589, 1.538", "300, 0.802, 1.223", "600, 0.857, 1.155"})
    void bandOfAPoissonProcess(int windows, double lower, double upper) {
        Interval band = Dispersion.poissonBand(windows, P99);
        assertThat(band.lower()).isCloseTo(lower, within(5.1e-4));
        assertThat(band.upper()).isCloseTo(upper, within(5.1e-4));
    }

    @Test
    void poissonFitsInNearlyEveryRun() {
        int fits = 0;
        for (int seed = 0; seed < 500; seed++) {
            double[] gaps = exponential(1_500, 20, seed);
            fits += Dispersion.of(counts(gaps), P99).isPoisson() ? 1 : 0;
            assertThat(Gaps.of(gaps).variation()).isBetween(0.88, 1.13);
        }
        assertThat(fits).isBetween(485, 500);
    }

    @Test
    void aReplayedScheduleIsFoundOut() {
        double[] once = exponential(120, 2, 1);
        double[] gaps = new double[1_200];
        for (int i = 0; i < once.length; i++) {
            gaps[10 * i] = once[i];
        }
        Dispersion dispersion = Dispersion.of(counts(gaps), P99);
        assertThat(dispersion.index()).isGreaterThan(6);
        assertThat(dispersion.isPoisson()).isFalse();
        assertThat(Gaps.of(gaps).distinct()).isEqualTo(121);
        // The mean rate gives nothing away.
        assertThat(Gaps.of(gaps).mean()).isCloseTo(0.05, within(0.01));
    }

    @Test
    void aMetronomeIsNotPoisson() {
        double[] gaps = new double[1_200];
        Arrays.fill(gaps, 0.05);
        assertThat(Dispersion.of(counts(gaps), P99).isPoisson()).isFalse();
        assertThat(Gaps.of(gaps).variation()).isCloseTo(0, within(1e-9));
        assertThat(Gaps.of(gaps).keepsRate(0.05)).isTrue();
        assertThat(Gaps.of(gaps).keepsRate(0.045)).isFalse();
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> Dispersion.of(new long[] {5}, P99)).hasMessageContaining("two windows");
        assertThatThrownBy(() -> Dispersion.of(new long[3], P99)).hasMessageContaining("some arrivals");
        assertThatThrownBy(() -> Dispersion.poissonBand(1, P99)).hasMessageContaining("two windows");
        assertThatThrownBy(() -> Gaps.of(new double[] {1, -1, 3})).hasMessageContaining("none negative");
        assertThatThrownBy(() -> Gaps.of(new double[] {1})).hasMessageContaining("two or more");
    }

    private static double[] exponential(int n, double rate, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.doubles(n).map(u -> -Math.log1p(-u) / rate).toArray();
    }

    /// Arrivals per second over the first minute.
    private static long[] counts(double[] gaps) {
        long[] counts = new long[SECONDS];
        double time = 0;
        for (double gap : gaps) {
            time += gap;
            if (time < SECONDS) {
                counts[(int) time]++;
            }
        }
        return counts;
    }
}
