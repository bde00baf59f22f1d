package dev.goodput.load.health;

/// Counts of latenesses in buckets at most 1/16 wide, relatively: enough for a P99, in a few kilobytes. Not
/// thread-safe.
public final class LagHistogram {
    private static final int SUB_BITS = 4;
    private static final int SUB = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUB];
    private long total;
    private long maxNs;

    /// Adds one lateness; below zero counts as none.
    public void add(long lagNs) {
        long value = Math.max(0, lagNs);
        counts[bucket(value)]++;
        total++;
        maxNs = Math.max(maxNs, value);
    }

    public void addAll(LagHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
        maxNs = Math.max(maxNs, other.maxNs);
    }

    public long maxNs() {
        return maxNs;
    }

    /// The value that a share of `q` of all latenesses does not exceed, rounded up to its bucket's end; 0 when
    /// empty.
    public long quantileNs(double q) {
        long wanted = (long) Math.ceil(q * (double) total);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return Math.min(maxNs, lastOf(i));
            }
        }
        return 0;
    }

    private static int bucket(long value) {
        if (value < SUB) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return (shift + 1) * SUB + (int) (value >> shift) - SUB;
    }

    private static long lastOf(int bucket) {
        if (bucket < SUB) {
            return bucket;
        }
        int shift = bucket / SUB - 1;
        long first = (long) (bucket % SUB + SUB) << shift;
        return first + (1L << shift) - 1;
    }
}
