package dev.goodput.load.http;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import dev.goodput.load.answer.Answer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request from its start to its outcome. Owned by one event loop from [Transport#start] until `onEnd` is
/// told;
/// read by others only after that.
public final class Call {
    final long index;
    private final String id;
    private final Asked asked;
    private final Consumer<Call> onEnd;

    /// The whole request as it goes on the wire; let go once it is written.
    byte @Nullable [] request;

    final Timeline.Builder timeline;

    /// When the loop took the request on, when the request was written, and the latest read of its answer; as
    /// `System.nanoTime()` says.
    long takenNs;

    long sentNs;
    long lastReadNs;
    boolean anyByteRead;
    boolean sent;

    @Nullable
    Answer answer;

    @Nullable
    Connection connection;

    private @Nullable Outcome outcome;

    /// Where the call stands in its loop's list of active calls.
    int activeAt = -1;

    /// @param startNs when the client turned to the request, from the epoch
    /// @param onEnd told on the event loop, once
    public Call(
            long index,
            String id,
            Asked asked,
            byte[] request,
            long intendedStartNs,
            long startNs,
            Consumer<Call> onEnd) {
        this.index = index;
        this.id = id;
        this.asked = asked;
        this.request = request;
        this.timeline = new Timeline.Builder(intendedStartNs);
        this.timeline.startNs = startNs;
        this.onEnd = onEnd;
    }

    boolean hasEnded() {
        return outcome != null;
    }

    void end(Outcome how, long endNs) {
        outcome = how;
        timeline.endNs = endNs;
        request = null;
        connection = null;
        onEnd.accept(this);
    }

    /// How the call ended.
    ///
    /// @throws IllegalStateException if it has not
    public Outcome outcome() {
        Outcome how = outcome;
        if (how == null) {
            throw new IllegalStateException("request " + index + " has not ended");
        }
        return how;
    }

    /// When the call ended, from the epoch.
    public double endNs() {
        return timeline.endNs;
    }

    /// Events of the answer that were not JSON.
    public int unparsable() {
        return answer == null ? 0 : answer.unparsable();
    }

    /// What was observed.
    public RequestTrace trace() {
        Answer seen = answer;
        Chunks chunks = seen == null ? Chunks.NONE : seen.chunks();
        Usage usage = seen == null ? null : seen.usage();
        return new RequestTrace(index, id, asked, timeline.build(), chunks, usage, outcome());
    }
}
