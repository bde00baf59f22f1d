package dev.goodput.core.metric.axis;

/// What a 200 without any output is.
public enum EmptyAnswer implements Axis {
    OK("empty-ok", "is a success"),
    OK_AS_ZERO("empty-ok-zero", "is a success with TTFT 0, which enters means and percentiles"),
    FAILS("empty-fails", "is a failure"),
    LOST("empty-lost", "is lost"),
    UNKNOWN("unknown", "is handled in a way that was not established");

    private final Choice choice;

    EmptyAnswer(String id, String words) {
        choice = new Choice("empty-answer", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
