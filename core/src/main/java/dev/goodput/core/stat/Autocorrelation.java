package dev.goodput.core.stat;

/// How much less a run says because neighbouring requests share their fate.
///
/// The integrated autocorrelation time τ = 1 + 2·Σ ρⱼ of the good indicator: n correlated requests bound a
/// share as well as n/τ independent ones. Estimated by the initial positive sequence of C. J. Geyer, "Practical
/// Markov Chain Monte Carlo", Statistical Science 7 (1992): autocorrelations with divisor n are summed in pairs
/// until a pair is no longer positive.
public final class Autocorrelation {
    /// No lag beyond this is looked at: where correlation still lives there, τ is in the thousands and no
    /// verdict stands anyway. Keeps a million requests well under a second.
    private static final int MAX_LAG = 10_000;

    private Autocorrelation() {}

    /// τ, never less than 1. Pairs are taken within rounds only. A series without a miss, or without a good
    /// request, has no variance to show a correlation and answers 1: see [GoodShare] for what that may be used
    /// for.
    public static double integratedTime(GoodSeries series) {
        if (series.misses() == 0 || series.good() == 0) {
            return 1;
        }
        int longest = series.missed().stream().mapToInt(Bits::length).max().orElseThrow();
        int maxLag = Math.min(Math.min(longest - 1, series.size() / 2), MAX_LAG);
        double variance = covariance(series, 0);
        double sum = 0;
        for (int lag = 0; lag <= maxLag; lag += 2) {
            double pair = covariance(series, lag) + (lag < maxLag ? covariance(series, lag + 1) : 0);
            if (pair <= 0) {
                break;
            }
            sum += pair / variance;
        }
        return Math.max(1, 2 * sum - 1);
    }

    /// Σ (xᵢ − x̄)(xᵢ₊ₗ − x̄)/n over the pairs within rounds.
    private static double covariance(GoodSeries series, int lag) {
        double mean = (double) series.misses() / series.size();
        double sum = 0;
        for (Bits round : series.missed()) {
            int pairs = round.length() - lag;
            if (pairs > 0) {
                int early = round.countFirst(pairs);
                int late = round.count() - round.countFirst(lag);
                sum += round.countPairs(lag) - mean * (early + late) + pairs * mean * mean;
            }
        }
        return sum / series.size();
    }
}
