package dev.goodput.load;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.load.health.ProcessWatch;
import dev.goodput.load.http.Call;
import dev.goodput.load.http.Origin;
import dev.goodput.load.http.Proxy;
import dev.goodput.load.http.Transport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs a load plan once: starts each request when the schedule says, and hands over the trace of each as it
/// ends.
public final class LoadGenerator implements AutoCloseable {
    /// In a closed loop a user who could not even connect waits this long before trying again: a dead endpoint
    /// must
    /// not turn the loop into a mill of refused connections.
    private static final long UNREACHABLE_REST_NS = 100_000_000;

    /// The users of a closed loop arrive this far apart, all of them within [#RAMP_MAX_NS]. Were they to
    /// arrive at
    /// one instant, the first requests would wait for each other's sends, and the server's answers would come in
    /// step, in bursts of the concurrency's size, for the rest of the run.
    private static final long RAMP_STEP_NS = 500_000;

    private static final long RAMP_MAX_NS = 1_000_000_000;

    /// How long past every deadline to wait for a request that does not end, before the run ends without it.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long MAX_PARK_NS = 50_000_000;

    private final LoadPlan plan;
    private final long limit;
    private final @Nullable Proxy proxy;
    private final Origin origin;
    private final Transport transport;
    private final RequestsAhead ahead;
    private final Slots slots;
    private final ConcurrentLinkedQueue<Due> due = new ConcurrentLinkedQueue<>();

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong lastEndNs = new AtomicLong();
    private final AtomicLong unparsable = new AtomicLong();
    private volatile boolean stopped;
    private volatile long epochNs;
    private volatile @Nullable Thread runner;
    private @Nullable Recorder recorder;

    /// A request of the open loop that waits for a slot.
    private record Due(Prepared request, long intendedNs) {}

    /// @throws IllegalArgumentException if a proxy in the environment is malformed
    public LoadGenerator(LoadPlan plan) {
        this(plan, System.getenv());
    }

    LoadGenerator(LoadPlan plan, Map<String, String> environment) {
        Target target = plan.target();
        String host = target.baseUrl().getHost();
        this.plan = plan;
        this.limit = plan.maxRequests() == 0 ? Long.MAX_VALUE : plan.maxRequests();
        this.proxy = Proxy.fromEnvironment(environment, target.isTls(), host, target.port());
        this.origin = Origin.resolve(target.isTls(), host, target.port(), proxy);
        this.transport = new Transport(origin, plan.deadlines().limits(), Transport.defaultLoops());
        Requests requests = new Requests(target, plan.lengths(), plan.seed(), plan.ignoreEos(), proxy);
        switch (plan.arrivals()) {
            case Arrivals.ClosedLoop _ -> {
                RequestsAhead[] written = new RequestsAhead[1];
                slots = new Slots(() -> !written[0].isEmpty(), freeNs -> startIfInTime(written[0], freeNs));
                ahead = new RequestsAhead(requests, plan.lengths(), limit, slots::match);
                written[0] = ahead;
            }
            case Arrivals.Poisson _ -> {
                slots = new Slots(() -> !due.isEmpty(), _ -> startDue());
                ahead = new RequestsAhead(requests, plan.lengths(), limit, () -> {});
            }
        }
    }

    /// Runs the plan to its end, or until [#stop()]. Once only.
    ///
    /// @param sink told of each request as it ends, on one thread that is no event loop; what it throws ends the
    ///     run
    /// @throws RuntimeException what the sink threw, after the requests in flight were ended
    public LoadOutcome run(Consumer<RequestTrace> sink) {
        runner = Thread.currentThread();
        Recorder traces = new Recorder(sink, this::stop);
        recorder = traces;
        Instant startedAt;
        LoadOutcome outcome;
        try (ProcessWatch process = new ProcessWatch()) {
            switch (plan.arrivals()) {
                case Arrivals.ClosedLoop loop -> {
                    long users = Math.min(loop.concurrency(), limit);
                    ahead.start(users);
                    transport.preopen((int) users);
                    startedAt = startClock();
                    runClosedLoop(users);
                }
                case Arrivals.Poisson poisson -> {
                    ahead.start(Math.min(limit, Math.round(poisson.ratePerSecond())));
                    startedAt = startClock();
                    runOpenLoop(poisson);
                }
            }
            awaitEnd();
            outcome = outcome(startedAt, process);
        } finally {
            ahead.close();
            traces.finish();
        }
        return outcome;
    }

    private Instant startClock() {
        long now = System.nanoTime();
        transport.epoch(now);
        epochNs = now;
        return Instant.now();
    }

    private void runClosedLoop(long users) {
        long stepNs = Math.min(RAMP_STEP_NS, RAMP_MAX_NS / users);
        for (long i = 0; i < users && !stopped; i++) {
            long arrivalNs = i * stepNs;
            while (!stopped && sinceEpochNs() < arrivalNs) {
                park(arrivalNs - sinceEpochNs());
            }
            slots.free(arrivalNs);
        }
        while (!stopped && sent.get() < limit && sinceEpochNs() < durationNs()) {
            park(durationNs() - sinceEpochNs());
        }
        slots.close();
    }

    private void runOpenLoop(Arrivals.Poisson poisson) {
        ArrivalTimes arrivals = new ArrivalTimes(poisson.ratePerSecond(), plan.seed());
        for (int i = 0; i < poisson.maxInFlight(); i++) {
            slots.free(0);
        }
        for (long i = 0; i < limit; i++) {
            long intendedNs = arrivals.nextNs();
            long untilNs = Math.min(intendedNs, durationNs());
            while (!stopped && sinceEpochNs() < untilNs) {
                park(untilNs - sinceEpochNs());
            }
            if (stopped || intendedNs >= durationNs()) {
                break;
            }
            Prepared request = ahead.take();
            if (poisson.maxInFlight() == 0) {
                start(request, intendedNs);
            } else {
                due.add(new Due(request, intendedNs));
                slots.match();
            }
        }
        while (!stopped && !due.isEmpty() && sinceEpochNs() < durationNs()) {
            park(durationNs() - sinceEpochNs());
        }
        slots.close();
        due.forEach(left -> notSent(left.request(), left.intendedNs()));
    }

    /// The runner sleeps, so the loops themselves see to it that nothing starts after the duration.
    private void startIfInTime(RequestsAhead written, long freeNs) {
        if (freeNs < durationNs()) {
            start(written.take(), freeNs);
        }
    }

    private void startDue() {
        Due next = due.poll();
        if (next != null) {
            start(next.request(), next.intendedNs());
        }
    }

    private void start(Prepared request, long intendedNs) {
        sent.incrementAndGet();
        transport.start(new Call(
                request.index(),
                request.id(),
                request.asked(),
                request.message(),
                intendedNs,
                sinceEpochNs(),
                this::ended));
    }

    /// On the event loop of the call.
    private void ended(Call call) {
        record(() -> masked(call.trace()));
        unparsable.addAndGet(call.unparsable());
        long endNs = Math.round(call.endNs());
        lastEndNs.accumulateAndGet(endNs, Math::max);
        switch (plan.arrivals()) {
            case Arrivals.ClosedLoop _
            when isUnreachable(call) -> transport.later(() -> slots.free(sinceEpochNs()), UNREACHABLE_REST_NS);
            case Arrivals.ClosedLoop _ -> slots.free(endNs);
            case Arrivals.Poisson poisson when poisson.maxInFlight() > 0 -> slots.free(endNs);
            case Arrivals.Poisson _ -> {
                // Nobody waits for a slot.
            }
        }
        if (ended.incrementAndGet() == sent.get()) {
            LockSupport.unpark(runner);
        }
    }

    private static boolean isUnreachable(Call call) {
        return call.outcome() instanceof Outcome.Failed failed
                && failed.category().isUnreachable();
    }

    private RequestTrace masked(RequestTrace trace) {
        if (plan.target().apiKey() == null || !(trace.outcome() instanceof Outcome.Failed failed)) {
            return trace;
        }
        return new RequestTrace(
                trace.index(),
                trace.id(),
                trace.asked(),
                trace.timeline(),
                trace.chunks(),
                trace.usage(),
                new Outcome.Failed(
                        failed.category(), failed.httpStatus(), plan.target().masked(failed.message())));
    }

    private void notSent(Prepared request, long intendedNs) {
        record(() -> new RequestTrace(
                request.index(),
                request.id(),
                request.asked(),
                Timeline.neverSent(intendedNs),
                Chunks.NONE,
                null,
                new Outcome.Failed(FailureCategory.NOT_SENT, 0, "due, but not sent before sending ended")));
        unsent++;
    }

    private long unsent;

    private void record(Supplier<@Nullable RequestTrace> trace) {
        Recorder traces = recorder;
        if (traces != null) {
            traces.add(trace);
        }
    }

    /// Waits for what is in flight: as long as its deadlines last, or as long as the plan's drain after a stop.
    private void awaitEnd() {
        Deadlines deadlines = plan.deadlines();
        long untilNs = sinceEpochNs()
                + deadlines.connect().plus(deadlines.total()).plus(PATIENCE).toNanos();
        while (isBusy() && !stopped && sinceEpochNs() < untilNs) {
            park(MAX_PARK_NS);
        }
        long drainedNs = sinceEpochNs() + plan.drain().toNanos();
        while (isBusy() && stopped && sinceEpochNs() < drainedNs) {
            park(drainedNs - sinceEpochNs());
        }
        if (isBusy()) {
            transport.cancelAll();
            long givenUpNs = sinceEpochNs() + PATIENCE.toNanos();
            while (isBusy() && sinceEpochNs() < givenUpNs) {
                park(MAX_PARK_NS);
            }
        }
    }

    private boolean isBusy() {
        return ended.get() < sent.get();
    }

    private long durationNs() {
        return plan.duration() == null ? Long.MAX_VALUE : plan.duration().toNanos();
    }

    private long sinceEpochNs() {
        return System.nanoTime() - epochNs;
    }

    private void park(long ns) {
        LockSupport.parkNanos(Math.min(ns, MAX_PARK_NS));
        if (Thread.currentThread().isInterrupted()) {
            // An interrupted thread cannot park: leave in order, and keep the interrupt for the caller.
            stopped = true;
            LockSupport.parkNanos(1);
            Thread.onSpinWait();
        }
    }

    private LoadOutcome outcome(Instant startedAt, ProcessWatch process) {
        Transport.Counts counts = transport.counts();
        ClientHealth health = new ClientHealth(
                counts.lag().quantileNs(0.99),
                counts.lag().maxNs(),
                process.pauseTotalNs(),
                process.pauseMaxNs(),
                process.cpuShare(),
                counts.reads(),
                counts.chunks());
        return new LoadOutcome(
                stopped, startedAt, sent.get() + unsent, windowNs(), health, counts.lag(), remarks(counts));
    }

    private long windowNs() {
        return lastEndNs.get() > 0 ? lastEndNs.get() : sinceEpochNs();
    }

    private List<String> remarks(Transport.Counts counts) {
        List<String> remarks = new ArrayList<>();
        if (isBusy()) {
            remarks.add(
                    (sent.get() - ended.get()) + " requests did not end and have no trace: a fault of this client.");
        }
        if (transport.serverClosesAfterAnswers()) {
            remarks.add("The server closes connections right after an answer, so each request opened its own ("
                    + counts.opened() + " connections).");
        }
        if (proxy != null) {
            remarks.add("Requests went through the proxy " + proxy + ", named by the environment.");
        } else if (origin.addresses().size() > 1) {
            remarks.add("The endpoint's name has " + origin.addresses().size()
                    + " addresses; requests went to the first" + " that answered, "
                    + origin.addresses().getFirst().getAddress().getHostAddress() + " tried first.");
        }
        if (unparsable.get() > 0) {
            remarks.add(unparsable.get() + " events were not JSON; they are kept as chunks of that kind.");
        }
        return List.copyOf(remarks);
    }

    /// Stops sending, from any thread. What is in flight gets the plan's drain to end.
    public void stop() {
        stopped = true;
        LockSupport.unpark(runner);
    }

    /// Where the run is now; cheap, from any thread.
    public Progress progress() {
        long done = ended.get();
        long begun = sent.get();
        return new Progress(begun, Math.max(0, begun - done), epochNs == 0 ? 0 : sinceEpochNs());
    }

    @Override
    public void close() {
        ahead.close();
        transport.close();
    }
}
