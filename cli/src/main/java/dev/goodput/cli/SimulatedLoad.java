package dev.goodput.cli;

import dev.goodput.core.trace.Manifest;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.Workload;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;

/// What a modelled engine is asked, how much of it, and how a run describes that.
///
/// @param schedule without its seed
record SimulatedLoad(Workload workload, Limits limits, Manifest.Schedule schedule) {

    /// What a measurement with this load would send.
    ///
    /// @param requests at most; 0 for no limit
    /// @param durationNs 0 for no limit
    static SimulatedLoad of(Lengths lengths, Arrivals arrivals, long requests, long durationNs) {
        Workload workload = new PlannedWorkload(lengths, arrivals);
        return switch (arrivals) {
            case Arrivals.ClosedLoop(int users) ->
                new SimulatedLoad(
                        workload,
                        new Limits(users, requests, durationNs),
                        new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, users, 0, 0));
            case Arrivals.Poisson poisson ->
                new SimulatedLoad(
                        workload,
                        new Limits(0, requests, durationNs),
                        new Manifest.Schedule(Manifest.Schedule.POISSON, 0, poisson.ratePerSecond(), 0));
        };
    }

    /// Requests that say themselves when they start, for so long.
    static SimulatedLoad described(Workload workload, long durationNs) {
        return new SimulatedLoad(
                workload, new Limits(0, 0, durationNs), new Manifest.Schedule(Manifest.Schedule.WORKLOAD, 0, 0, 0));
    }

    Manifest.Schedule schedule(long seed) {
        return new Manifest.Schedule(schedule.kind(), schedule.concurrency(), schedule.ratePerSecond(), seed);
    }
}
