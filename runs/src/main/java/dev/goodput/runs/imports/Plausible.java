package dev.goodput.runs.imports;

/// What can be true of a request. Beyond these bounds a number is a mistake of its file, not a measurement.
final class Plausible {
    /// More than any context holds.
    static final int MAX_TOKENS = 100_000_000;

    /// Thirty years, in seconds.
    static final double MAX_DURATION_S = 1e9;

    /// The year 5138, in seconds of the epoch.
    static final double MAX_STAMP_S = 1e11;

    private Plausible() {}

    static boolean isCount(double value) {
        return value >= 0 && value <= MAX_TOKENS && value == Math.rint(value);
    }

    static boolean isDurationS(double value) {
        return value >= 0 && value <= MAX_DURATION_S;
    }

    static boolean isStampS(double value) {
        return value >= 0 && value <= MAX_STAMP_S;
    }
}
