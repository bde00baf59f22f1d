package dev.goodput.core.metric.axis;

/// What an error object inside a 200 stream does to the request.
public enum InbandError implements Axis {
    FAILS("inband-fails", "fails the request"),
    OK("inband-ok", "is not noticed: the request is a success"),
    OK_AFTER_OUTPUT("inband-ok-after-output", "is not noticed once output has come"),
    LOST("inband-lost", "loses the request"),
    UNKNOWN("unknown", "is handled in a way that was not established");

    private final Choice choice;

    InbandError(String id, String words) {
        choice = new Choice("inband-error", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
