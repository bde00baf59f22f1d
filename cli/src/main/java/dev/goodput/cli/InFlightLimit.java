package dev.goodput.cli;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.serving.WatchedRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client between a schedule and an engine that keeps at most so many requests in flight: the others
/// wait in the client, and are sent as places come free.
final class InFlightLimit implements ServingEngine {
    private final ServingEngine engine;
    private final int limit;
    private final Deque<Held> waiting = new ArrayDeque<>();
    private final List<Held> all = new ArrayList<>();
    private int inFlight;

    InFlightLimit(ServingEngine engine, int limit) {
        this.engine = engine;
        this.limit = limit;
    }

    /// When each request was really sent, in the order in which they came.
    double sentNs(int index) {
        return all.get(index).sentNs;
    }

    @Override
    public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
        advanceTo(nowNs);
        Held held = new Held(request, listener);
        all.add(held);
        waiting.add(held);
        sendWaiting(nowNs);
        return held;
    }

    private void sendWaiting(long nowNs) {
        while (inFlight < limit && !waiting.isEmpty()) {
            Held next = waiting.remove();
            inFlight++;
            next.sentNs = nowNs;
            next.ticket = engine.submit(nowNs, next.request, next);
        }
    }

    @Override
    public void cancel(Ticket ticket) {
        if (ticket instanceof Held held && !waiting.remove(held) && held.ticket != null && !held.isOver) {
            held.isOver = true;
            inFlight--;
            engine.cancel(held.ticket);
        }
    }

    @Override
    public long nextDueNs() {
        return engine.nextDueNs();
    }

    /// Step by step: what an answer's end makes room for must be sent before the next thing happens.
    @Override
    public void advanceTo(long nowNs) {
        for (long dueNs = engine.nextDueNs(); dueNs <= nowNs && dueNs != NEVER; dueNs = engine.nextDueNs()) {
            engine.advanceTo(dueNs);
            sendWaiting(dueNs);
        }
        engine.advanceTo(nowNs);
    }

    @Override
    public EngineStats stats() {
        return engine.stats();
    }

    /// A request of this client's.
    private final class Held extends WatchedRequest implements Ticket {
        private final EngineRequest request;
        private @Nullable Ticket ticket;
        private double sentNs = Double.NaN;
        private boolean isOver;

        Held(EngineRequest request, RequestListener listener) {
            super(listener);
            this.request = request;
        }

        @Override
        protected void over() {
            isOver = true;
            inFlight--;
        }
    }
}
