package dev.goodput.engine;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import java.util.ArrayList;
import java.util.List;

/// Keeps what an engine says about one request.
final class RecordedGeneration implements RequestListener {
    final long arrivalNs;
    final int promptTokens;
    long prefillStartedNs = -1;
    final List<Long> tokenNs = new ArrayList<>();
    boolean ended;

    RecordedGeneration(long arrivalNs, int promptTokens) {
        this.arrivalNs = arrivalNs;
        this.promptTokens = promptTokens;
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        if (prefillStartedNs >= 0) {
            throw new IllegalStateException("admitted twice");
        }
        prefillStartedNs = atNs;
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        if (ended || count != 1 || prefillStartedNs < 0) {
            throw new IllegalStateException(count + " tokens out of order");
        }
        tokenNs.add(atNs);
        ended = last;
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        throw new IllegalStateException("rejected: " + reason);
    }

    /// Asks an engine for so many tokens, at this request's arrival.
    ServingEngine.Ticket submitTo(ServingEngine engine, int outputTokens) {
        EngineRequest request = EngineRequest.of(Prompt.of(0, promptTokens), outputTokens, 0);
        return engine.submit(arrivalNs, request, this);
    }

    RequestTrace trace(int index) {
        Timeline.Builder timeline = new Timeline.Builder(arrivalNs);
        timeline.startNs = arrivalNs;
        timeline.endNs = tokenNs.getLast();
        Chunks.Builder chunks = new Chunks.Builder();
        tokenNs.forEach(stampNs -> chunks.text(stampNs, 1, 5));
        return new RequestTrace(
                index,
                "engine-" + index,
                new Asked(promptTokens, tokenNs.size(), null),
                timeline.build(),
                chunks.build(),
                Usage.of(promptTokens, tokenNs.size()),
                new Outcome.Completed("length", false));
    }
}
