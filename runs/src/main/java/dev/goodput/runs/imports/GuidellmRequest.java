package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;

/// One request of a guidellm benchmark with its stamps in epoch seconds (NaN where the file has null) and the
/// per-request
/// numbers that guidellm makes of them, in its own arithmetic.
///
/// @param resolveStartS when a worker turned to it
/// @param startS when the first byte of the request was written
/// @param endS when the stream ended; NaN for a failed request
/// @param closedS when the worker was done with it, however it ended
/// @param iterations events of the stream; `tokenIterations` those with output
record GuidellmRequest(
        JsonFields fields,
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

    static GuidellmRequest of(JsonFields row) {
        JsonFields info = row.child("info");
        JsonFields timings = info.child("timings");
        GuidellmRequest request = new GuidellmRequest(
                row,
                timings.number("targeted_start"),
                timings.number("resolve_start"),
                timings.number("request_start"),
                timings.number("first_token_iteration"),
                timings.number("first_output_token_iteration"),
                timings.number("last_token_iteration"),
                timings.number("request_end"),
                timings.number("resolve_end"),
                Math.max(timings.count("request_iterations"), 0),
                Math.max(timings.count("token_iterations"), 0),
                row.child("input_metrics").count("total_tokens"),
                row.child("output_metrics").count("total_tokens"));
        if (request.lastTokenS < request.firstTokenS) {
            throw new ImportException(row.file() + ": '" + row.where() + "' has its last token before its first");
        }
        return request;
    }

    double timing(String name) {
        return fields.child("info").child("timings").number(name);
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
