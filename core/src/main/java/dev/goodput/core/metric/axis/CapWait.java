package dev.goodput.core.metric.axis;

/// What becomes of the wait for the client's own concurrency cap. Informational: it follows from the time zero.
public enum CapWait implements Axis {
    EXCLUDED("cap-excluded", "the wait is in no number"),
    INCLUDED("cap-included", "the wait is in the latency"),
    SEPARATE("cap-separate", "the wait is left out of the latency and published beside it"),
    SKIPS("cap-skips", "an arrival at the cap is dropped"),
    CLOSED_LOOP("closed-loop", "there is no arrival schedule"),
    NOT_APPLICABLE("n/a", "there is no cap");

    private final Choice choice;

    CapWait(String id, String words) {
        choice = new Choice("cap-wait", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
