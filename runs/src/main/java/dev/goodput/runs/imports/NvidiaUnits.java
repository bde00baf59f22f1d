package dev.goodput.runs.imports;

import java.util.OptionalDouble;

/// Units as AIPerf and GenAI-Perf name them.
final class NvidiaUnits {
    /// How far from a whole nanosecond a value printed in milliseconds can be by the printing alone.
    private static final double PRINTING_NS = 1e-4;

    private NvidiaUnits() {}

    /// Nanoseconds in one unit of time; empty for what is no time.
    static OptionalDouble ns(String unit) {
        return switch (unit) {
            case "ns", "nanoseconds" -> OptionalDouble.of(ToldAggregate.NS);
            case "us", "µs", "microseconds" -> OptionalDouble.of(ToldAggregate.US);
            case "ms", "milliseconds" -> OptionalDouble.of(ToldAggregate.MS);
            case "s", "sec", "seconds" -> OptionalDouble.of(ToldAggregate.S);
            default -> OptionalDouble.empty();
        };
    }

    /// The whole number of nanoseconds that was divided by a million to be printed; the value itself if there was none.
    static double wholeNs(double ns) {
        double whole = Math.rint(ns);
        return Math.abs(ns - whole) < PRINTING_NS ? whole : ns;
    }
}
