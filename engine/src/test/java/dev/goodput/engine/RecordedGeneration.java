package dev.goodput.engine;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;

/// Keeps what an engine says about one request.
final class RecordedGeneration implements TokenListener {
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
    public void prefillStarted(long dueNs) {
        prefillStartedNs = dueNs;
    }

    @Override
    public void token(int index, boolean last, long dueNs) {
        if (ended || index != tokenNs.size() || prefillStartedNs < 0) {
            throw new IllegalStateException("token " + index + " out of order");
        }
        tokenNs.add(dueNs);
        ended = last;
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
