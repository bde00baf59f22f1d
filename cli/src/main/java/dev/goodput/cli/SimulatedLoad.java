package dev.goodput.cli;

import dev.goodput.core.trace.Manifest;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.Workload;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;

/// What a modelled engine is asked, and how much of it.
///
/// @param ratePerSecond of Poisson arrivals; 0 where the workload has its own times, or users
record SimulatedLoad(Workload workload, Limits limits, double ratePerSecond) {

    /// What a measurement with this load would send.
    ///
    /// @param requests at most; 0 for no limit
    /// @param durationNs 0 for no limit
    static SimulatedLoad of(Lengths lengths, Arrivals arrivals, long requests, long durationNs) {
        Workload workload = new PlannedWorkload(lengths, arrivals);
        return switch (arrivals) {
            case Arrivals.ClosedLoop(int users) ->
                new SimulatedLoad(workload, new Limits(users, requests, durationNs), 0);
            case Arrivals.Poisson poisson ->
                new SimulatedLoad(workload, new Limits(0, requests, durationNs), poisson.ratePerSecond());
        };
    }

    /// Requests that say themselves when they start, for so long.
    static SimulatedLoad described(Workload workload, long durationNs) {
        return new SimulatedLoad(workload, new Limits(0, 0, durationNs), 0);
    }

    Manifest.Schedule schedule(long seed) {
        int users = limits.users();
        String kind = users > 0
                ? Manifest.Schedule.CLOSED_LOOP
                : ratePerSecond > 0 ? Manifest.Schedule.POISSON : Manifest.Schedule.WORKLOAD;
        return new Manifest.Schedule(kind, users, ratePerSecond, seed);
    }
}
