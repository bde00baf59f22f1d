package dev.goodput.load;

import dev.goodput.core.trace.Asked;

/// What a plan will ask for and when, without an endpoint to ask: a simulation of a measurement draws what the
/// measurement itself would.
public final class PlannedRequests {
    private final LengthDraws lengths;
    private final long seed;

    public PlannedRequests(Lengths lengths, long seed) {
        this.lengths = new LengthDraws(lengths, seed);
        this.seed = seed;
    }

    /// What a round is drawn from: the first from the seed itself.
    public static long seedOfRound(long seed, int round) {
        return Seeds.ofRound(seed, round);
    }

    /// The lengths of request `index`.
    public Asked asked(long index) {
        return lengths.of(index);
    }

    /// The arrivals of an open loop in nanoseconds from its beginning, one call each.
    public ArrivalTimes arrivals(double ratePerSecond) {
        return new ArrivalTimes(ratePerSecond, seed);
    }
}
