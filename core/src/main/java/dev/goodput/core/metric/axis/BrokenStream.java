package dev.goodput.core.metric.axis;

/// What a stream does that breaks off inside the body.
public enum BrokenStream implements Axis {
    FAILS("broken-fails", "is a failure"),
    OK("broken-ok", "is a success");

    private final Choice choice;

    BrokenStream(String id, String words) {
        choice = new Choice("broken-stream", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
