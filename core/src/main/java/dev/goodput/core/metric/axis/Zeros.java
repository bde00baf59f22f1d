package dev.goodput.core.metric.axis;

/// What a value of exactly 0 does to the lists that statistics are taken of: the TPOT of an answer that came in one
/// chunk, the gap between two chunks that came in one read.
public enum Zeros implements Axis {
    VALUE("zero-value", "is a value like any other"),
    DROPS_GAPS("zero-drops-gaps", "between two chunks drops all gaps of its answer"),
    NOT_IN_TPOT_PERCENTILES("zero-not-in-tpot-percentiles", "is left out of the percentiles of TPOT");

    private final Choice choice;

    Zeros(String id, String words) {
        choice = new Choice("zeros", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
