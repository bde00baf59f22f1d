package dev.goodput.server;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Does things in order, each not before its time. On the loop's thread only.
final class DelayedQueue {
    private record Item(long atNs, Runnable action) {}

    private final LoopEngine clock;
    private final Queue<Item> items = new ArrayDeque<>();
    private @Nullable ScheduledFuture<?> timer;
    private boolean running;
    private boolean stopped;

    DelayedQueue(LoopEngine clock) {
        this.clock = clock;
    }

    /// Does it at once if its time has come and nothing else is waiting.
    ///
    /// @param atNs on the engine's clock
    void at(long atNs, Runnable action) {
        if (stopped) {
            return;
        }
        if (!running && items.isEmpty() && atNs <= clock.nowNs()) {
            // What the action adds has its turn later, so that nothing can go round and round here.
            running = true;
            try {
                action.run();
            } finally {
                running = false;
            }
            return;
        }
        items.add(new Item(atNs, action));
        setTimer();
    }

    /// How many things are waiting.
    int size() {
        return items.size();
    }

    /// Forgets what is waiting and takes nothing more.
    void stop() {
        stopped = true;
        items.clear();
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void fire() {
        timer = null;
        // The time is read once: what is put in for "now" meanwhile lets the loop do other things first.
        long nowNs = clock.nowNs();
        try {
            for (Item next = items.peek(); next != null && next.atNs <= nowNs; next = items.peek()) {
                run(next);
            }
        } finally {
            setTimer();
        }
    }

    private void run(Item first) {
        try {
            first.action.run();
        } finally {
            // Removed only now, so that what the action adds queues up behind the others.
            items.poll();
        }
    }

    private void setTimer() {
        Item next = items.peek();
        if (next != null && timer == null) {
            timer = clock.schedule(this::fire, next.atNs);
        }
    }
}
