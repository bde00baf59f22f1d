package dev.goodput.engine.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.Start;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
    /// Every step takes 10 ms.
    private static Cluster engine(EngineConfig.Builder config) {
        return new Cluster(ClusterConfig.single(config.build()), _ -> (load, startNs) -> 10_000_000, 1, null);
    }

    private static WorkloadRequest request(long index, int promptTokens, int outputTokens, Start start) {
        return new WorkloadRequest(
                index, EngineRequest.of(Prompt.of(index, promptTokens), outputTokens, -index), null, start);
    }

    private static List<RequestTrace> run(
            Cluster engine, Network network, Limits limits, List<WorkloadRequest> requests) {
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.run(engine, network, requests.iterator(), limits, traces::add);
        traces.sort(Comparator.comparingLong(RequestTrace::index));
        return traces;
    }

    private static EngineTimes engine(RequestTrace trace) {
        return Objects.requireNonNull(trace.engine());
    }

    @Test
    void timeToTheFirstTokenIsTheWayThereQueuePrefillAndTheWayBack() {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.frontEndNs = 3_000_000;
        List<RequestTrace> traces = run(
                engine(config),
                new Network(2_000_000, 5_000_000),
                new Limits(0, 0, 0),
                List.of(request(0, 100, 3, new At(0)), request(1, 100, 1, new At(7_000_000))));
        RequestTrace second = traces.get(1);
        // Sent at 7, there at 9, seen at 12; the step under way ends at 15, its own at 25, and 5 back.
        assertThat(second.chunks().arrivalNs(0)).isEqualTo(30_000_000);
        assertThat(engine(second)).isEqualTo(new EngineTimes(9_000_000, 15_000_000, 25_000_000, 25_000_000, 0));
        assertThat(second.timeline().headNs()).isEqualTo(20_000_000);
        assertThat(traces.get(0).chunks().arrivalNs(2)).isEqualTo(40_000_000);
    }

    @Test
    void usersOfAClosedLoopSendTheirNextRequestWhenTheirAnswerEnds() {
        List<WorkloadRequest> requests = IntStream.range(0, 9)
                .mapToObj(i -> request(i, 10, 2, new WhenFree()))
                .toList();
        List<RequestTrace> traces =
                run(engine(new EngineConfig.Builder()), Network.NONE, new Limits(2, 7, 0), requests);
        assertThat(traces).hasSize(7);
        assertThat(traces.get(1).timeline().startNs()).isEqualTo(500_000);
        for (int i = 2; i < 7; i++) {
            double startNs = traces.get(i).timeline().startNs();
            assertThat(traces.subList(0, i))
                    .anyMatch(before -> before.timeline().endNs() == startNs);
            long inFlight = traces.stream()
                    .filter(other -> other.timeline().startNs() <= startNs
                            && other.timeline().endNs() > startNs)
                    .count();
            assertThat(inFlight).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void aTurnFollowsTheAnswerBeforeItAndItsUserStaysWithIt() {
        List<WorkloadRequest> requests = List.of(
                request(0, 10, 2, new WhenFree()),
                request(1, 10, 1, new After(0, 100_000_000)),
                request(2, 10, 1, new After(1, 100_000_000)),
                request(3, 10, 1, new WhenFree()));
        List<RequestTrace> traces =
                run(engine(new EngineConfig.Builder()), Network.NONE, new Limits(1, 0, 0), requests);
        assertThat(traces)
                .extracting(trace -> trace.timeline().startNs())
                .containsExactly(0.0, 120_000_000.0, 230_000_000.0, 240_000_000.0);
    }

    @Test
    void aTurnIsNeverAskedWhereTheAnswerBeforeItIsMissing() {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxModelLen = 64;
        List<RequestTrace> traces = run(
                engine(config),
                Network.NONE,
                new Limits(0, 0, 0),
                List.of(
                        request(0, 100, 2, new At(0)),
                        request(1, 10, 1, new After(0, 0)),
                        request(2, 9, 1, new At(5))));
        assertThat(traces).extracting(RequestTrace::index).containsExactly(0L, 2L);
        assertThat(traces.getFirst().isCompleted()).isFalse();
    }

    @Test
    void turnsCountAgainstTheLimit() {
        List<WorkloadRequest> requests = new ArrayList<>();
        for (int i = 0; i < 40; i += 2) {
            requests.add(request(i, 10, 1, new At(i * 1_000L)));
            requests.add(request(i + 1, 10, 1, new After(i, 1_000)));
        }
        for (int limit = 1; limit < 40; limit++) {
            assertThat(run(engine(new EngineConfig.Builder()), Network.NONE, new Limits(0, limit, 0), requests))
                    .hasSize(limit);
        }
    }

    @Test
    void nothingStartsAtOrAfterTheDuration() {
        List<WorkloadRequest> requests = IntStream.range(0, 9)
                .mapToObj(i -> request(i, 10, 1, new At(i * 1_000L)))
                .toList();
        assertThat(run(engine(new EngineConfig.Builder()), Network.NONE, new Limits(0, 0, 4_000), requests))
                .hasSize(4);
    }

    @Test
    void requestsWithoutATimeNeedUsers() {
        assertThatThrownBy(() -> run(
                        engine(new EngineConfig.Builder()),
                        Network.NONE,
                        new Limits(0, 0, 0),
                        List.of(request(0, 1, 1, new WhenFree()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give a rate, or a number of users");
    }

    @Test
    void theSameSeedGivesTheSameTracesAndOrderHolds() {
        for (long seed = 1; seed <= 20; seed++) {
            List<RequestTrace> traces = random(seed);
            assertThat(random(seed)).isEqualTo(traces);
            for (RequestTrace trace : traces) {
                EngineTimes times = engine(trace);
                assertThat(times.queueNs()).isNotNegative();
                assertThat(times.prefillNs()).isPositive();
                assertThat(times.decodeNs()).isNotNegative();
                assertThat(Objects.requireNonNull(trace.usage()).completionTokens())
                        .isEqualTo(trace.asked().maxOutputTokens());
                int tokens = IntStream.range(0, trace.chunks().size())
                        .filter(trace.chunks()::isOutput)
                        .map(trace.chunks()::tokens)
                        .sum();
                assertThat(tokens).isEqualTo(trace.asked().maxOutputTokens());
            }
        }
    }

    private static List<RequestTrace> random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxSequences = 8;
        config.maxBatchedTokens = 64;
        config.maxModelLen = 400;
        config.kvBlocks = 60;
        config.prefixCaching = true;
        config.speculation = new EngineConfig.Speculation(3, .7, 100_000);
        Cluster engine = new Cluster(
                new ClusterConfig(
                        config.build(),
                        2,
                        ClusterConfig.Router.PREFIX_AWARE,
                        new ClusterConfig.Disaggregation(2, 1e9, 10_000, 100_000)),
                _ -> (load, startNs) -> 1_000_000 + 10_000 * load.newTokens(),
                seed,
                null);
        List<WorkloadRequest> requests = new ArrayList<>();
        long atNs = 0;
        for (int i = 0; i < 100; i++) {
            atNs += random.nextLong(8_000_000);
            requests.add(request(i, 1 + random.nextInt(300), 1 + random.nextInt(80), new At(atNs)));
        }
        List<RequestTrace> traces = run(engine, Network.roundTrip(1_000_001), new Limits(0, 0, 0), requests);
        assertThat(traces).hasSize(100);
        assertThat(engine.stats().running()
                        + engine.stats().waiting()
                        + engine.stats().kvBlocksUsed())
                .isZero();
        return traces;
    }
}
