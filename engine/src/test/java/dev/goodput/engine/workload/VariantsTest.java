package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.Start;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VariantsTest {
    private static final Workload TALK = Described.workload("""
            name: talk
            arrivals: constant 2/s
            prompt: 50
            answer: 40
            turns: 2
            think: 3s
            """);

    private static List<Start> starts(int count, Workload workload) {
        return Described.first(count, workload, 7).stream()
                .map(WorkloadRequest::start)
                .toList();
    }

    @Test
    void aTimeScaleOfTwoIsTwiceTheRate() {
        Workload fast = Variants.timeScale(TALK, 2);
        assertThat(starts(6, fast))
                .containsExactly(
                        new At(0),
                        new After(0, 3_000_000_000L),
                        new At(250_000_000),
                        new After(2, 3_000_000_000L),
                        new At(500_000_000),
                        new After(4, 3_000_000_000L));
        assertThat(fast.description()).isEqualTo(TALK.description() + "; time scaled by 2");
    }

    @Test
    void atARateArrivalsArePoissonAndTurnsStay() {
        List<Start> starts = starts(20_000, Variants.atRate(TALK, 5));
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            switch (starts.get(i)) {
                case At(long ns) -> times.add(ns);
                case After after -> assertThat(after).isEqualTo(new After(i - 1, 3_000_000_000L));
                case WhenFree _ -> throw new AssertionError("there is a rate");
            }
        }
        assertThat(Variants.atRate(TALK, 0.25).description()).endsWith("; Poisson at 0.25/s");
        assertThat(times).hasSize(10_000).isSorted();
        assertThat(9_999 / (times.getLast() / 1e9)).isCloseTo(5, within(0.25));
        assertThat(starts(20_000, Variants.atRate(Variants.whenFree(TALK), 5))).isEqualTo(starts);
    }

    @Test
    void aClosedLoopHasNoTimes() {
        assertThat(starts(4, Variants.whenFree(TALK)))
                .containsExactly(
                        new WhenFree(), new After(0, 3_000_000_000L), new WhenFree(), new After(2, 3_000_000_000L));
    }

    @Test
    void retimingLeavesTheRequestsThemselvesAlone() {
        List<WorkloadRequest> before = Described.first(500, Workloads.load("mixed"), 3);
        List<WorkloadRequest> after =
                Described.first(500, Variants.timeScale(Variants.atRate(Workloads.load("mixed"), 20), 3), 3);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i).request()).isEqualTo(before.get(i).request());
            assertThat(after.get(i).requestClass()).isEqualTo(before.get(i).requestClass());
        }
    }

    @Test
    void aLimitCutsOff() {
        assertThat(Described.first(100, Variants.limit(TALK, 5), 1)).isEqualTo(Described.first(5, TALK, 1));
        assertThat(Described.first(100, Variants.limit(TALK, 0), 1)).isEmpty();
        assertThat(Variants.limit(TALK, 5).description()).endsWith("; the first 5");
    }

    @Test
    void roundsFollowEachOther() {
        Workload three = Variants.repeat(Variants.limit(TALK, 4), 3);
        List<WorkloadRequest> requests = Described.first(100, three, 1);
        assertThat(requests.stream().map(WorkloadRequest::start))
                .containsExactly(
                        new At(0),
                        new After(0, 3_000_000_000L),
                        new At(500_000_000),
                        new After(2, 3_000_000_000L),
                        new At(1_000_000_000),
                        new After(4, 3_000_000_000L),
                        new At(1_500_000_000),
                        new After(6, 3_000_000_000L),
                        new At(2_000_000_000),
                        new After(8, 3_000_000_000L),
                        new At(2_500_000_000L),
                        new After(10, 3_000_000_000L));
        Set<Long> contents = new HashSet<>();
        requests.forEach(request -> contents.add(request.request().outputContent()));
        assertThat(contents).hasSize(12);
        // A second turn quotes the answer of its own round.
        assertThat(requests.get(9).request().prompt().spans().get(1).content())
                .isEqualTo(requests.get(8).request().outputContent());
        assertThat(Described.first(100, Variants.repeat(Variants.limit(TALK, 0), 3), 1))
                .isEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Variants.timeScale(TALK, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Variants.timeScale(TALK, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Variants.atRate(TALK, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Variants.limit(TALK, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Variants.repeat(TALK, 0));
    }
}
