package dev.goodput.report;

import java.util.List;

/// What a sweep changes, and the values that it tries, in their order.
public record SweepAxis(String key, List<String> values) {
    /// Requests a second, of an open loop.
    public static final String RATE = "rate";

    /// Requests in flight, of a closed loop.
    public static final String CONCURRENCY = "concurrency";

    public SweepAxis {
        values = List.copyOf(values);
    }

    /// Whether it changes what the engine is asked, and not the engine.
    public boolean isLoad() {
        return key.equals(RATE) || key.equals(CONCURRENCY);
    }
}
