package dev.goodput.core.stat;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/// Whether a candidate's tail is worse than a baseline's: how many of its values exceed the baseline's value at
/// a percentile. Exact and distribution-free (the precedence test of L. S. Nelson, Technometrics 5, 1963): if
/// both came from one distribution, P(K = j) = C(n − r + j, j)·C(r − 1 + m − j, m − j)/C(n + m, m), whose tail
/// is hypergeometric.
///
/// @param rank of the threshold among the baseline's values, from 1
/// @param count candidate values above it
/// @param expected how many there would be without a difference
/// @param pValue chance of as many or more without a difference
public record Exceedance(int rank, double threshold, int count, double expected, double pValue) {

    /// @param baseline not empty, no NaN
    /// @param candidate not empty, no NaN
    /// @param perMille 1 to 999
    public static Exceedance of(double[] baseline, double[] candidate, int perMille) {
        Shift.check(baseline);
        Shift.check(candidate);
        if (perMille < 1 || perMille > 999) {
            throw new IllegalArgumentException("no tail beyond the percentile of " + perMille + " per mille");
        }
        int n = baseline.length;
        int m = candidate.length;
        double[] sorted = baseline.clone();
        Arrays.sort(sorted);
        int rank = Math.toIntExact(Math.ceilDiv((long) n * perMille, 1000L));
        double threshold = sorted[rank - 1];
        int count = (int)
                Arrays.stream(candidate).filter(value -> value > threshold).count();
        return new Exceedance(rank, threshold, count, (double) m * (n - rank + 1) / (n + 1), pValue(n, m, rank, count));
    }

    /// P(K ≥ count) if `m` values come from the distribution of the `n` of which that of `rank` is the
    /// threshold.
    public static double pValue(int n, int m, int rank, int count) {
        if (rank < 1 || rank > n || count < 0 || count > m) {
            throw new IllegalArgumentException(
                    "no " + count + " of " + m + " values above the one of rank " + rank + " of " + n);
        }
        // The threshold lies below `count` candidate values or more if at least `rank` baseline values are among the
        // smallest rank + m − count of all.
        return HypergeometricDistribution.of(n + m, n, rank + m - count).survivalProbability(rank - 1);
    }
}
