package dev.goodput.engine.spec;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// An engine with a neighbour, who stays away while nobody else's request is in flight: an engine that
/// nobody uses is at rest.
final class SharedEngine implements ServingEngine {
    private static final RequestListener NOBODY = new RequestListener() {
        @Override
        public void admitted(long atNs, int cachedTokens) {
            // Nobody listens.
        }

        @Override
        public void tokens(int count, boolean last, long atNs) {
            // Nobody listens.
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            // Nobody listens.
        }
    };

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
                engine.submit(nextNs, EngineRequest.of(prompt, 1, Long.MAX_VALUE - sent), NOBODY);
                sent++;
            }
            nextNs += gapNs();
        }
    }

    @Override
    public EngineStats stats() {
        return engine.stats();
    }

    /// Tells when a request is over.
    private final class Watched implements RequestListener {
        private final RequestListener listener;
        private @Nullable Ticket ticket;

        Watched(RequestListener listener) {
            this.listener = listener;
        }

        @Override
        public void admitted(long atNs, int cachedTokens) {
            listener.admitted(atNs, cachedTokens);
        }

        @Override
        public void tokens(int count, boolean last, long atNs) {
            if (last) {
                others.remove(ticket);
            }
            listener.tokens(count, last, atNs);
        }

        @Override
        public void preempted(long atNs) {
            listener.preempted(atNs);
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            others.remove(ticket);
            listener.rejected(reason, atNs);
        }
    }
}
