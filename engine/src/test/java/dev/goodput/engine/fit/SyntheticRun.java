package dev.goodput.engine.fit;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.EngineConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A run as a client would have recorded it of an engine whose coefficients are known: the modelled
/// engine's own tokens, each stamped a little late.
record SyntheticRun(Run run) {
    /// How late a client stamps, on average: one part in sixty of a step of the captures.
    private static final double STAMP_NS = 100_000;

    /// @param engine how it schedules, its front-end time included
    static SyntheticRun of(EngineConfig engine, StepCost cost, Arrivals arrivals, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        return new SyntheticRun(new Run(
                manifest(),
                served(engine, 1, cost, arrivals, requests, seed).stream()
                        .map(request -> trace(request, random))
                        .toList()));
    }

    /// As a perfect client would see it: prompts of 90 to 1,710 tokens, answers of 7 to 152.
    static List<ServedRequest> served(
            EngineConfig engine, int replicas, StepCost cost, Arrivals arrivals, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ServedRequest> asked = new ArrayList<>();
        double startNs = 0;
        for (int i = 0; i < requests; i++) {
            int prompt = random.nextInt(90, 1_711);
            double[] tokens = new double[random.nextInt(7, 153)];
            asked.add(new ServedRequest(i, startNs, startNs, prompt, 0, tokens));
            startNs += switch (arrivals) {
                case Arrivals.Open _ -> random.nextExponential() * MEAN_GAP_NS;
                case Arrivals.Closed _ -> 100_000;
            };
        }
        Cluster cluster = new Cluster(
                new ClusterConfig(engine, replicas, ClusterConfig.Router.ROUND_ROBIN, null), _ -> cost, seed, null);
        return Replay.of(asked, cluster, arrivals);
    }

    /// Between requests that start at times of their own: about half of what the engine could take.
    private static final double MEAN_GAP_NS = 180e6;

    static RequestTrace trace(ServedRequest request, SplittableRandom random) {
        Chunks.Builder chunks = new Chunks.Builder();
        double[] stamps = Arrays.stream(request.tokenNs())
                .map(stamp -> stamp + random.nextExponential() * STAMP_NS)
                .sorted()
                .toArray();
        for (double stamp : stamps) {
            chunks.add(stamp, ChunkKind.TEXT.bit(), Chunks.TOKENS_UNKNOWN, 5);
        }
        Timeline.Builder timeline = new Timeline.Builder(request.startNs());
        timeline.startNs = request.startNs();
        timeline.endNs = stamps[stamps.length - 1];
        return new RequestTrace(
                request.index(),
                "r" + request.index(),
                new Asked(request.promptTokens(), request.outputTokens(), null),
                timeline.build(),
                chunks.build(),
                Usage.of(request.promptTokens(), request.outputTokens()),
                new Outcome.Completed("length", true));
    }

    static Manifest manifest() {
        return new Manifest(
                Manifest.SCHEMA,
                "test",
                Manifest.Origin.LOAD,
                Manifest.Status.COMPLETE,
                List.of(),
                Instant.EPOCH,
                null,
                null,
                new Manifest.Workload("synthetic", 1),
                new Manifest.Schedule(Manifest.Schedule.UNKNOWN, 0, 0, 1),
                null,
                0,
                0,
                Map.of(),
                null,
                List.of(),
                Coverage.FULL);
    }
}
