package dev.goodput.core.metric.axis;

/// Which standard deviation.
public enum StdDev implements Axis {
    POPULATION("ddof0", "of the population, divided by n"),
    SAMPLE("ddof1", "of the sample, divided by n − 1"),
    NONE("none", "none");

    private final Choice choice;

    StdDev(String id, String words) {
        choice = new Choice("std", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
