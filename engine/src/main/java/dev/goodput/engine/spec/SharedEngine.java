package dev.goodput.engine.spec;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.serving.WatchedRequest;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// An engine with a neighbour, who stays away while nobody else's request is in flight: an engine that
/// nobody uses is at rest.
final class SharedEngine implements ServingEngine {
    private final ServingEngine engine;
    private final Neighbour neighbour;
    private final SplittableRandom random;
    private final Set<Ticket> others = new HashSet<>();
    private long sent;
    private long nextNs;

    SharedEngine(ServingEngine engine, Neighbour neighbour, long seed) {
        this.engine = engine;
        this.neighbour = neighbour;
        this.random = new SplittableRandom(seed ^ 0x6E65696768626F72L);
        this.nextNs = gapNs() / 2;
    }

    private long gapNs() {
        return Math.round((double) neighbour.everyNs() * (0.95 + 0.1 * random.nextDouble()));
    }

    @Override
    public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
        sendUntil(nowNs);
        Watched watched = new Watched(listener);
        Ticket ticket = engine.submit(nowNs, request, watched);
        watched.ticket = ticket;
        others.add(ticket);
        return ticket;
    }

    @Override
    public void cancel(Ticket ticket) {
        engine.cancel(ticket);
        others.remove(ticket);
    }

    @Override
    public long nextDueNs() {
        return others.isEmpty() ? engine.nextDueNs() : Math.min(engine.nextDueNs(), nextNs);
    }

    @Override
    public void advanceTo(long nowNs) {
        sendUntil(nowNs);
        engine.advanceTo(nowNs);
    }

    private void sendUntil(long nowNs) {
        if (others.isEmpty() && nowNs > nextNs) {
            // Nobody was there to be disturbed.
            nextNs += (nowNs - nextNs) / neighbour.everyNs() * neighbour.everyNs();
        }
        while (nextNs <= nowNs) {
            engine.advanceTo(nextNs);
            if (!others.isEmpty()) {
                int tokens = (int) (neighbour.promptTokens() * (0.75 + 0.5 * random.nextDouble()));
                // Contents that no prompt of anybody else's has.
                Prompt prompt = Prompt.of(Long.MIN_VALUE + sent, Math.max(1, tokens));
                engine.submit(nextNs, EngineRequest.of(prompt, 1, Long.MAX_VALUE - sent), RequestListener.NOBODY);
                sent++;
            }
            nextNs += gapNs();
        }
    }

    @Override
    public EngineStats stats() {
        return engine.stats();
    }

    /// A request of somebody else's.
    private final class Watched extends WatchedRequest {
        private @Nullable Ticket ticket;

        Watched(RequestListener listener) {
            super(listener);
        }

        @Override
        protected void over() {
            others.remove(ticket);
        }
    }
}
