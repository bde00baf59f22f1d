package dev.goodput.cli;

import dev.goodput.load.LoadPlan;
import dev.goodput.load.LoadRounds;
import dev.goodput.load.Progress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// The line that tells how a run goes: redrawn in place on a terminal, a plain line now and then elsewhere.
final class LiveLine implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(250);
    private static final Duration PLAIN = Duration.ofSeconds(5);
    private static final String CLEAR = "\r\u001b[K";

    private final Console console;
    private final LoadPlan plan;
    private final int rounds;
    private final LoadRounds generator;
    private final RunningTally tally;
    private final ScheduledExecutorService clock;

    private LiveLine(Console console, LoadPlan plan, int rounds, LoadRounds generator, RunningTally tally) {
        this.console = console;
        this.plan = plan;
        this.rounds = rounds;
        this.generator = generator;
        this.tally = tally;
        this.clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("live-line").factory());
    }

    static LiveLine start(Console console, LoadPlan plan, int rounds, LoadRounds generator, RunningTally tally) {
        LiveLine line = new LiveLine(console, plan, rounds, generator, tally);
        Duration period = console.terminal().stderrIsTerminal() ? REDRAW : PLAIN;
        ScheduledFuture<?> _ =
                line.clock.scheduleAtFixedRate(line::draw, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
        return line;
    }

    private void draw() {
        String text = text();
        if (console.terminal().stderrIsTerminal()) {
            int columns = console.terminal().columns() - 1;
            console.err().print(CLEAR + (text.length() > columns ? text.substring(0, columns) : text));
            console.err().flush();
        } else {
            console.say(text);
        }
    }

    private String text() {
        Progress progress = generator.progress();
        StringBuilder text = new StringBuilder();
        text.append(tally.done());
        if (plan.maxRequests() > 0) {
            text.append('/').append(plan.maxRequests() * rounds);
        }
        text.append(" done · ").append(progress.inFlight()).append(" in flight · ");
        text.append(tally.errors()).append(tally.errors() == 1 ? " error" : " errors");
        append(text, " · TTFT P50 %.0f P99 %.0f ms", tally.ttftMs(50), tally.ttftMs(99));
        append(text, " · TPOT P50 %.1f P99 %.1f ms", tally.tpotMs(50), tally.tpotMs(99));
        if (tally.hasSlo()) {
            append(text, " · goodput %.1f%%", tally.goodShare() * 100);
        }
        append(text, " · %.0f s left", secondsLeft(progress));
        return text.toString();
    }

    private static void append(StringBuilder text, String format, double... values) {
        Object[] boxed = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) {
                return;
            }
            boxed[i] = values[i];
        }
        text.append(String.format(Locale.ROOT, format, boxed));
    }

    /// By the duration where there is one, else by the pace so far.
    private double secondsLeft(Progress progress) {
        double elapsed = progress.elapsedNs() / 1e9;
        double byDuration = plan.duration() == null
                ? Double.POSITIVE_INFINITY
                : rounds * (plan.duration().toNanos() / 1e9) - elapsed;
        double byCount = plan.maxRequests() == 0 || tally.done() == 0
                ? Double.POSITIVE_INFINITY
                : elapsed * (plan.maxRequests() * rounds - tally.done()) / tally.done();
        double left = Math.min(byDuration, byCount);
        return Double.isInfinite(left) ? Double.NaN : Math.max(0, left);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        try {
            if (!clock.awaitTermination(1, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (console.terminal().stderrIsTerminal()) {
            console.err().print(CLEAR);
            console.err().flush();
        }
    }
}
