package dev.goodput.server;

import java.util.concurrent.atomic.AtomicLongArray;

/// How late tokens were handed to the kernel: the server's own part of what a client measures. Thread-safe.
///
/// Counts in buckets of which eight share a power of two, so a quantile is at most an eighth too high.
public final class SendLateness {
    private static final int SUB_BITS = 3;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) << SUB_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

    void record(long lateNs) {
        counts.incrementAndGet(bucket(Math.max(0, lateNs)));
    }

    /// Tokens sent.
    public long count() {
        long count = 0;
        for (int i = 0; i < BUCKETS; i++) {
            count += counts.get(i);
        }
        return count;
    }

    /// The lateness that a share of the tokens did not exceed, in nanoseconds, rounded up to its bucket; 0 when nothing
    /// was sent.
    ///
    /// @param perMille 0 to 1000; P99 is 990
    public long quantileNs(int perMille) {
        long rank = Math.max(1, Math.ceilDiv(count() * perMille, 1000L));
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return highest(i);
            }
        }
        return 0;
    }

    /// Values below 8 have a bucket each; above, the power of two and the next three bits choose it.
    private static int bucket(long value) {
        int shift = Math.max(0, Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(value));
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    private static long highest(int bucket) {
        int shift = Math.max(0, (bucket >>> SUB_BITS) - 1);
        long top = bucket - ((long) shift << SUB_BITS);
        return ((top + 1) << shift) - 1;
    }
}
