package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadRoundsTest {
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 3;
    private static final int REQUESTS = 20;

    private static List<RequestTrace> inOrder(List<RequestTrace> traces) {
        return traces.stream()
                .sorted(Comparator.comparingLong(RequestTrace::index))
                .toList();
    }

    @Test
    void roundsFollowEachOtherAsOneRunAndWarmUpLeavesNoTrace() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(2))) {
            LoadPlan plan = Plans.closedLoop(Plans.target(server.port()), 4, REQUESTS);
            List<RequestTrace> ended = new ArrayList<>();
            LoadOutcome outcome;
            try (LoadRounds load = new LoadRounds(plan, ROUNDS, WARM_UP)) {
                outcome = load.run(ended::add);
            }

            List<RequestTrace> traces = inOrder(ended);
            assertThat(traces)
                    .extracting(RequestTrace::index)
                    .containsExactlyElementsOf(
                            LongStream.range(0, ROUNDS * REQUESTS).boxed().toList());
            assertThat(traces).allSatisfy(trace -> {
                assertThat(trace.asked().round()).isEqualTo((int) trace.index() / REQUESTS);
                assertThat(trace.isCompleted()).isTrue();
                assertThat(trace.chunks().arrivalNs(0))
                        .isBetween(trace.timeline().headNs(), trace.timeline().endNs());
            });
            assertThat(server.bodies()).hasSize(WARM_UP + ROUNDS * REQUESTS).doesNotHaveDuplicates();
            for (int round = 1; round < ROUNDS; round++) {
                double endNs = traces.stream()
                        .limit((long) round * REQUESTS)
                        .mapToDouble(trace -> trace.timeline().endNs())
                        .max()
                        .orElseThrow();
                assertThat(traces.get(round * REQUESTS).timeline().intendedStartNs())
                        .isEqualTo(endNs);
            }
            assertThat(outcome.interrupted()).isFalse();
            assertThat(outcome.scheduledRequests()).isEqualTo(ROUNDS * REQUESTS);
            assertThat((double) outcome.windowNs())
                    .isEqualTo(traces.stream()
                            .mapToDouble(trace -> trace.timeline().endNs())
                            .max()
                            .orElseThrow());
            assertThat(outcome.health().chunks()).isEqualTo(ROUNDS * REQUESTS * 4);
            assertThat(outcome.remarks())
                    .contains(
                            "5 requests of warm-up went before and are not counted; 5 of them completed.",
                            "3 rounds, each from an idle endpoint; the time between them is not counted.");
        }
    }

    @Test
    void oneRoundWithoutWarmUpIsThePlainRun() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            LoadPlan plan = Plans.closedLoop(Plans.target(server.port()), 1, REQUESTS);
            Plans.run(plan);
            List<String> plain = List.copyOf(server.bodies());
            List<RequestTrace> traces = new ArrayList<>();
            try (LoadRounds load = new LoadRounds(plan, 1, 0)) {
                assertThat(load.run(traces::add).remarks()).isEmpty();
            }
            assertThat(server.bodies().subList(REQUESTS, 2 * REQUESTS)).isEqualTo(plain);
            assertThat(traces).allMatch(trace -> trace.asked().round() == 0);
        }
    }

    @Test
    void noRoundBeginsAfterAStop() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            LoadPlan plan = Plans.closedLoop(Plans.target(server.port()), 1, REQUESTS);
            List<RequestTrace> traces = new ArrayList<>();
            try (LoadRounds load = new LoadRounds(plan, ROUNDS, 0)) {
                LoadOutcome outcome = load.run(trace -> {
                    traces.add(trace);
                    if (trace.asked().round() == 1) {
                        load.stop();
                    }
                });
                assertThat(outcome.interrupted()).isTrue();
                assertThat(outcome.scheduledRequests()).isEqualTo(traces.size());
                assertThat(load.progress()).isEqualTo(new Progress(traces.size(), 0, outcome.windowNs()));
            }
            assertThat(traces)
                    .hasSizeBetween(REQUESTS + 1, 2 * REQUESTS)
                    .allMatch(trace -> trace.asked().round() < 2);
        }
    }
}
