package dev.goodput.core.metric.axis;

/// What the word goodput is a number of.
public enum GoodputForm implements Axis {
    RATE("rate", "is good requests a second"),
    FRACTION("fraction", "is the share of good requests"),
    RATE_AND_FRACTION("rate+fraction", "is both a rate and a share"),
    MAX_RATE("max-rate", "is the largest offered rate with a given attainment"),
    PERCENTILE_LIMITS("percentile-limits", "is a limit on percentiles"),
    AGGREGATE_GATE("aggregate-gate", "is a gate on aggregates"),
    NONE("none", "is not computed");

    private final Choice choice;

    GoodputForm(String id, String words) {
        choice = new Choice("goodput-form", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
