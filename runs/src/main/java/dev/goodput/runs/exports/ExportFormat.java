package dev.goodput.runs.exports;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The forms in which a run can be written. (Parquet is written by a module of its own.)
public enum ExportFormat {
    /// A folder with `profile_export.jsonl` and `profile_export_aiperf.json` as AIPerf 0.13.0 writes them.
    AIPERF,
    /// One JSON file as `vllm bench serve --save-result --save-detailed` of vLLM 0.33.0 writes it.
    VLLM,
    /// A folder with LLMPerf's `…_summary.json` and `…_individual_responses.json`.
    LLMPERF,
    /// A folder with `profile_export_genai_perf.json` and `.csv` as GenAI-Perf 0.0.16 writes them. Its raw
    /// `profile_export.json` holds the answers' bodies, which a run does not keep.
    GENAI_PERF,
    /// One row a request, under our own definitions; lists are numbers with spaces between.
    CSV,
    /// The same, one JSON object a line.
    JSONL;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<ExportFormat> byId(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(ExportFormat::id).toList();
    }
}
