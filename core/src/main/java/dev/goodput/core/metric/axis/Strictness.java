package dev.goodput.core.metric.axis;

/// Whether a value exactly on its bound is good.
public enum Strictness implements Axis {
    INCLUSIVE("inclusive", "is good"),
    STRICT("strict", "is not good");

    private final Choice choice;

    Strictness(String id, String words) {
        choice = new Choice("goodput-strictness", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
