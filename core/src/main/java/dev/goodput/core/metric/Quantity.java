package dev.goodput.core.metric;

/// What a per-request number is about, independent of how a dialect defines it.
public enum Quantity {
    TTFT("ttft", "time to first token"),
    TTAT("ttat", "time to first answer token, reasoning skipped"),
    TTST("ttst", "gap between the first two output chunks"),
    TPOT("tpot", "time per output token"),
    ITL("itl", "inter-token latency"),
    CHUNK_GAP("chunk_gap", "gap between output chunks"),
    NTPOT("ntpot", "whole time per output token"),
    E2E("e2e", "end to end"),
    E2E_FROM_SCHEDULE("e2e_from_schedule", "end to end from the intended start"),
    OUTPUT_TOKENS("output_tokens", "tokens generated"),
    INPUT_TOKENS("input_tokens", "tokens of the prompt"),
    SPEED("speed", "tokens per second after the first: 1/ITL"),
    SPEED_WITH_TTFT("speed_with_ttft", "tokens per second of the whole request"),
    PREFILL_SPEED("prefill_speed", "prompt tokens per second until the first token");

    private final String id;
    private final String words;

    Quantity(String id, String words) {
        this.id = id;
        this.words = words;
    }

    public String id() {
        return id;
    }

    public String words() {
        return words;
    }

    /// Whether the quantity is a time, in nanoseconds.
    public boolean isTime() {
        return switch (this) {
            case TTFT, TTAT, TTST, TPOT, ITL, CHUNK_GAP, NTPOT, E2E, E2E_FROM_SCHEDULE -> true;
            case OUTPUT_TOKENS, INPUT_TOKENS, SPEED, SPEED_WITH_TTFT, PREFILL_SPEED -> false;
        };
    }
}
