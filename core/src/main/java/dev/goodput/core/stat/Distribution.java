package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/// A sample of one quantity, sorted, in the unit of its source (times in nanoseconds). NaN values ("not applicable")
/// are left out of it; an empty distribution has no statistics and answers NaN.
public final class Distribution {
    public static final Distribution EMPTY = new Distribution(new double[0]);

    private final double[] sorted;

    private Distribution(double[] sorted) {
        this.sorted = sorted;
    }

    /// The distribution of those of the values that are numbers.
    public static Distribution of(DoubleStream values) {
        return owning(values.toArray());
    }

    public static Distribution of(double... values) {
        return owning(values.clone());
    }

    /// As [#of], but the array becomes the distribution's own and is sorted in place: pools of gaps hold hundreds of
    /// millions of values, and a copy of them may not fit.
    public static Distribution owning(double[] values) {
        Arrays.sort(values);
        int numbers = values.length;
        // NaN sorts last.
        while (numbers > 0 && Double.isNaN(values[numbers - 1])) {
            numbers--;
        }
        return numbers == 0
                ? EMPTY
                : new Distribution(numbers == values.length ? values : Arrays.copyOf(values, numbers));
    }

    public int count() {
        return sorted.length;
    }

    public boolean isEmpty() {
        return sorted.length == 0;
    }

    /// The value at a percentile by linear interpolation (type 7), or NaN when empty.
    public double quantile(int perMille) {
        return isEmpty() ? Double.NaN : Quantiles.linear(sorted, perMille);
    }

    public double p50() {
        return quantile(500);
    }

    public double p90() {
        return quantile(900);
    }

    public double p99() {
        return quantile(990);
    }

    public double min() {
        return isEmpty() ? Double.NaN : sorted[0];
    }

    public double max() {
        return isEmpty() ? Double.NaN : sorted[sorted.length - 1];
    }

    public double mean() {
        return isEmpty() ? Double.NaN : Arrays.stream(sorted).sum() / sorted.length;
    }

    /// The value of rank `i`, from 0 (smallest).
    public double value(int i) {
        return sorted[i];
    }

    /// How many values are at most `limit`.
    public int countAtMost(double limit) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return "n=" + count() + " p50=" + p50() + " p90=" + p90() + " p99=" + p99();
    }
}
