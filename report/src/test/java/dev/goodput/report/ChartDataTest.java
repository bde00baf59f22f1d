package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.stat.Distribution;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartDataTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 99, 100, 600, 601, 1_000, 123_457, 1_000_000, 150_000_000})
    void ranksAreAFewAscendingAndHoldTheWholeTail(int n) {
        List<Integer> ranks = CdfData.ranks(n);
        assertThat(ranks).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(720);
        if (n > 0) {
            assertThat(ranks).contains(0, n - 1).allMatch(rank -> rank >= 0 && rank < n);
            assertThat(ranks)
                    .containsAll(
                            IntStream.range(Math.max(0, n - 100), n).boxed().toList());
        }
    }

    /// Reading a percentile off the thinned curve is never off by more than half a per cent of the ranks above it.
    @Test
    void thinningKeepsQuantiles() {
        SplittableRandom random = new SplittableRandom(5);
        int n = 200_000;
        Distribution values = Distribution.of(random.doubles(n).map(u -> -Math.log(u) * 1e8));
        List<Integer> ranks = CdfData.ranks(n);
        for (int perMille : new int[] {10, 100, 500, 900, 990, 999}) {
            int wanted = (int) ((long) (n - 1) * perMille / 1000);
            int nearest = ranks.stream()
                    .mapToInt(rank -> Math.abs(rank - wanted))
                    .min()
                    .orElseThrow();
            assertThat((double) nearest).isLessThanOrEqualTo(Math.max(1, 0.06 * (n - wanted)));
            assertThat(nearest).isLessThanOrEqualTo(n / 500);
        }
        assertThat(values.count()).isEqualTo(n);
    }

    @Test
    void inFlightNeverExceedsTheLoopAndEndsAtZero() {
        InFlightData data = InFlightData.of(SampleRuns.healthy(500));
        assertThat(data.peak()).isEqualTo(16);
        assertThat(data.inFlight()).allMatch(count -> count >= 0 && count <= 16);
        assertThat(data.inFlight().getLast()).isZero();
        assertThat(data.t()).isSorted();
        InFlightData thinned = InFlightData.of(SampleRuns.healthy(3_000));
        assertThat(thinned.t()).hasSizeLessThanOrEqualTo(1_501).isSorted();
        assertThat(thinned.peak()).isEqualTo(16);
    }

    @Test
    void everyBadRequestIsDrawnWhileThereAreFew() {
        ReportInput input = SampleRuns.judged(SampleRuns.degraded(3_000), SampleRuns.TARGET);
        TimelineData data = TimelineData.of(input);
        long missed = input.results().getFirst().goodput().missed();
        assertThat(data.kind().stream().filter(kind -> kind == 1).count()).isEqualTo(missed);
        assertThat(data.kind().stream().filter(kind -> kind == 0).count()).isEqualTo(2_000);
        assertThat(data.total()).isEqualTo(3_000);
        assertThat(data.t()).isSorted();
    }
}
