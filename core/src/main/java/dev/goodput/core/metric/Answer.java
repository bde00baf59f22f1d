package dev.goodput.core.metric;

/// A number, or why there is none.
public sealed interface Answer {

    /// @param value in nanoseconds for times, in its own unit otherwise
    record Value(double value) implements Answer {}

    /// What was asked cannot be computed from this run; the reason is one sentence for people.
    record Refused(String reason) implements Answer {}

    /// The number, or NaN.
    default double orNaN() {
        return switch (this) {
            case Value value -> value.value();
            case Refused _ -> Double.NaN;
        };
    }
}
