package dev.goodput.engine;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;

/// One request on its way through a [ProfileEngine].
final class ProfiledRequest implements ServingEngine.Ticket {
    /// Where a request stands.
    enum State {
        WAITING,
        RUNNING,
        ENDED
    }

    final EngineRequest request;
    final DecodeGaps gaps;
    final RequestListener listener;
    final long sequence;
    /// When its next step is due, on the engine's clock.
    long dueNs;
    State state = State.WAITING;
    int produced;

    ProfiledRequest(EngineRequest request, DecodeGaps gaps, RequestListener listener, long sequence, long dueNs) {
        this.request = request;
        this.gaps = gaps;
        this.listener = listener;
        this.sequence = sequence;
        this.dueNs = dueNs;
    }
}
