package dev.goodput.engine;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// The goodput calculator: request traces drawn from a declared latency profile, without network and without
/// contention.
///
/// Each trace reads as if a perfect client had seen it: sent the moment it was due over a standing connection,
/// the head when the queue ends, the first token when the prefill ends, one token a chunk.
public final class LatencySimulation {
    private LatencySimulation() {}

    /// Traces of `requests` requests with Poisson arrivals at the profile's rate; the first arrives at stamp 0.
    /// The same profile, count and seed give the same traces, and a larger count only adds to them.
    ///
    /// @throws IllegalArgumentException when `requests` is negative
    public static List<RequestTrace> run(LatencyProfile profile, int requests, long seed) {
        if (requests < 0) {
            throw new IllegalArgumentException("cannot simulate " + requests + " requests");
        }
        RandomGenerator arrivals = RandomStream.ARRIVALS.from(seed);
        RequestSampler sampler = new RequestSampler(profile, seed);
        List<RequestTrace> traces = new ArrayList<>(requests);
        double arrivalNs = 0;
        for (int i = 0; i < requests; i++) {
            traces.add(trace(profile, i, Math.round(arrivalNs), sampler.next()));
            arrivalNs += arrivals.nextExponential() * 1e9 / profile.arrivalsPerSecond();
        }
        return traces;
    }

    private static RequestTrace trace(LatencyProfile profile, int index, long arrivalNs, RequestDraw draw) {
        int outputTokens = draw.outputTokens();
        Timeline.Builder timeline = new Timeline.Builder(arrivalNs);
        timeline.startNs = arrivalNs;
        timeline.sendStartNs = arrivalNs;
        timeline.sendEndNs = arrivalNs;
        timeline.headNs = arrivalNs + draw.queueNs();
        timeline.connectionReused = true;
        Chunks.Builder chunks = new Chunks.Builder();
        double tokenNs = timeline.headNs + profile.prefillNs(draw.promptTokens());
        for (int token = 1; token < outputTokens; token++) {
            chunks.add(tokenNs, SimulatedText.kinds(token - 1, token, false), 1, SimulatedText.CHARS_PER_TOKEN);
            tokenNs += draw.gaps().nextNs();
        }
        chunks.add(
                tokenNs, SimulatedText.kinds(outputTokens - 1, outputTokens, true), 1, SimulatedText.CHARS_PER_TOKEN);
        chunks.add(tokenNs, ChunkKind.USAGE);
        chunks.add(tokenNs, ChunkKind.DONE);
        timeline.endNs = tokenNs;
        return new RequestTrace(
                index,
                "simulated-" + index,
                new Asked(draw.promptTokens(), outputTokens, null),
                timeline.build(),
                chunks.build(),
                Usage.of(draw.promptTokens(), outputTokens),
                new Outcome.Completed("length", true));
    }
}
