package dev.goodput.engine.workload;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Times that were recorded on a coarse clock. Replayed as they are, all requests of a tick would arrive
/// at once: a burst that nobody saw. So they are spread over their tick, each place alike.
final class Ticks {
    /// A clock is coarse when as many requests share a reading of it, in the mean.
    private static final int CROWD = 2;

    private Ticks() {}

    /// The usual distance between two readings in nanoseconds; 0 when the clock is fine enough.
    ///
    /// @param timesNs in order
    static long tickNs(long[] timesNs) {
        long[] distinct = Arrays.stream(timesNs).distinct().toArray();
        if (distinct.length < 2 || timesNs.length < (long) CROWD * distinct.length) {
            return 0;
        }
        long[] gaps = new long[distinct.length - 1];
        Arrays.setAll(gaps, i -> distinct[i + 1] - distinct[i]);
        Arrays.sort(gaps);
        return gaps[gaps.length / 2];
    }

    /// Places every time at random between its reading and the next, in order.
    static long[] spread(long[] timesNs, long tickNs, RandomGenerator random) {
        long[] spread = new long[timesNs.length];
        int from = 0;
        while (from < timesNs.length) {
            int to = from;
            while (to < timesNs.length && timesNs[to] == timesNs[from]) {
                to++;
            }
            long lengthNs = to == timesNs.length ? tickNs : Math.min(tickNs, timesNs[to] - timesNs[from]);
            for (int i = from; i < to; i++) {
                spread[i] = timesNs[i] + random.nextLong(lengthNs);
            }
            Arrays.sort(spread, from, to);
            from = to;
        }
        return spread;
    }
}
