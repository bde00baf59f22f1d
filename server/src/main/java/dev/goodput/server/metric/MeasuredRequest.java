package dev.goodput.server.metric;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;

/// Notes what the engine does for one request and passes it on.
public final class MeasuredRequest implements RequestListener {
    private final EngineMetrics metrics;
    private final RequestFacts facts;
    private final RequestListener next;
    private long admittedNs;
    private long firstNs;
    private long lastNs;
    private int tokens;

    MeasuredRequest(EngineMetrics metrics, RequestFacts facts, RequestListener next) {
        this.metrics = metrics;
        this.facts = facts;
        this.next = next;
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        admittedNs = atNs;
        next.admitted(atNs, cachedTokens);
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        if (tokens == 0) {
            firstNs = atNs;
            metrics.promptTokens += facts.promptTokens();
            metrics.firstToken.record(atNs - facts.arrivalNs());
        } else {
            metrics.interToken.record(atNs - lastNs);
        }
        lastNs = atNs;
        tokens += count;
        metrics.generationTokens += count;
        if (last) {
            metrics.completed(facts, tokens, admittedNs, firstNs, lastNs);
        }
        next.tokens(count, last, atNs);
    }

    @Override
    public void preempted(long atNs) {
        next.preempted(atNs);
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        if (reason == Rejection.QUEUE_FULL) {
            metrics.rejectedByQueue();
        }
        next.rejected(reason, atNs);
    }
}
