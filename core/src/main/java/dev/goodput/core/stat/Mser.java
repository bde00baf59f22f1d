package dev.goodput.core.stat;

import java.util.Arrays;

/// Where a warm-up ends: the truncation that minimises the squared standard error of the mean of the rest, MSER
/// of K. P. White, Simulation 69 (1997). Feed it a series by schedule time (mean latency or requests in flight
/// per window), never completions in the order in which they completed.
///
/// @param truncated leading observations that belong to the warm-up
/// @param steady false where the minimum lies at half of the series: no steady state was seen
/// @param mean of what is left
public record Mser(int truncated, boolean steady, double mean) {

    /// @param series two values or more, finite
    public static Mser of(double... series) {
        Shift.check(series);
        int n = series.length;
        if (n < 2) {
            throw new IllegalArgumentException("a warm-up cannot be told from one value");
        }
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        double bestMean = 0;
        // From the end, by B. P. Welford's update, so that nothing cancels; of equal minima the smallest truncation
        // stays.
        double mean = 0;
        double squares = 0;
        for (int d = n - 1; d >= 0; d--) {
            int left = n - d;
            double step = series[d] - mean;
            mean += step / left;
            squares += step * (series[d] - mean);
            double error = squares / left / left;
            if (d <= n / 2 && error <= least) {
                least = error;
                best = d;
                bestMean = mean;
            }
        }
        return new Mser(best, best < n / 2, bestMean);
    }

    /// On means of consecutive groups (MSER-5 with groups of 5); values left over at the end are dropped.
    ///
    /// @return with the truncation in single observations
    public static Mser ofGroups(double[] series, int size) {
        if (size < 1 || series.length < 2 * size) {
            throw new IllegalArgumentException(
                    "two groups of " + size + " or more are needed, not " + series.length + " values");
        }
        double[] means = new double[series.length / size];
        for (int i = 0; i < means.length; i++) {
            means[i] = Arrays.stream(series, i * size, (i + 1) * size).sum() / size;
        }
        Mser groups = of(means);
        return new Mser(groups.truncated() * size, groups.steady(), groups.mean());
    }
}
