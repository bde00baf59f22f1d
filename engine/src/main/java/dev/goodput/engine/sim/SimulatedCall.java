package dev.goodput.engine.sim;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import dev.goodput.engine.SimulatedText;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.workload.WorkloadRequest;
import org.jspecify.annotations.Nullable;

/// One request as a perfect client sees it: sent the moment it is due over a standing connection, the
/// head when the queue ends, a chunk for what each step gives.
final class SimulatedCall implements RequestListener {
    /// Hears that a call is over.
    interface Ended {
        /// @param endNs when the client knows
        void ended(SimulatedCall call, RequestTrace trace, long endNs);
    }

    private final WorkloadRequest asked;
    private final Network network;
    private final Ended ended;
    private final long startNs;
    private final Chunks.Builder chunks = new Chunks.Builder();
    private double admittedNs = Stamp.UNKNOWN;
    private double firstTokenNs = Stamp.UNKNOWN;
    private int cachedTokens;
    private int preemptions;
    private int produced;

    SimulatedCall(WorkloadRequest asked, long startNs, Network network, Ended ended) {
        this.asked = asked;
        this.startNs = startNs;
        this.network = network;
        this.ended = ended;
    }

    WorkloadRequest asked() {
        return asked;
    }

    @Override
    public void admitted(long atNs, int cached) {
        admittedNs = atNs;
        cachedTokens = cached;
    }

    @Override
    public void preempted(long atNs) {
        preemptions++;
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        if (produced == 0) {
            firstTokenNs = atNs;
        }
        long seenNs = atNs + network.toClientNs();
        int kinds = SimulatedText.kinds(produced, produced + count, last);
        chunks.add(seenNs, kinds, count, SimulatedText.CHARS_PER_TOKEN * count);
        produced += count;
        if (last) {
            chunks.add(seenNs, ChunkKind.USAGE);
            chunks.add(seenNs, ChunkKind.DONE);
            EngineTimes times =
                    new EngineTimes(startNs + network.toServerNs(), admittedNs, firstTokenNs, atNs, preemptions);
            int promptTokens = asked.request().promptTokens();
            Usage usage = new Usage(promptTokens, produced, Usage.UNKNOWN, cachedTokens);
            end(seenNs, usage, new Outcome.Completed("length", true), times);
        }
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        long seenNs = atNs + network.toClientNs();
        EngineTimes times = new EngineTimes(
                startNs + network.toServerNs(), Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN, preemptions);
        Outcome outcome = switch (reason) {
            case TOO_LONG ->
                new Outcome.Failed(
                        FailureCategory.HTTP_STATUS,
                        400,
                        "prompt and answer, " + asked.request().promptTokens() + " and "
                                + asked.request().maxOutputTokens() + " tokens, are longer than the context");
            case QUEUE_FULL -> new Outcome.Failed(FailureCategory.HTTP_STATUS, 429, "the queue is full");
        };
        admittedNs = atNs;
        end(seenNs, null, outcome, times);
    }

    private void end(long endNs, @Nullable Usage usage, Outcome outcome, EngineTimes times) {
        Timeline.Builder timeline = new Timeline.Builder(startNs);
        timeline.startNs = startNs;
        timeline.sendStartNs = startNs;
        timeline.sendEndNs = startNs;
        timeline.headNs = admittedNs + network.toClientNs();
        timeline.endNs = endNs;
        timeline.connectionReused = true;
        EngineRequest request = asked.request();
        RequestTrace trace = new RequestTrace(
                        asked.index(),
                        "simulated-" + asked.index(),
                        new Asked(request.promptTokens(), request.maxOutputTokens(), asked.requestClass()),
                        timeline.build(),
                        chunks.build(),
                        usage,
                        outcome)
                .withEngine(times);
        ended.ended(this, trace, endNs);
    }
}
