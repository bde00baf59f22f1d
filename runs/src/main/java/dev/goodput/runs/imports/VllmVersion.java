package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/// Which of vLLM's clients wrote a document. The version is not in the file; which keys it has tells, and where two
/// versions have the same keys, which of their rules its numbers follow.
final class VllmVersion {
    /// A usage chunk comes microseconds after the last token; sums of the same gaps differ by less.
    private static final double TAIL_S = 1e-7;

    private VllmVersion() {}

    static Dialect of(ServingDocument document) {
        return Dialects.byId(id(document)).orElseThrow();
    }

    static boolean isRust(ServingDocument document) {
        return document.hasKey("steady_state")
                || document.hasKey("max_model_len")
                || document.text("mode").equals("multi_turn");
    }

    private static String id(ServingDocument document) {
        if (isRust(document)) {
            return hasTail(document) ? "vllm-rs" : "vllm-rs-033";
        }
        if (document.hasKey("queue_times")) {
            return document.isChat() ? "vllm-py-033" : "vllm-py-033-completions";
        }
        if (!document.isChat()) {
            return "vllm-py-011-completions";
        }
        boolean later = List.of("failed", "start_times", "rtfx").stream().anyMatch(key -> document.hasKey(key));
        return later && !endsLater(document) && !hasTail(document) ? "vllm-py" : "vllm-py-011";
    }

    /// Whether latencies run beyond the last gap: to the usage chunk.
    private static boolean hasTail(ServingDocument document) {
        return document.hasChunks()
                && document.hasLatencies()
                && document.rows().stream()
                        .filter(row -> row.succeeded() && row.hasFirstChunk())
                        .anyMatch(row -> row.latencyS() - lastChunkS(row) > TAIL_S);
    }

    /// Whether the mean end to end lies beyond the last chunks, where the file has no latencies of its own.
    private static boolean endsLater(ServingDocument document) {
        if (!document.hasChunks() || document.hasLatencies()) {
            return false;
        }
        double mean = document.rows().stream()
                .filter(row -> row.succeeded() && row.hasFirstChunk())
                .mapToDouble(VllmVersion::lastChunkS)
                .average()
                .orElse(Double.NaN);
        return document.number("mean_e2el_ms") / 1e3 - mean > TAIL_S;
    }

    private static double lastChunkS(ServingRow row) {
        return DoubleStream.concat(DoubleStream.of(row.ttftS()), Arrays.stream(row.gapsS()))
                .sum();
    }
}
