package dev.goodput.core.metric.axis;

/// What becomes of an answer of at most one token.
public enum OneToken implements Axis {
    ABSENT("absent", "has no TPOT"),
    ABSENT_ZERO_PRINTED("absent,zero-printed", "has no TPOT; an aggregate with nothing left is written as 0"),
    ZERO_AVERAGED("zero-averaged", "has TPOT 0, which enters means and percentiles"),
    TTFT_LEAK("ttft-leak", "has its TTFT as ITL"),
    DROPPED("dropped", "is dropped as a record"),
    NO_TTFT("no-ttft", "has neither TPOT nor TTFT"),
    ERROR_NEGATIVE("error-negative", "has a negative TPOT"),
    TOTAL("total", "has its whole time as TPOT");

    private final Choice choice;

    OneToken(String id, String words) {
        choice = new Choice("one-token", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
