package dev.goodput.core.trace;

/// What a stamp is: nanoseconds from the run's epoch, as a `double`.
///
/// The producers of this product take whole nanoseconds, which a double holds exactly for the first 104 days of a run.
/// Other tools print fractions of them, and their numbers can only be recomputed to the last digit when the fractions
/// are
/// kept. Seconds are never kept as floating point.
public final class Stamp {
    /// Stands for "not observed": arithmetic with it stays unknown, and no comparison with it holds.
    public static final double UNKNOWN = Double.NaN;

    private Stamp() {}

    public static boolean isKnown(double stampNs) {
        return !Double.isNaN(stampNs);
    }

    /// Nanoseconds from `fromNs` to `toNs`, or NaN when either was not taken.
    public static double between(double fromNs, double toNs) {
        return toNs - fromNs;
    }
}
