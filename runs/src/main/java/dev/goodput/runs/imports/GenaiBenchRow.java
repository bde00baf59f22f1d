package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One record of a genai-bench point file. A failed one has a code, a message and nothing else.
///
/// @param error the code in text, or null where the request succeeded
record GenaiBenchRow(
        JsonFields fields, double unitNs, @Nullable String error, double ttftNs, double e2eNs, int outputTokens) {

    static List<GenaiBenchRow> all(JsonFields document) {
        double unitNs = switch (document.textOr("_time_unit", "s")) {
            case "s" -> ToldAggregate.S;
            case "ms" -> ToldAggregate.MS;
            default -> throw new ImportException(document.file() + ": '_time_unit' is neither s nor ms");
        };
        return document.list("individual_request_metrics").stream()
                .map(row -> of(row, unitNs))
                .toList();
    }

    private static GenaiBenchRow of(JsonFields row, double unitNs) {
        @Nullable
        String error = row.has("error_code") ? row.node().get("error_code").asString("") : null;
        // 0 and the empty text are no code to the tool either.
        @Nullable String code = error == null || error.isEmpty() || error.equals("0") ? null : error;
        return new GenaiBenchRow(
                row,
                unitNs,
                code,
                row.number("ttft") * unitNs,
                row.number("e2e_latency") * unitNs,
                row.count("num_output_tokens"));
    }

    boolean isFailed() {
        return error != null;
    }

    double number(String name) {
        return fields.number(name);
    }

    RequestTrace trace(int index) {
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = 0;
        timeline.endNs = e2eNs;
        Chunks chunks = ttftNs >= 0
                ? new Chunks.Builder().text(ttftNs, Chunks.TOKENS_UNKNOWN, 0).build()
                : Chunks.NONE;
        int promptTokens = fields.count("num_input_tokens");
        Usage usage = promptTokens == Usage.UNKNOWN && outputTokens == Usage.UNKNOWN
                ? null
                : new Usage(promptTokens, outputTokens, fields.count("num_reasoning_tokens"), Usage.UNKNOWN);
        return new RequestTrace(
                index,
                "row-" + index,
                new Asked(Usage.UNKNOWN, Usage.UNKNOWN, null),
                timeline.build(),
                chunks,
                usage,
                outcome());
    }

    private Outcome outcome() {
        if (error == null) {
            return new Outcome.Completed("", false);
        }
        String message = fields.textOr("error_message", "");
        String words = message.toLowerCase(Locale.ROOT);
        // A broken stream is told as a 500 too; only the message gives it away.
        if (words.contains("ended prematurely") || words.contains("connection broken")) {
            return new Outcome.Failed(FailureCategory.BROKEN, 0, message);
        }
        if (words.contains("connection refused")) {
            return new Outcome.Failed(FailureCategory.CONNECT_REFUSED, 0, message);
        }
        int status = error.matches("[1-5][0-9]{2}") ? Integer.parseInt(error) : 0;
        return status == 0
                ? new Outcome.Failed(FailureCategory.UNSTATED, 0, message)
                : new Outcome.Failed(FailureCategory.HTTP_STATUS, status, message);
    }
}
