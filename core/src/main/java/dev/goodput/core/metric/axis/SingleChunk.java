package dev.goodput.core.metric.axis;

/// What the TPOT of an answer is whose tokens all came in one chunk.
public enum SingleChunk implements Axis {
    ZERO("zero", "is 0: the decode took no time"),
    ABSENT("absent", "is absent: there is no gap to divide"),
    ABSENT_BELOW_1_MS("absent-below-1ms", "is absent, as it is whenever the decode took less than 1 ms");

    private final Choice choice;

    SingleChunk(String id, String words) {
        choice = new Choice("single-chunk", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
