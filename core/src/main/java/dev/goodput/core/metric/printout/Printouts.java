package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.Dialect;
import java.util.Map;

/// The printout of each dialect whose tool's is known. To add one, add one entry.
public final class Printouts {
    private static final Map<String, Printout> KNOWN = Map.ofEntries(
            Map.entry("goodput", OwnPrintouts.ours(Dialect.GOODPUT)),
            Map.entry("goodput-from-send", OwnPrintouts.ours(Dialect.GOODPUT_FROM_SEND)),
            Map.entry("vllm-py", ServingPrintouts.VLLM_IN_FLIGHT),
            Map.entry("vllm-py-011", ServingPrintouts.VLLM_011),
            Map.entry("vllm-py-011-completions", ServingPrintouts.VLLM_011),
            Map.entry("vllm-py-033", ServingPrintouts.VLLM),
            Map.entry("vllm-py-033-completions", ServingPrintouts.VLLM),
            Map.entry("vllm-rs-033", ServingPrintouts.VLLM_RS),
            Map.entry("sglang-oai", ServingPrintouts.SGLANG),
            Map.entry("sglang-oai-completions", ServingPrintouts.SGLANG),
            Map.entry("sglang-native", ServingPrintouts.SGLANG),
            Map.entry("sglang-rs", ServingPrintouts.SGLANG),
            Map.entry("sglang-rs-native", ServingPrintouts.SGLANG),
            Map.entry("trt-serving", JsonPrintouts.TRT_SERVING),
            Map.entry("trt-serving-completions", JsonPrintouts.TRT_SERVING),
            Map.entry("genai-perf", NvidiaPrintouts.GENAI_PERF),
            Map.entry("aiperf-013", NvidiaPrintouts.AIPERF_013),
            Map.entry("aiperf-013-server-tokens", NvidiaPrintouts.AIPERF_013),
            Map.entry("aiperf-013-chunk-usage", NvidiaPrintouts.AIPERF_013),
            Map.entry("aiperf-013-server-tokens-chunk-usage", NvidiaPrintouts.AIPERF_013),
            Map.entry("llmperf-head", JsonPrintouts.LLMPERF),
            Map.entry("guidellm-081", GuidellmPrintout.GUIDELLM_081),
            Map.entry("inference-perf", TablePrintouts.INFERENCE_PERF),
            Map.entry("evalscope-1141", TablePrintouts.EVALSCOPE),
            Map.entry("genai-bench", TablePrintouts.GENAI_BENCH),
            Map.entry("mlperf-loadgen", MlperfPrintouts.LOADGEN),
            Map.entry("llmeter", JsonPrintouts.LLMETER));

    private Printouts() {}

    /// What the dialect's tool prints; where that is not known, what the dialect defines.
    public static Printout of(Dialect dialect) {
        Printout known = KNOWN.get(dialect.id());
        return known == null ? OwnPrintouts.derived(dialect) : known;
    }
}
