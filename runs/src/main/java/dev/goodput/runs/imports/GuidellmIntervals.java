package dev.goodput.runs.imports;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/// guidellm's intervals around a mean (Student t) and around percentiles (order statistics that bracket them with
/// binomial confidence), of one value a request.
///
/// @param values one a request, in any order
/// @param confidence two-sided; NaN where the tool gives no intervals
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record GuidellmIntervals(double[] values, double confidence) {
    private static final double LEAST = 0.5;
    private static final double MOST = 0.999;

    /// @param path such as `mean_ci.lower` or `percentile_cis.p95.upper`
    double bound(String path) {
        String[] parts = path.split("\\.", -1);
        boolean lower = parts[parts.length - 1].equals("lower");
        if (Double.isNaN(confidence) || values.length < 2) {
            return Double.NaN;
        }
        double level = Math.clamp(confidence, LEAST, MOST);
        if (path.startsWith("mean_ci.")) {
            return mean() + (lower ? -1 : 1) * halfWidth(level);
        }
        double share = parts.length == 3 ? GuidellmDistribution.share(parts[1]) : Double.NaN;
        return Double.isNaN(share) ? Double.NaN : quantileBound(share, (1 - level) / 2, lower);
    }

    private double mean() {
        return ArraySums.pairwise(values) / values.length;
    }

    private double halfWidth(double level) {
        double mean = mean();
        double[] squares = new double[values.length];
        Arrays.setAll(squares, i -> (values[i] - mean) * (values[i] - mean));
        double n = values.length;
        double population = Math.sqrt(ArraySums.pairwise(squares) / n);
        return studentT((1 + level) / 2, n - 1) * (population * Math.sqrt(n / (n - 1))) / Math.sqrt(n);
    }

    /// The quantile of Student's t above the median, by bisection of its distribution function.
    private static double studentT(double probability, double freedom) {
        double low = 0;
        double high = 1;
        while (below(high, freedom) < probability) {
            high *= 2;
        }
        for (int i = 0; i < 200 && high - low > 1e-14 * high; i++) {
            double middle = (low + high) / 2;
            if (below(middle, freedom) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static double below(double t, double freedom) {
        return 1 - RegularizedBeta.value(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
    }

    /// The largest rank that is at most in the lower tail, or the smallest that is at least in the upper one.
    private double quantileBound(double share, double tail, boolean lower) {
        int n = values.length;
        int low = -1;
        int high = n;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            double atMost = atMost(middle, n, share);
            boolean below = lower ? atMost <= tail : atMost < 1 - tail;
            if (below) {
                low = middle;
            } else {
                high = middle;
            }
        }
        int rank = lower ? low : high;
        if (rank < 0 || rank >= n || (!lower && atMost(n - 1, n, share) < 1 - tail)) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[rank];
    }

    /// The chance of at most `k` of `n` below the percentile.
    private static double atMost(int k, int n, double share) {
        return k >= n ? 1 : RegularizedBeta.value(1 - share, n - k, k + 1.0);
    }
}
