package dev.goodput.core.metric.axis;

/// What a stream does that ends cleanly without a finish reason or [DONE].
public enum CutStream implements Axis {
    OK("cut-ok", "is a success"),
    FAILS("cut-fails", "is a failure");

    private final Choice choice;

    CutStream(String id, String words) {
        choice = new Choice("cut-stream", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
