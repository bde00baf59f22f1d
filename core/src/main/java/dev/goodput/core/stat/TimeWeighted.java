package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Statistics of a quantity over time, in which every value weighs as long as it held.
///
/// @param values sorted
/// @param shares cumulative share of the time, of each value and all below
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record TimeWeighted(double mean, double std, double[] values, double[] shares) {
    /// Of nothing: all statistics are 0.
    public static final TimeWeighted ZERO = new TimeWeighted(0, 0, new double[] {0}, new double[] {1});

    public static TimeWeighted of(double[] values, double[] durations) {
        double total = Arrays.stream(durations).sum();
        if (!(total > 0)) {
            return ZERO;
        }
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += values[i] * durations[i];
        }
        mean /= total;
        double squares = 0;
        double[] sorted = new double[values.length];
        double[] shares = new double[values.length];
        double cumulative = 0;
        for (int i = 0; i < order.length; i++) {
            sorted[i] = values[order[i]];
            squares += durations[order[i]] * (sorted[i] - mean) * (sorted[i] - mean);
            cumulative += durations[order[i]];
            shares[i] = cumulative;
        }
        double all = cumulative;
        Arrays.setAll(shares, i -> shares[i] / all);
        return new TimeWeighted(mean, Math.sqrt(squares / total), sorted, shares);
    }

    /// The smallest value whose cumulative share of the time reaches `p`.
    public double percentile(double p) {
        for (int i = 0; i < values.length; i++) {
            if (shares[i] >= p) {
                return values[i];
            }
        }
        return max();
    }

    public double min() {
        return values[0];
    }

    public double max() {
        return values[values.length - 1];
    }
}
