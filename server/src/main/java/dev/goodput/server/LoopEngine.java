package dev.goodput.server;

import dev.goodput.engine.Generation;
import dev.goodput.engine.TokenEngine;
import dev.goodput.engine.TokenListener;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Drives an engine with the real time, on one event loop: one timer, always set to the engine's next due time. Due
/// times are absolute, so that lateness does not add up. All calls come from the loop's thread.
final class LoopEngine {
    private final EventLoop loop;
    private final TokenEngine engine;
    private final long originNs;
    private final SendLateness lateness;
    private @Nullable ScheduledFuture<?> timer;
    private long timerNs = TokenEngine.NEVER;

    /// @param originNs what `System.nanoTime()` said at time 0 of the engine
    LoopEngine(EventLoop loop, TokenEngine engine, long originNs, SendLateness lateness) {
        this.loop = loop;
        this.engine = engine;
        this.originNs = originNs;
        this.lateness = lateness;
    }

    /// Time on the engine's clock.
    long nowNs() {
        return System.nanoTime() - originNs;
    }

    Generation submit(long arrivalNs, CompletionRequest request, TokenListener listener) {
        Generation generation = engine.submit(arrivalNs, request.promptTokens(), request.maxTokens(), listener);
        setTimer();
        return generation;
    }

    void cancel(Generation generation) {
        engine.cancel(generation);
    }

    /// Notes that a token which was due then is now with the kernel.
    void sent(long dueNs) {
        lateness.record(nowNs() - dueNs);
    }

    private void advance() {
        timer = null;
        timerNs = TokenEngine.NEVER;
        engine.advanceTo(nowNs());
        setTimer();
    }

    /// A timer that is too early does no harm: it sets the next one.
    private void setTimer() {
        long dueNs = engine.nextDueNs();
        if (dueNs >= timerNs) {
            return;
        }
        if (timer != null) {
            timer.cancel(false);
        }
        timerNs = dueNs;
        timer = loop.schedule(this::advance, Math.max(0, dueNs - nowNs()), TimeUnit.NANOSECONDS);
    }
}
