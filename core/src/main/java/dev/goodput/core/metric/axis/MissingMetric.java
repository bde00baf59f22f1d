package dev.goodput.core.metric.axis;

/// What a request is whose constrained metric does not exist.
public enum MissingMetric implements Axis {
    NOT_APPLICABLE("not-applicable", "is judged by its other constraints"),
    BAD("bad", "is not good"),
    BAD_AS_IS_ZERO("bad-as-is-zero", "is not good, and neither is one whose value is exactly 0"),
    GOOD_AS_ZERO("good-as-zero", "has the value 0, so it is good"),
    EXCLUDED("excluded", "is left out of both sides"),
    MISALIGNED("misaligned", "shifts the lists, so that later requests are judged by their neighbours' values");

    private final Choice choice;

    MissingMetric(String id, String words) {
        choice = new Choice("goodput-missing", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
