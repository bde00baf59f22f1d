package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One record of a genai-bench point file. A failed one has a code, a message and nothing else.
///
/// @param numbers all that it holds
/// @param error the code in text, or null where the request succeeded
record GenaiBenchRow(
        FlatNumbers numbers,
        @Nullable String error,
        String message,
        double ttftNs,
        double e2eNs,
        int inputTokens,
        int outputTokens,
        int reasoningTokens) {
    static final String LIST = "individual_request_metrics";
    private static final String UNIT = "_time_unit";

    /// The unit of times in the document, in nanoseconds.
    static double unitNs(JsonFields document) {
        return switch (document.textOr(UNIT, "s")) {
            case "s" -> ToldAggregate.S;
            case "ms" -> ToldAggregate.MS;
            default -> throw document.child(UNIT).wrong("s or ms");
        };
    }

    /// A row with its times as they stand in the file: the document says their unit after its rows.
    static GenaiBenchRow of(JsonFields row, FlatNumbers.Paths paths) {
        @Nullable
        String error = row.has("error_code") ? row.node().get("error_code").asString("") : null;
        // 0 and the empty text are no code to the tool either.
        @Nullable String code = error == null || error.isEmpty() || error.equals("0") ? null : error;
        return new GenaiBenchRow(
                FlatNumbers.of(row, paths),
                code,
                row.textOr("error_message", ""),
                row.duration("ttft"),
                row.duration("e2e_latency"),
                row.count("num_input_tokens"),
                row.count("num_output_tokens"),
                row.count("num_reasoning_tokens"));
    }

    GenaiBenchRow inUnit(double unitNs) {
        return new GenaiBenchRow(
                numbers, error, message, ttftNs * unitNs, e2eNs * unitNs, inputTokens, outputTokens, reasoningTokens);
    }

    boolean isFailed() {
        return error != null;
    }

    double number(String name) {
        return numbers.number(name);
    }

    RequestTrace trace(int index) {
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = 0;
        timeline.endNs = e2eNs;
        Chunks chunks = ttftNs >= 0
                ? new Chunks.Builder().text(ttftNs, Chunks.TOKENS_UNKNOWN, 0).build()
                : Chunks.NONE;
        Usage usage = inputTokens == Usage.UNKNOWN && outputTokens == Usage.UNKNOWN
                ? null
                : new Usage(inputTokens, outputTokens, reasoningTokens, Usage.UNKNOWN);
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
