package dev.goodput.load;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Writes requests a bounded number ahead of their use, on a thread of its own, in order.
final class RequestsAhead implements AutoCloseable {
    private static final long MAX_BYTES = 64L << 20;
    private static final int BYTES_PER_TOKEN = 6;
    private static final int MIN_AHEAD = 16;
    private static final int MAX_AHEAD = 1024;
    private static final long WAIT_NS = 100_000;

    private final ConcurrentLinkedQueue<Prepared> ready = new ConcurrentLinkedQueue<>();
    private final Semaphore room;
    private final int ahead;
    private final Thread thread;
    private volatile boolean closed;

    /// @param limit how many to write in all
    /// @param onReady told after each, on the writing thread
    RequestsAhead(Requests requests, Lengths lengths, long limit, Runnable onReady) {
        long bytes = 512L + (long) BYTES_PER_TOKEN * lengths.inputTokens();
        ahead = Math.clamp(MAX_BYTES / bytes, MIN_AHEAD, MAX_AHEAD);
        room = new Semaphore(ahead);
        thread = Thread.ofPlatform().daemon().name("prompts").unstarted(() -> write(requests, limit, onReady));
    }

    private void write(Requests requests, long limit, Runnable onReady) {
        for (long index = 0; index < limit && !closed; index++) {
            Prepared request = requests.request(index);
            room.acquireUninterruptibly();
            ready.add(request);
            onReady.run();
        }
    }

    /// Starts writing, and returns once `wanted` are ready, or as many as are written ahead.
    void start(long wanted) {
        thread.start();
        long enough = Math.min(wanted, ahead);
        while (ready.size() < enough && thread.isAlive()) {
            LockSupport.parkNanos(WAIT_NS);
        }
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /// The next request, if it is ready.
    @Nullable
    Prepared poll() {
        Prepared request = ready.poll();
        if (request != null) {
            room.release();
        }
        return request;
    }

    /// The next request, waiting for it if it is not ready.
    ///
    /// @throws IllegalStateException if no more will come
    Prepared take() {
        while (true) {
            Prepared request = poll();
            if (request != null) {
                return request;
            }
            if (!thread.isAlive() && ready.isEmpty()) {
                throw new IllegalStateException("the thread that writes prompts has ended");
            }
            LockSupport.parkNanos(WAIT_NS);
        }
    }

    @Override
    public void close() {
        closed = true;
        room.release(MAX_AHEAD);
    }
}
