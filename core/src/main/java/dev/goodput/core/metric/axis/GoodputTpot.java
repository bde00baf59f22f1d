package dev.goodput.core.metric.axis;

/// What a bound on TPOT is held against.
public enum GoodputTpot implements Axis {
    TPOT("tpot", "is held against the request's TPOT"),
    REQUEST_ITL("itl", "is held against the mean gap of the request: (last token − first token) / (tokens − 1)");

    private final Choice choice;

    GoodputTpot(String id, String words) {
        choice = new Choice("goodput-tpot", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
