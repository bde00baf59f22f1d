package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;

/// Bounds on a quantile that hold for every distribution: values of the sample, by rank (H. A. David and H. N.
/// Nagaraja, Order Statistics, 3rd ed., section 7.1). P(X₍ᵣ₎ ≥ q_p) = P(Bin(n, p) ≤ r − 1). Ranks count from 1,
/// the smallest; 0 means that the sample has no such bound. Percentiles are whole per mille (P99 is 990).
///
/// The design effect τ of correlated requests enters as in [CorrectedBounds]: n/τ requests in all, r/τ of them
/// below.
public final class QuantileBounds {
    private QuantileBounds() {}

    /// Two ranks that enclose a quantile.
    ///
    /// @param coverage the chance that they do, at least the confidence asked for
    public record Ranks(int lower, int upper, double coverage) {}

    /// The smallest rank whose value is at or above the quantile with the confidence, or 0.
    public static int upperRank(int n, int perMille, Confidence confidence) {
        return upperRank(n, perMille, 1, confidence);
    }

    public static int upperRank(int n, int perMille, double designEffect, Confidence confidence) {
        BigDecimal share = share(n, perMille, designEffect);
        int low = 0;
        int high = n + 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (BinomialBounds.lowerReaches(middle / designEffect, n / designEffect, share, confidence)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high > n ? 0 : high;
    }

    /// The largest rank whose value is at or below the quantile with the confidence, or 0.
    public static int lowerRank(int n, int perMille, Confidence confidence) {
        return lowerRank(n, perMille, 1, confidence);
    }

    public static int lowerRank(int n, int perMille, double designEffect, Confidence confidence) {
        double share = share(n, perMille, designEffect).doubleValue();
        int low = 0;
        int high = n + 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (BinomialBounds.atMost((middle - 1) / designEffect, n / designEffect, share)
                    <= confidence.complement()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The ranks of a two-sided interval with half the error on each side, where both exist.
    public static Optional<Ranks> twoSided(int n, int perMille, Confidence confidence) {
        int lower = lowerRank(n, perMille, confidence.dividedBy(2));
        int upper = upperRank(n, perMille, confidence.dividedBy(2));
        if (lower == 0 || upper == 0) {
            return Optional.empty();
        }
        double share = share(n, perMille, 1).doubleValue();
        double coverage = BinomialBounds.atMost(upper - 1, n, share) - BinomialBounds.atMost(lower - 1, n, share);
        return Optional.of(new Ranks(lower, upper, coverage));
    }

    /// The fewest values that have an upper bound of the quantile: pⁿ ≤ 1 − confidence. 299 for P99 at 95 %.
    public static int smallestSample(int perMille, Confidence confidence) {
        return Math.toIntExact(EarlyStopping.minimumRequests(0, share(1, perMille, 1), confidence));
    }

    /// A value that the quantile does not exceed.
    ///
    /// @param sorted ascending, no NaN
    public static OptionalDouble upper(double[] sorted, int perMille, double designEffect, Confidence confidence) {
        int rank = upperRank(sorted.length, perMille, designEffect, confidence);
        return rank == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[rank - 1]);
    }

    /// A value that the quantile reaches.
    ///
    /// @param sorted ascending, no NaN
    public static OptionalDouble lower(double[] sorted, int perMille, double designEffect, Confidence confidence) {
        int rank = lowerRank(sorted.length, perMille, designEffect, confidence);
        return rank == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[rank - 1]);
    }

    private static BigDecimal share(int n, int perMille, double designEffect) {
        if (perMille <= 0 || perMille >= 1000) {
            throw new IllegalArgumentException("no bounds for the percentile of " + perMille + " per mille");
        }
        if (n < 1) {
            throw new IllegalArgumentException("no quantile of an empty sample");
        }
        if (!(designEffect >= 1)) {
            throw new IllegalArgumentException("a design effect is at least 1, but is " + designEffect);
        }
        return BigDecimal.valueOf(perMille, 3);
    }
}
