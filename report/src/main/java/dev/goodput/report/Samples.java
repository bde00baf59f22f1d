package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import java.util.Arrays;

/// Numbers of which there may be too many to keep. How many, their mean and the largest are exact;
/// percentiles are those of evenly spread ones, all of them up to [#MOST].
final class Samples {
    /// Even, so that halving keeps the distance between the kept ones.
    static final int MOST = 1 << 18;

    private double[] kept = new double[256];
    private int size;
    private long stride = 1;
    private long count;
    private double sum;
    private double max = Double.NaN;

    /// What the numbers came to.
    ///
    /// @param stride the percentiles are of every so manieth number
    record Spread(long count, double mean, double p50, double p90, double p99, double max, long stride) {
        boolean isEmpty() {
            return count == 0;
        }
    }

    void add(double value) {
        if (count % stride == 0) {
            keep(value);
        }
        count++;
        sum += value;
        max = count == 1 ? value : Math.max(max, value);
    }

    private void keep(double value) {
        if (size == MOST) {
            for (int i = 0; i < MOST / 2; i++) {
                kept[i] = kept[2 * i];
            }
            size = MOST / 2;
            stride *= 2;
        }
        if (size == kept.length) {
            kept = Arrays.copyOf(kept, 2 * size);
        }
        kept[size++] = value;
    }

    long count() {
        return count;
    }

    double sum() {
        return sum;
    }

    double max() {
        return max;
    }

    Spread spread() {
        Distribution values = Distribution.of(Arrays.copyOf(kept, size));
        double mean = count == 0 ? Double.NaN : sum / count;
        return new Spread(count, mean, values.p50(), values.p90(), values.p99(), max, stride);
    }
}
