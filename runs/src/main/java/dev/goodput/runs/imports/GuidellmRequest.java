package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// One request of a guidellm benchmark with its stamps in epoch seconds (NaN where the file has null) and the
/// per-request
/// numbers that guidellm makes of them, in its own arithmetic.
///
/// @param numbers all that its record holds
/// @param id the server's name for the answer, or the tool's for the request; empty without either
/// @param calledTools the answer was calls of tools alone
/// @param resolveStartS when a worker turned to it
/// @param startS when the first byte of the request was written
/// @param endS when the stream ended; NaN for a failed request
/// @param closedS when the worker was done with it, however it ended
/// @param iterations events of the stream; `tokenIterations` those with output
record GuidellmRequest(
        FlatNumbers numbers,
        String id,
        String error,
        int maxOutputTokens,
        boolean calledTools,
        double targetedS,
        double resolveStartS,
        double startS,
        double firstTokenS,
        double firstOutputS,
        double lastTokenS,
        double endS,
        double closedS,
        int iterations,
        int tokenIterations,
        int promptTokens,
        int serverTokens) {

    private static final int MAX_ARGUMENT_CHARS = 1 << 20;

    static GuidellmRequest of(JsonFields row, FlatNumbers.Paths paths) {
        JsonFields info = row.child("info");
        JsonFields timings = info.child("timings");
        for (String metrics : List.of("input_metrics", "output_metrics")) {
            row.child(metrics).requireNumbers();
        }
        timings.requireNumbers();
        GuidellmRequest request = new GuidellmRequest(
                FlatNumbers.of(row, paths),
                row.textOr("response_id", row.textOr("request_id", "")),
                info.textOr("error", ""),
                maxOutputTokens(row),
                !row.has("output") && row.has("tool_calls"),
                timings.stampS("targeted_start"),
                timings.stampS("resolve_start"),
                timings.stampS("request_start"),
                timings.stampS("first_token_iteration"),
                timings.stampS("first_output_token_iteration"),
                timings.stampS("last_token_iteration"),
                timings.stampS("request_end"),
                timings.stampS("resolve_end"),
                Math.max(timings.count("request_iterations"), 0),
                Math.max(timings.count("token_iterations"), 0),
                row.child("input_metrics").count("total_tokens"),
                row.child("output_metrics").count("total_tokens"));
        if (request.lastTokenS < request.firstTokenS) {
            throw new ImportException(row.file() + ": '" + row.where() + "' has its last token before its first");
        }
        return request;
    }

    private static int maxOutputTokens(JsonFields row) {
        String arguments = row.textOr("request_args", "");
        if (!arguments.startsWith("{") || arguments.length() > MAX_ARGUMENT_CHARS) {
            return Usage.UNKNOWN;
        }
        try {
            JsonNode body = ImportSource.parse(row.file(), 0, arguments.getBytes(StandardCharsets.UTF_8))
                    .path("body");
            for (String name : List.of("max_completion_tokens", "max_tokens")) {
                if (body.path(name).isInt() && body.path(name).intValue() >= 0) {
                    return body.path(name).intValue();
                }
            }
            return Usage.UNKNOWN;
        } catch (ImportException _) {
            return Usage.UNKNOWN;
        }
    }

    double timing(String name) {
        return numbers.number("info.timings." + name);
    }

    boolean isAtTurn(int turn) {
        return numbers.count("info.turn_index") == turn;
    }

    /// The first that is a number: the tool falls back to when its worker began and ended.
    double startedS() {
        return Double.isNaN(startS) ? resolveStartS : startS;
    }

    double endedS() {
        return Double.isNaN(endS) ? closedS : endS;
    }

    /// The server's count, else one a chunk, else NaN.
    double outputTokens() {
        return serverTokens != Usage.UNKNOWN ? serverTokens : tokenIterations > 0 ? tokenIterations : Double.NaN;
    }

    double inputTokens() {
        return promptTokens == Usage.UNKNOWN ? Double.NaN : promptTokens;
    }

    double totalTokens() {
        return Double.isNaN(outputTokens()) && Double.isNaN(inputTokens())
                ? Double.NaN
                : orZero(inputTokens()) + orZero(outputTokens());
    }

    double latencyS() {
        return endS - startS;
    }

    double ttftMs() {
        return 1000 * (firstTokenS - startS);
    }

    double firstOutputMs() {
        return 1000 * (firstOutputS - startS);
    }

    /// From the start, so TTFT is in it.
    double tpotMs() {
        double lastS = Double.isNaN(lastTokenS) ? endedS() : lastTokenS;
        double tokens = outputTokens();
        return tokens > 0 ? 1000 * (lastS - startS) / tokens : Double.NaN;
    }

    double itlMs() {
        double tokens = outputTokens();
        return tokens > 1 ? 1000 * (lastTokenS - firstTokenS) / (tokens - 1) : Double.NaN;
    }

    double dispatchDelayS() {
        return startS - targetedS;
    }

    double predecessorDelayS() {
        double completedS = timing("predecessor_completed");
        if (Double.isNaN(dispatchDelayS())) {
            return Double.NaN;
        }
        return Double.isNaN(completedS) ? 0 : Math.max(0, Math.min(startS, completedS) - targetedS);
    }

    /// When output is taken to have come: one token at the first stamp, the rest spread evenly up to the last.
    List<GuidellmTimed.Event> outputEvents() {
        if (Double.isNaN(firstTokenS) || Double.isNaN(lastTokenS) || tokenIterations <= 1) {
            double atS = Double.isNaN(lastTokenS) ? endedS() : lastTokenS;
            return List.of(new GuidellmTimed.Event(atS, orZero(outputTokens())));
        }
        List<GuidellmTimed.Event> events = new ArrayList<>();
        events.add(new GuidellmTimed.Event(firstTokenS, orZero(outputTokens()) > 0 ? 1 : 0));
        events.addAll(laterEvents());
        return events;
    }

    List<GuidellmTimed.Event> laterEvents() {
        double tokens = outputTokens();
        if (Double.isNaN(firstTokenS) || Double.isNaN(lastTokenS) || tokenIterations <= 1 || !(tokens > 1)) {
            return List.of();
        }
        double tokensEach = (tokens - 1.0) / (tokenIterations - 1.0);
        double stepS = (lastTokenS - firstTokenS) / (tokenIterations - 1);
        List<GuidellmTimed.Event> events = new ArrayList<>(tokenIterations - 1);
        for (int i = 1; i < tokenIterations; i++) {
            double atS = i == tokenIterations - 1 ? lastTokenS : i * stepS + firstTokenS;
            events.add(new GuidellmTimed.Event(atS, tokensEach));
        }
        return events;
    }

    GuidellmTimed.Event promptEvent() {
        return new GuidellmTimed.Event(Double.isNaN(firstTokenS) ? endedS() : firstTokenS, orZero(inputTokens()));
    }

    static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
