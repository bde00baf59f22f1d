package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.util.OptionalLong;

/// The early-stopping rule of MLPerf's load generator: with `t` queries over the limit, how many queries show
/// that a share p keeps it? The smallest h with I_p(h, t + 1) ≤ 1 − c, and n ≥ h + t. It is the exact binomial
/// lower bound ([BinomialBounds]) read the other way round; MLPerf fixes c at 0.99. Queries are taken as
/// independent.
public final class EarlyStopping {
    private EarlyStopping() {}

    /// h(t) + t: the fewest requests that with `misses` misses show the share.
    ///
    /// @param share strictly between 0 and 1
    public static long minimumRequests(long misses, BigDecimal share, Confidence confidence) {
        check(share);
        if (misses < 0) {
            throw new IllegalArgumentException("a negative count of misses: " + misses);
        }
        long low = misses;
        long high = misses + 1;
        while (!BinomialBounds.lowerReaches(high - misses, high, share, confidence)) {
            low = high;
            high = Math.multiplyExact(high, 2L);
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (BinomialBounds.lowerReaches(middle - misses, middle, share, confidence)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /// The most misses among `requests` with which they show the share, or -1 where none will do.
    public static long allowedMisses(long requests, BigDecimal share, Confidence confidence) {
        check(share);
        BinomialBounds.check(0, requests);
        long low = -1;
        long high = requests;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (BinomialBounds.lowerReaches(requests - middle, requests, share, confidence)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The rank, from 1 for the smallest, of the value that MLPerf reports as its estimate of a percentile: the
    /// t-th highest for the largest t ≥ 1 that `requests` allow; empty below h(1) + 1 requests. One rank above
    /// the exact upper bound of [QuantileBounds], because it spends a miss on the reported value itself.
    public static OptionalLong percentileRank(long requests, BigDecimal share, Confidence confidence) {
        long allowed = allowedMisses(requests, share, confidence);
        return allowed < 1 ? OptionalLong.empty() : OptionalLong.of(requests - allowed + 1);
    }

    private static void check(BigDecimal share) {
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) >= 0) {
            throw new IllegalArgumentException(
                    "a share to be shown lies between 0 and 1, but is " + share.toPlainString());
        }
    }
}
