package dev.goodput.load;

import java.util.SplittableRandom;

/// The arrivals of a Poisson process, as times from the epoch, one after the other. They depend on the seed
/// and the
/// rate alone: never on answers, never on when they are asked for.
public final class ArrivalTimes {
    private static final double NS_PER_SECOND = 1e9;

    private final SplittableRandom random;
    private final double meanGapNs;
    private double atNs;

    ArrivalTimes(double ratePerSecond, long seed) {
        meanGapNs = NS_PER_SECOND / ratePerSecond;
        random = Seeds.stream(seed, Seeds.ARRIVALS, 0);
    }

    /// The next arrival. Gaps are exponential, by inversion.
    public long nextNs() {
        atNs -= meanGapNs * Math.log1p(-random.nextDouble());
        return (long) atNs;
    }
}
