package dev.goodput.core.metric.axis;

/// Which clock the tool stamps with. Informational: a trace has one clock.
public enum Clock implements Axis {
    MONOTONIC("monotonic", "a monotonic clock"),
    WALL("wall", "the wall clock, which can step");

    private final Choice choice;

    Clock(String id, String words) {
        choice = new Choice("clock", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
