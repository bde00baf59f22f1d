package dev.goodput.core.metric.axis;

/// How a per-request value is rounded before it is used.
public enum Rounding implements Axis {
    NONE("none", "not at all"),
    NS_ROUND("ns-round", "to whole nanoseconds, halves to even"),
    NS_TRUNC("ns-trunc", "down to whole nanoseconds by integer division"),
    US_TRUNC("us-trunc", "down to whole microseconds");

    private final Choice choice;

    Rounding(String id, String words) {
        choice = new Choice("rounding", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
