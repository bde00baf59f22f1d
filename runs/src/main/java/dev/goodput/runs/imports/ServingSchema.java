package dev.goodput.runs.imports;

/// What the tools that share vLLM's result schema write differently.
enum ServingSchema {
    VLLM("latencies", false),
    TENSORRT("e2els", true);

    private final String latencies;
    private final boolean writesMinusOne;

    ServingSchema(String latencies, boolean writesMinusOne) {
        this.latencies = latencies;
        this.writesMinusOne = writesMinusOne;
    }

    /// The list of ends of requests, by its key.
    String latencies() {
        return latencies;
    }

    /// Whether a TTFT of −1 s stands for one that was not taken.
    boolean writesMinusOne() {
        return writesMinusOne;
    }
}
