package dev.goodput.core.stat;

import org.apache.commons.statistics.distribution.NormalDistribution;

/// The score interval of a share, after E. B. Wilson, JASA 22 (1927). Close to nominal on average, but it can
/// err more often than it says (one-sided up to 7 % instead of 5 near 1), so it serves plots, searches and
/// differences; verdicts take [BinomialBounds].
public final class Wilson {
    private Wilson() {}

    public static Interval interval(Tally tally, Confidence twoSided) {
        Confidence side = twoSided.dividedBy(2);
        return new Interval(lower(tally, side), upper(tally, side));
    }

    public static double lower(Tally tally, Confidence oneSided) {
        return Math.max(0, end(tally, -z(oneSided)));
    }

    public static double upper(Tally tally, Confidence oneSided) {
        return Math.min(1, end(tally, z(oneSided)));
    }

    /// The standard normal value that the confidence lies below.
    static double z(Confidence confidence) {
        return NormalDistribution.of(0, 1).inverseSurvivalProbability(confidence.complement());
    }

    private static double end(Tally tally, double z) {
        double n = tally.total();
        double share = tally.share();
        // Without a miss, or a good request, that end is exact; the formula leaves it to cancellation.
        if ((share == 0 && z < 0) || (share == 1 && z > 0)) {
            return share;
        }
        double spread = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
        return (share + z * z / (2 * n) + spread) / (1 + z * z / n);
    }
}
