package dev.goodput.runs.imports;

import java.util.List;

/// What each of AIPerf's derived metrics takes from the records.
final class AiperfNeeds {
    private static final String ISL = "input_sequence_length";
    private static final String OSL = "output_sequence_length";

    private AiperfNeeds() {}

    /// Metrics of a record without which the derived one cannot be made.
    static List<String> of(String metric) {
        return switch (metric) {
            case "inter_token_latency",
                    "output_token_throughput",
                    "output_token_throughput_per_user",
                    "e2e_output_token_throughput",
                    "total_osl",
                    "effective_decode_throughput",
                    "effective_decode_throughput_per_user",
                    "active_decode_throughput",
                    "active_decode_throughput_per_user" -> List.of(OSL);
            case "input_token_throughput",
                    "effective_prefill_throughput",
                    "effective_prefill_throughput_per_user",
                    "active_prefill_throughput",
                    "active_prefill_throughput_per_user" -> List.of(ISL);
            case "total_token_throughput",
                    "effective_total_throughput",
                    "active_total_throughput",
                    "tokens_in_flight" -> List.of(ISL, OSL);
            case "usage_discrepancy_count" ->
                List.of("usage_prompt_tokens_diff_pct", "usage_completion_tokens_diff_pct");
            case "osl_mismatch_count" -> List.of(OSL, "osl_mismatch_diff_pct");
            default -> List.of();
        };
    }
}
