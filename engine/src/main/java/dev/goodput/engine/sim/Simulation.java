package dev.goodput.engine.sim;

import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Drives an engine with a workload on a virtual clock, as fast as it computes. The same engine and
/// workload give the same traces.
public final class Simulation {
    /// The users of a closed loop arrive this far apart, all of them within [#RAMP_MAX_NS], as those of
    /// a measurement do.
    private static final long RAMP_STEP_NS = 500_000;

    private static final long RAMP_MAX_NS = 1_000_000_000;

    private final ServingEngine engine;
    private final Network network;
    private final Iterator<WorkloadRequest> requests;
    private final Limits limits;
    private final Consumer<RequestTrace> sink;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::startNs).thenComparingLong(turn -> turn.asked.index()));
    private final PriorityQueue<Long> freeUsers = new PriorityQueue<>();
    private final Deque<WorkloadRequest> read = new ArrayDeque<>();
    /// The turns to come, by the request that each follows.
    private final Map<Long, WorkloadRequest> followers = new HashMap<>();
    private long scheduled;
    private long endedNs;

    private record Due(long startNs, WorkloadRequest asked) {}

    /// How much of a workload is run.
    ///
    /// @param users of a closed loop; 0 where every request has its time
    /// @param requests at most; 0 for all there are
    /// @param durationNs nothing starts then or later; 0 for no limit
    public record Limits(int users, long requests, long durationNs) {}

    /// What was run.
    ///
    /// @param requests that were due
    /// @param windowNs from the beginning to the last event
    public record Ended(long requests, long windowNs) {}

    private Simulation(
            ServingEngine engine,
            Network network,
            Iterator<WorkloadRequest> requests,
            Limits limits,
            Consumer<RequestTrace> sink) {
        this.engine = engine;
        this.network = network;
        this.requests = requests;
        this.limits = limits;
        this.sink = sink;
    }

    /// @param engine new: its clock begins at 0
    /// @param sink told of each request as it ends
    /// @throws IllegalArgumentException when requests wait for users and there are none
    public static Ended run(
            ServingEngine engine,
            Network network,
            Iterator<WorkloadRequest> requests,
            Limits limits,
            Consumer<RequestTrace> sink) {
        return new Simulation(engine, network, requests, limits, sink).run();
    }

    private Ended run() {
        long rampNs = limits.users() == 0 ? 0 : Math.min(RAMP_STEP_NS, RAMP_MAX_NS / limits.users());
        for (int user = 0; user < limits.users(); user++) {
            freeUsers.add(user * rampNs);
        }
        while (true) {
            long startNs = nextStartNs();
            long engineNs = engine.nextDueNs();
            long arrivalNs = startNs == ServingEngine.NEVER ? startNs : startNs + network.toServerNs();
            if (arrivalNs == ServingEngine.NEVER && engineNs == ServingEngine.NEVER) {
                return new Ended(scheduled, endedNs);
            }
            if (engineNs < arrivalNs) {
                engine.advanceTo(engineNs);
            } else {
                start(arrivalNs);
            }
        }
    }

    /// When the next request starts, as far as is known now.
    private long nextStartNs() {
        long nextNs = due.isEmpty() ? ServingEngine.NEVER : due.element().startNs();
        WorkloadRequest next = peek();
        if (next != null) {
            nextNs = Math.min(
                    nextNs,
                    switch (next.start()) {
                        case At(long ns) -> ns;
                        case WhenFree() -> freeUsers.isEmpty() ? ServingEngine.NEVER : freeUsers.element();
                        case After _ -> throw new IllegalStateException("turns are taken with the request they follow");
                    });
        }
        boolean over = limits.durationNs() > 0 && nextNs >= limits.durationNs();
        return over ? ServingEngine.NEVER : nextNs;
    }

    /// The next request that follows no other.
    private @Nullable WorkloadRequest peek() {
        boolean enough = limits.requests() > 0 && scheduled + due.size() >= limits.requests();
        if (read.isEmpty() && !enough && requests.hasNext()) {
            read.add(requests.next());
        }
        WorkloadRequest next = enough ? null : read.peek();
        if (next != null && next.start() instanceof WhenFree && limits.users() == 0) {
            throw new IllegalArgumentException(
                    "this workload does not say when its requests start: give a rate, or a number of users");
        }
        return next;
    }

    private void start(long arrivalNs) {
        long startNs = arrivalNs - network.toServerNs();
        if (!due.isEmpty() && due.element().startNs() == startNs) {
            submit(due.remove().asked(), startNs);
            return;
        }
        WorkloadRequest next = read.remove();
        if (next.start() instanceof WhenFree) {
            freeUsers.remove();
        }
        takeTurns(next);
        submit(next, startNs);
    }

    /// Reads the turns of the conversation that `first` begins: they come right behind it.
    private void takeTurns(WorkloadRequest first) {
        long last = first.index();
        while (requests.hasNext()) {
            WorkloadRequest turn = requests.next();
            if (!(turn.start() instanceof After after)) {
                read.add(turn);
                return;
            }
            if (after.index() < first.index() || after.index() > last) {
                throw new IllegalArgumentException("request " + turn.index() + " follows request " + after.index()
                        + ", which is not in the conversation before it");
            }
            if (followers.putIfAbsent(after.index(), turn) != null) {
                throw new IllegalArgumentException("two requests follow request " + after.index());
            }
            last = turn.index();
        }
    }

    private void submit(WorkloadRequest asked, long startNs) {
        scheduled++;
        SimulatedCall call = new SimulatedCall(asked, startNs, network, this::ended);
        engine.submit(startNs + network.toServerNs(), asked.request(), call);
    }

    private void ended(SimulatedCall call, RequestTrace trace, long endNs) {
        endedNs = Math.max(endedNs, endNs);
        sink.accept(trace);
        WorkloadRequest turn = followers.remove(call.asked().index());
        if (turn != null && trace.isCompleted()) {
            long thinkNs = turn.start() instanceof After after ? after.thinkNs() : 0;
            if (limits.requests() == 0 || scheduled + due.size() < limits.requests()) {
                due.add(new Due(endNs + thinkNs, turn));
            }
        } else if (limits.users() > 0) {
            freeUsers.add(endNs);
        }
        // Of a conversation that broke off nothing more is asked.
        while (turn != null && !trace.isCompleted()) {
            turn = followers.remove(turn.index());
        }
    }
}
