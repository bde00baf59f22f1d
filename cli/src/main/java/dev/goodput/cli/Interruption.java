package dev.goodput.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C (or a polite kill) while a run goes on: stop sending, wait briefly for what is in flight, report what was
/// measured, then leave with 130. The JVM goes on running the main thread while its shutdown hooks run, so the hook
/// asks for the stop and waits until the report is out.
final class Interruption implements AutoCloseable {
    /// Longer than any drain plus writing a report; after it the process ends whatever happens.
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean happened;

    private Interruption(Runnable stop) {
        hook = new Thread(
                () -> {
                    happened = true;
                    stop.run();
                    try {
                        if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                            System.err.println("goodput: gave up waiting for the report");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
                },
                "interruption");
    }

    /// @param stop asks the work to end early; called from another thread
    static Interruption watch(Runnable stop) {
        Interruption interruption = new Interruption(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    boolean happened() {
        return happened;
    }

    /// The report is out. Does not return when the process is being interrupted.
    @Override
    public void close() {
        if (happened) {
            System.out.flush();
            done.countDown();
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            done.countDown(); // interrupted at this very moment: the hook is running
        }
    }
}
