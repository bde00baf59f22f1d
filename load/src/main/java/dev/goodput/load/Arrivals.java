package dev.goodput.load;

/// When requests are meant to start.
public sealed interface Arrivals {

    /// A fixed number of users, each sending its next request the moment its answer ends. Offered load adapts
    /// to the
    /// server and hides its saturation. The first requests are meant to start half a millisecond apart, all
    /// within a second; each later one when the answer before it ends.
    record ClosedLoop(int concurrency) implements Arrivals {
        public ClosedLoop {
            if (concurrency < 1) {
                throw new IllegalArgumentException("concurrency must be at least 1, not " + concurrency);
            }
        }
    }

    /// Independent users: exponential gaps, whatever the server does.
    ///
    /// @param maxInFlight requests in flight at most; 0 for no cap. At the cap requests queue, and the wait
    ///     counts
    ///     in their latency
    record Poisson(double ratePerSecond, int maxInFlight) implements Arrivals {
        public Poisson {
            if (!(ratePerSecond > 0) || ratePerSecond > 1e6) {
                throw new IllegalArgumentException("rate must be above 0 and at most 1000000/s, not " + ratePerSecond);
            }
            if (maxInFlight < 0) {
                throw new IllegalArgumentException(
                        "requests in flight must be at least 0 (no cap), not " + maxInFlight);
            }
        }
    }
}
