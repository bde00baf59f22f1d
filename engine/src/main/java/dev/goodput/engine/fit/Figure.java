package dev.goodput.engine.fit;

/// A figure of a run that a prediction is compared by. Gaps are those between neighbouring tokens of
/// all answers in one pool; the longest gap is one a request.
public enum Figure {
    DURATION("duration"),
    STEPS("steps"),
    TTFT_MEAN("TTFT mean"),
    TTFT_P50("TTFT P50"),
    TTFT_P90("TTFT P90"),
    TTFT_P99("TTFT P99"),
    GAP_MEAN("gap mean"),
    GAP_P50("gap P50"),
    GAP_P90("gap P90"),
    GAP_P99("gap P99"),
    GAP_P999("gap P99.9"),
    LONGEST_P50("longest gap P50"),
    LONGEST_P90("longest gap P90"),
    LONGEST_P99("longest gap P99"),
    E2E_P50("E2E P50"),
    E2E_P99("E2E P99");

    private final String words;

    Figure(String words) {
        this.words = words;
    }

    /// As tables call it.
    public String words() {
        return words;
    }

    /// Whether it is a time; else it is a number of steps.
    public boolean isTime() {
        return this != STEPS;
    }
}
