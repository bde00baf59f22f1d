package dev.goodput.load;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/// Pairs slots that are free with requests that are due, first come, first served, from any number of threads and
/// without a lock: whoever finds the pairing idle does it, for the others too.
final class Slots {
    private final ConcurrentLinkedQueue<Long> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger signals = new AtomicInteger();
    private final BooleanSupplier requestIsDue;
    private final LongConsumer startNext;
    private volatile boolean closed;

    /// @param startNext starts the next due request in a slot that became free at the given time, from the epoch
    Slots(BooleanSupplier requestIsDue, LongConsumer startNext) {
        this.requestIsDue = requestIsDue;
        this.startNext = startNext;
    }

    /// A slot became free at `freeNs` from the epoch.
    void free(long freeNs) {
        free.add(freeNs);
        match();
    }

    /// Starts what can be started; to be called when a request became due.
    void match() {
        if (signals.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            while (!closed && !free.isEmpty() && requestIsDue.getAsBoolean()) {
                Long slot = free.poll();
                if (slot != null) {
                    startNext.accept(slot);
                }
            }
            seen = signals.addAndGet(-seen);
        }
    }

    /// Starts nothing more. On return nothing is being started either.
    void close() {
        closed = true;
        while (signals.get() != 0) {
            Thread.onSpinWait();
        }
    }
}
