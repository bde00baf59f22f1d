package dev.goodput.server;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.server.metric.EngineMetrics;
import dev.goodput.server.metric.RequestFacts;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Drives an engine with the real time, on one event loop: one timer, always set to the engine's next
/// due time. Due times are absolute, so that lateness does not add up. All calls but [#endPauses()] come
/// from the loop's thread.
final class LoopEngine {
    private final EventLoop loop;
    private final ServingEngine engine;
    private final EngineMetrics metrics;
    private final long originNs;
    private final SendLateness lateness;
    private final List<ServingEngine.Ticket> cancelled = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean working;
    private @Nullable ScheduledFuture<?> timer;
    private long timerNs = ServingEngine.NEVER;

    /// @param originNs what `System.nanoTime()` said at time 0 of the engine
    LoopEngine(EventLoop loop, ServingEngine engine, EngineMetrics metrics, long originNs, SendLateness lateness) {
        this.loop = loop;
        this.engine = engine;
        this.metrics = metrics;
        this.originNs = originNs;
        this.lateness = lateness;
    }

    /// Time on the engine's clock.
    long nowNs() {
        return System.nanoTime() - originNs;
    }

    /// Hands in a request. Its listener hears of it when the engine is advanced, not before this returns.
    ServingEngine.Ticket submit(EngineRequest request, RequestFacts facts, RequestListener listener) {
        // Not its arrival: the engine may have been further since, while the prompt was read.
        working = true;
        ServingEngine.Ticket ticket = engine.submit(nowNs(), request, metrics.measure(facts, listener));
        worked();
        return ticket;
    }

    /// May be called from a listener. An engine is not made for that, so it hears of it when its work is
    /// done.
    void cancel(ServingEngine.Ticket ticket) {
        if (working) {
            cancelled.add(ticket);
        } else {
            engine.cancel(ticket);
        }
    }

    /// Notes that a token which was due then is now with the kernel.
    void sent(long dueNs) {
        lateness.record(nowNs() - dueNs);
    }

    /// What the engine holds now.
    EngineStats stats() {
        advance(nowNs());
        return engine.stats();
    }

    EngineMetrics metrics() {
        return metrics;
    }

    /// Does something later, on the loop.
    ScheduledFuture<?> schedule(Runnable task, long atNs) {
        return loop.schedule(task, Math.max(0, atNs - nowNs()), TimeUnit.NANOSECONDS);
    }

    /// Makes everything on the loop stand still, as a garbage collection does. The engine's clock goes
    /// on, so that what was due meanwhile comes at once afterwards. Ends early when the server closes.
    void pause(long pauseNs) {
        try {
            closing.await(pauseNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends the pause there is and lets none begin: a loop that stands still cannot be closed. From any
    /// thread.
    void endPauses() {
        closing.countDown();
    }

    private void timerFired() {
        timer = null;
        timerNs = ServingEngine.NEVER;
        advance(nowNs());
    }

    private void advance(long nowNs) {
        working = true;
        engine.advanceTo(nowNs);
        worked();
    }

    private void worked() {
        working = false;
        cancelled.forEach(engine::cancel);
        cancelled.clear();
        metrics.steps(engine.stats());
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
        timer = schedule(this::timerFired, dueNs);
    }
}
