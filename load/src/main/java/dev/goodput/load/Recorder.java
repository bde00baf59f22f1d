package dev.goodput.load;

import dev.goodput.core.trace.RequestTrace;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Hands traces to the sink on one thread of its own, in the order in which requests end.
final class Recorder {
    private final LinkedTransferQueue<Supplier<@Nullable RequestTrace>> queue = new LinkedTransferQueue<>();
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;

    /// @param onFailure told once, on the recording thread, if the sink throws
    Recorder(Consumer<RequestTrace> sink, Runnable onFailure) {
        thread = Thread.ofPlatform().daemon().name("traces").start(() -> record(sink, onFailure));
    }

    private void record(Consumer<RequestTrace> sink, Runnable onFailure) {
        try {
            for (RequestTrace trace = queue.take().get();
                    trace != null;
                    trace = queue.take().get()) {
                if (failure == null) {
                    accept(sink, trace, onFailure);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(Consumer<RequestTrace> sink, RequestTrace trace, Runnable onFailure) {
        try {
            sink.accept(trace);
        } catch (RuntimeException e) {
            failure = e;
            onFailure.run();
        } catch (Error e) {
            failure = new IllegalStateException("traces can no longer be recorded: " + e, e);
            onFailure.run();
        }
    }

    /// Records a trace that is put together on the recording thread; from any thread, without waiting.
    void add(Supplier<@Nullable RequestTrace> trace) {
        queue.add(trace);
    }

    /// Waits until all is recorded.
    ///
    /// @throws RuntimeException what the sink threw
    void finish() {
        queue.add(() -> null);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }
}
