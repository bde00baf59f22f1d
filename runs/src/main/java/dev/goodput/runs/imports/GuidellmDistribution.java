package dev.goodput.runs.imports;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Values with weights, summarised as guidellm does: equal values are joined, weights become shares, a percentile is
/// the
/// smallest value whose cumulative share reaches it. Sums are taken in the order of the tool's array library, so that a
/// spread of nothing comes out as exactly the same nothing.
final class GuidellmDistribution {
    private static final double EPSILON = 1e-6;
    private static final String PERCENTILES = "percentiles.";

    private final double[] values;
    private final double[] shares;
    private final double count;
    private final GuidellmIntervals intervals;

    private GuidellmDistribution(double[] values, double[] shares, double count, GuidellmIntervals intervals) {
        this.values = values;
        this.shares = shares;
        this.count = count;
        this.intervals = intervals;
    }

    static GuidellmDistribution empty() {
        return new GuidellmDistribution(
                new double[0], new double[0], 0, new GuidellmIntervals(new double[0], Double.NaN));
    }

    /// @param confidence of the intervals around mean and percentiles; NaN for none
    static GuidellmDistribution of(double[] values, double[] weights, double confidence) {
        return of(values, weights, Math.rint(ArraySums.pairwise(weights)), confidence);
    }

    /// @param count observations, where that is not the sum of the weights
    static GuidellmDistribution of(double[] values, double[] weights, double count, double confidence) {
        if (values.length == 0) {
            return empty();
        }
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] distinct = new double[order.length];
        double[] joined = new double[order.length];
        int size = 0;
        for (int i : order) {
            if (size == 0 || distinct[size - 1] != values[i]) {
                distinct[size++] = values[i];
            }
            joined[size - 1] += weights[i];
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (joined[i] > 0) {
                distinct[kept] = distinct[i];
                joined[kept++] = joined[i];
            }
        }
        double[] shares = Arrays.copyOf(joined, kept);
        double total = ArraySums.pairwise(shares);
        if (total <= EPSILON) {
            Arrays.fill(shares, 1);
            total = ArraySums.pairwise(shares);
        }
        for (int i = 0; i < kept; i++) {
            shares[i] /= total;
        }
        return new GuidellmDistribution(
                Arrays.copyOf(distinct, kept), shares, count, new GuidellmIntervals(values, confidence));
    }

    /// A statistic by its path in the tool's file; NaN for one that is not known, 0 for one of nothing.
    double statistic(String path) {
        if (path.startsWith("mean_ci.") || path.startsWith("percentile_cis.")) {
            return intervals.bound(path);
        }
        if (path.startsWith(PERCENTILES)) {
            double share = share(path.substring(PERCENTILES.length()));
            return Double.isNaN(share) ? Double.NaN : percentile(share);
        }
        return switch (path) {
            case "mean" -> mean();
            case "median" -> percentile(0.5);
            case "mode" -> values.length == 0 ? 0 : values[mostCommon()];
            case "variance" -> variance();
            case "std_dev" -> Math.sqrt(variance());
            case "min" -> values.length == 0 ? 0 : values[0];
            case "max" -> values.length == 0 ? 0 : values[values.length - 1];
            case "count" -> count;
            case "total_sum" -> mean() * count;
            default -> Double.NaN;
        };
    }

    /// `p05` is 5 %, `p001` 0.1 %, `p999` 99.9 %.
    static double share(String name) {
        return switch (name) {
            case "p001" -> 0.001;
            case "p01" -> 0.01;
            case "p05" -> 0.05;
            case "p10" -> 0.1;
            case "p25" -> 0.25;
            case "p50" -> 0.5;
            case "p75" -> 0.75;
            case "p90" -> 0.9;
            case "p95" -> 0.95;
            case "p99" -> 0.99;
            case "p999" -> 0.999;
            default -> Double.NaN;
        };
    }

    private double percentile(double share) {
        double cumulative = 0;
        for (int i = 0; i < values.length; i++) {
            cumulative += shares[i];
            if (cumulative >= share) {
                return values[i];
            }
        }
        return values.length == 0 ? 0 : values[values.length - 1];
    }

    private double mean() {
        double[] parts = new double[values.length];
        Arrays.setAll(parts, i -> values[i] * shares[i]);
        return ArraySums.pairwise(parts);
    }

    private double variance() {
        double mean = mean();
        double[] parts = new double[values.length];
        Arrays.setAll(parts, i -> (values[i] - mean) * (values[i] - mean) * shares[i]);
        return ArraySums.pairwise(parts);
    }

    private int mostCommon() {
        int most = 0;
        for (int i = 1; i < shares.length; i++) {
            most = shares[i] > shares[most] ? i : most;
        }
        return most;
    }
}
