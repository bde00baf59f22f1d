package dev.goodput.core.metric;

/// What a number about a whole run is about, independent of how a dialect defines it.
public enum RunQuantity {
    DURATION("duration", "the time that rates are divided by, in nanoseconds"),
    COMPLETED("completed", "successful requests"),
    FAILED("failed", "failed requests that the tool knows of"),
    REQUEST_RATE("request_rate", "successful requests per second"),
    OUTPUT_TOKENS_TOTAL("output_tokens_total", "output tokens of successful requests"),
    INPUT_TOKENS_TOTAL("input_tokens_total", "prompt tokens of successful requests"),
    OUTPUT_TOKEN_RATE("output_token_rate", "output tokens per second"),
    TOTAL_TOKEN_RATE("total_token_rate", "prompt and output tokens per second"),
    CONCURRENCY("concurrency", "sum of E2E over the duration (Little's law)");

    private final String id;
    private final String words;

    RunQuantity(String id, String words) {
        this.id = id;
        this.words = words;
    }

    public String id() {
        return id;
    }

    public String words() {
        return words;
    }
}
