package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.StdDev;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Values with weights, sorted by value: what a statistic of a dialect is taken of. Weights are 1 unless the dialect
/// says otherwise.
///
public final class Sample {
    private final double[] values;
    private final double[] weights;
    private final long failed;

    /// @param failed requests that failed, for estimators that append one infinity for each
    private Sample(double[] values, double[] weights, long failed) {
        this.values = values;
        this.weights = weights;
        this.failed = failed;
    }

    /// A sample of those of the values that are numbers.
    static Sample of(double[] values, double[] weights, long failed) {
        int[] order = IntStream.range(0, values.length)
                .filter(i -> !Double.isNaN(values[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] sorted = new double[order.length];
        double[] carried = new double[order.length];
        for (int i = 0; i < order.length; i++) {
            sorted[i] = values[order[i]];
            carried[i] = weights[order[i]];
        }
        return new Sample(sorted, carried, failed);
    }

    /// A sample of those of the values that are numbers, each with weight 1.
    ///
    /// @param failed requests that failed, for estimators that append one infinity for each
    public static Sample of(double[] values, long failed) {
        double[] kept = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        double[] ones = new double[kept.length];
        Arrays.fill(ones, 1);
        return new Sample(kept, ones, failed);
    }

    /// This sample without its values of exactly 0.
    Sample withoutZeros() {
        int[] kept =
                IntStream.range(0, values.length).filter(i -> values[i] != 0).toArray();
        return new Sample(
                Arrays.stream(kept).mapToDouble(i -> values[i]).toArray(),
                Arrays.stream(kept).mapToDouble(i -> weights[i]).toArray(),
                failed);
    }

    /// The value of rank `i`, from 0 (smallest).
    public double value(int i) {
        return values[i];
    }

    public int count() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    public double weight() {
        return Arrays.stream(weights).sum();
    }

    public double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * weights[i];
        }
        return sum / weight();
    }

    public double sum() {
        return Arrays.stream(values).sum();
    }

    public double std(StdDev rule) {
        double mean = mean();
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            squares += weights[i] * (values[i] - mean) * (values[i] - mean);
        }
        return switch (rule) {
            case POPULATION -> Math.sqrt(squares / weight());
            case SAMPLE -> values.length < 2 ? Double.NaN : Math.sqrt(squares / (weight() - 1));
            case NONE -> Double.NaN;
        };
    }

    /// The value at a percentile under an estimator; infinite where the estimator counts failures and the rank is one.
    ///
    /// @param perMille 0 to 1000
    public double percentile(int perMille, Percentile rule) {
        int n = values.length;
        double p = perMille / 1000.0;
        return switch (rule) {
            case LINEAR -> interpolated((double) ((long) (n - 1) * perMille) / 1000);
            case FLOOR_INDEX -> values[(int) Math.min((long) n * perMille / 1000, n - 1)];
            case LOWER -> values[(int) ((long) (n - 1) * perMille / 1000)];
            case HALF_UP_INDEX -> values[(int) (((long) (n - 1) * perMille + 500) / 1000)];
            case NEAREST -> values[(int) Math.rint((double) ((long) (n - 1) * perMille) / 1000)];
            case NEAREST_RANK, HDR, BUCKETS, ORDER_BOUND ->
                values[(int) Math.max(Math.ceilDiv((long) n * perMille, 1000), 1) - 1];
            case CDF_LOWER -> cdfLower(p);
            case EXCLUSIVE -> exclusive(perMille);
            case NEAREST_INF -> {
                long all = n + failed;
                int rank = (int) Math.rint((double) ((all - 1) * perMille) / 1000);
                yield rank < n ? values[rank] : Double.POSITIVE_INFINITY;
            }
            case R8 -> interpolated(Math.clamp((n + 1.0 / 3) * p + 1.0 / 3, 1, n) - 1);
            case NONE -> Double.NaN;
        };
    }

    /// @param position from 0, clamped to the sample
    private double interpolated(double position) {
        int low = (int) Math.floor(position);
        double part = position - low;
        return part == 0 ? values[low] : values[low] + part * (values[low + 1] - values[low]);
    }

    /// Position (n + 1)p, as Python's `statistics.quantiles` has it: interpolates between the two values around it, or
    /// extrapolates from the two nearest.
    private double exclusive(int perMille) {
        int n = values.length;
        if (n < 2) {
            return values[0];
        }
        long scaled = (long) (n + 1) * perMille;
        int j = Math.clamp(scaled / 1000, 1, n - 1);
        double delta = (scaled - (long) j * 1000) / 1000.0;
        return values[j - 1] * (1 - delta) + values[j] * delta;
    }

    private double cdfLower(double p) {
        double total = weight();
        double cumulative = 0;
        int next = 0;
        while (next < values.length) {
            // Equal values are one step: their shares added one by one would round to another rank.
            double value = values[next];
            double weight = 0;
            while (next < values.length && values[next] == value) {
                weight += weights[next++];
            }
            cumulative += weight / total;
            if (cumulative >= p) {
                return value;
            }
        }
        return values[values.length - 1];
    }
}
