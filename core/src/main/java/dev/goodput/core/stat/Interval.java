package dev.goodput.core.stat;

/// A range that a true value lies in with a stated confidence; an end that the data do not bound is infinite,
/// or 0 or 1 for shares.
public record Interval(double lower, double upper) {
    public Interval {
        if (!(lower <= upper)) {
            throw new IllegalArgumentException("not an interval: " + lower + " to " + upper);
        }
    }

    public boolean contains(double value) {
        return lower <= value && value <= upper;
    }
}
