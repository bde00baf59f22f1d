package dev.goodput.server.metric;

import java.util.Arrays;

/// Counts values in the buckets of a Prometheus histogram. Values are whole numbers of a small unit, so
/// that sums are exact. Not thread-safe: one owner.
final class Histogram {
    private final long[] bounds;
    private final double unitsPerPrinted;
    private final long[] counts;
    private long count;
    private long sum;

    private Histogram(long[] bounds, double unitsPerPrinted) {
        this.bounds = bounds;
        this.unitsPerPrinted = unitsPerPrinted;
        this.counts = new long[bounds.length];
    }

    /// Of times in nanoseconds, printed in seconds.
    ///
    /// @param boundsSeconds upper bounds, rising
    static Histogram ofTimes(double... boundsSeconds) {
        return new Histogram(
                Arrays.stream(boundsSeconds)
                        .mapToLong(bound -> Math.round(bound * 1e9))
                        .toArray(),
                1e9);
    }

    /// Of counts.
    ///
    /// @param bounds upper bounds, rising
    static Histogram ofCounts(long... bounds) {
        return new Histogram(bounds, 1);
    }

    void record(long value) {
        record(value, 1);
    }

    void record(long value, long times) {
        int bucket = 0;
        while (bucket < bounds.length && bounds[bucket] < value) {
            bucket++;
        }
        if (bucket < bounds.length) {
            counts[bucket] += times;
        }
        count += times;
        sum += value * times;
    }

    /// Adds what has been counted so far to a page.
    void print(MetricsPage page, String name, String help) {
        page.begin(name, "histogram", help);
        long below = 0;
        for (int i = 0; i < bounds.length; i++) {
            below += counts[i];
            page.sample(name + "_bucket", "le", Double.toString(bounds[i] / unitsPerPrinted), (double) below);
        }
        page.sample(name + "_bucket", "le", "+Inf", (double) count);
        page.sample(name + "_count", (double) count);
        page.sample(name + "_sum", sum / unitsPerPrinted);
    }
}
