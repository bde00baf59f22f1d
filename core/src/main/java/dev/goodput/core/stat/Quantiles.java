package dev.goodput.core.stat;

/// Point estimates of quantiles. Percentiles are carried as whole per mille (P99 is 990), because `n·0.99` in binary
/// floating point is off by one rank for some n.
public final class Quantiles {
    private Quantiles() {}

    /// Type 7 of Hyndman and Fan (1996), the default of numpy, pandas and R: position (n − 1)·p, linear interpolation.
    ///
    /// @param sorted ascending, not empty, no NaN
    /// @param perMille 0 to 1000
    public static double linear(double[] sorted, int perMille) {
        check(sorted, perMille);
        long scaled = (long) (sorted.length - 1) * perMille;
        int low = (int) (scaled / 1000);
        double weight = (scaled % 1000) / 1000.0;
        double at = sorted[low];
        return weight == 0 ? at : at + weight * (sorted[low + 1] - at);
    }

    /// Type 1, nearest rank: the smallest observed value with at least a share p of the sample at or below it.
    /// Defined with infinite values too.
    ///
    /// @param sorted ascending, not empty, no NaN
    /// @param perMille 0 to 1000
    public static double nearestRank(double[] sorted, int perMille) {
        check(sorted, perMille);
        long rank = Math.ceilDiv((long) sorted.length * perMille, 1000);
        return sorted[(int) Math.max(rank, 1) - 1];
    }

    /// Whether a sample of `n` can speak about the percentile at 95 % confidence: with less, the largest value seen
    /// lies below the true percentile too often for it to bound it (pⁿ > 5 %; 299 for P99, 29 for P90, 5 for P50).
    public static boolean isSupported(long n, int perMille) {
        return n > 0 && Math.pow(perMille / 1000.0, n) <= 0.05;
    }

    private static void check(double[] sorted, int perMille) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no quantile of an empty sample");
        }
        if (perMille < 0 || perMille > 1000) {
            throw new IllegalArgumentException("percentile outside 0 to 1000 per mille: " + perMille);
        }
    }
}
