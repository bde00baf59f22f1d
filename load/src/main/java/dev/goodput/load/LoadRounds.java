package dev.goodput.load;

import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.load.health.LagHistogram;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A load plan run several times, as one run: warm-up first, which leaves no trace, then rounds that each start with
/// nothing in flight and with new prompts, lengths and arrivals.
///
/// Requests that share a queue fare alike; requests of different rounds do not share one. So the spread over rounds
/// says how much a verdict can be trusted, without a model of the queue. The time between two rounds is not counted:
/// stamps of a round continue where the round before it ended.
public final class LoadRounds implements AutoCloseable {
    private static final Progress NONE = new Progress(0, 0, 0);

    private final LoadPlan plan;
    private final int rounds;
    private final long warmUpRequests;

    /// What the rounds that are over came to.
    private Progress over = NONE;

    private @Nullable LoadGenerator current;
    private boolean measuring;
    private volatile boolean stopped;

    /// @param plan what one round does
    /// @param warmUpRequests requests to send before the first round; 0 for none
    /// @throws IllegalArgumentException if a proxy in the environment is malformed
    public LoadRounds(LoadPlan plan, int rounds, long warmUpRequests) {
        if (rounds < 1 || warmUpRequests < 0) {
            throw new IllegalArgumentException("at least one round and no fewer than 0 requests of warm-up");
        }
        this.plan = plan;
        this.rounds = rounds;
        this.warmUpRequests = warmUpRequests;
    }

    /// Runs all rounds, or as many as begin before [#stop()]. Once only.
    ///
    /// @param sink as for [LoadGenerator#run]
    public LoadOutcome run(Consumer<RequestTrace> sink) {
        Set<String> remarks = new LinkedHashSet<>();
        if (warmUpRequests > 0) {
            remarks.add(warmUp());
        }
        LoadOutcome first = runRound(0, sink);
        remarks.addAll(first.remarks());
        ClientHealth health = first.health();
        LagHistogram lag = new LagHistogram();
        lag.addAll(first.lag());
        Instant startedAt = first.startedAt();
        int done = 1;
        while (done < rounds && !stopped) {
            LoadOutcome next = runRound(done, sink);
            remarks.addAll(next.remarks());
            lag.addAll(next.lag());
            health = health.and(next.health(), lag.quantileNs(0.99));
            done++;
        }
        if (rounds > 1) {
            remarks.add(done + " rounds, each from an idle endpoint; the time between them is not counted.");
        }
        return new LoadOutcome(stopped, startedAt, over.sent(), over.elapsedNs(), health, lag, List.copyOf(remarks));
    }

    private String warmUp() {
        AtomicLong completed = new AtomicLong();
        LoadPlan warm = plan.withSeed(
                        Seeds.stream(plan.seed(), Seeds.WARM_UP, 0).nextLong())
                .withRequests(warmUpRequests);
        try (LoadGenerator generator = begin(warm, false)) {
            LoadOutcome outcome = generator.run(trace -> completed.addAndGet(trace.isCompleted() ? 1 : 0));
            return outcome.scheduledRequests() + " requests of warm-up went before and are not counted; "
                    + completed.get() + " of them completed.";
        } finally {
            end(NONE);
        }
    }

    private LoadOutcome runRound(int round, Consumer<RequestTrace> sink) {
        Progress before = over;
        Progress after = before;
        try (LoadGenerator generator = begin(plan.withSeed(Seeds.ofRound(plan.seed(), round)), true)) {
            LoadOutcome outcome =
                    generator.run(trace -> sink.accept(trace.movedTo(round, before.sent(), before.elapsedNs())));
            after = new Progress(
                    before.sent() + outcome.scheduledRequests(), 0, before.elapsedNs() + outcome.windowNs());
            return outcome;
        } finally {
            end(after);
        }
    }

    private synchronized LoadGenerator begin(LoadPlan next, boolean isMeasured) {
        LoadGenerator generator = new LoadGenerator(next);
        if (stopped) {
            generator.stop();
        }
        current = generator;
        measuring = isMeasured;
        return generator;
    }

    private synchronized void end(Progress after) {
        current = null;
        over = after;
    }

    /// Stops sending, from any thread; no further round begins.
    public synchronized void stop() {
        stopped = true;
        if (current != null) {
            current.stop();
        }
    }

    /// Where the run is now, warm-up left out of it; from any thread.
    public synchronized Progress progress() {
        if (current == null || !measuring) {
            return over;
        }
        Progress now = current.progress();
        return new Progress(over.sent() + now.sent(), now.inFlight(), over.elapsedNs() + now.elapsedNs());
    }

    /// Ends at once what still runs.
    @Override
    public synchronized void close() {
        if (current != null) {
            current.close();
        }
    }
}
