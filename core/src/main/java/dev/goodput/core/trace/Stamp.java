package dev.goodput.core.trace;

/// The marker for a stamp that was never taken, and the arithmetic that respects it.
public final class Stamp {
    /// Stands for "not observed". The most negative long, so that a stamp taken just before the epoch is still a stamp.
    public static final long UNKNOWN = Long.MIN_VALUE;

    private Stamp() {}

    public static boolean isKnown(long stampNs) {
        return stampNs != UNKNOWN;
    }

    /// Nanoseconds from `fromNs` to `toNs`, or NaN when either was not taken.
    public static double between(long fromNs, long toNs) {
        return isKnown(fromNs) && isKnown(toNs) ? toNs - fromNs : Double.NaN;
    }
}
