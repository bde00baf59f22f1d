package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes traces of guidellm's requests.
///
/// @param epochS stamp 0
/// @param scheduled whether targeted starts are a schedule, not just "at once"
record GuidellmTrace(double epochS, boolean scheduled) {
    private static final Pattern STATUS = Pattern.compile("HTTPStatusError\\(.{0,40}?'([1-5][0-9]{2})[ ']");

    RequestTrace of(GuidellmRequest request, int index, String status) {
        Timeline.Builder timeline = new Timeline.Builder(scheduled ? ns(request.targetedS()) : Stamp.UNKNOWN);
        timeline.startNs = ns(Double.isNaN(request.resolveStartS()) ? request.startS() : request.resolveStartS());
        timeline.sendStartNs = ns(request.startS());
        timeline.endNs = ns(request.endedS());
        return new RequestTrace(
                index,
                request.id().isEmpty() ? "row-" + index : request.id(),
                new Asked(request.promptTokens(), request.maxOutputTokens(), null),
                timeline.build(),
                chunks(request),
                usage(request),
                outcome(request, status));
    }

    private double ns(double epochSeconds) {
        return (epochSeconds - epochS) * 1e9;
    }

    /// Without usage in the answer the prompt count is the one that was asked for.
    private static @Nullable Usage usage(GuidellmRequest request) {
        return request.serverTokens() == Usage.UNKNOWN
                ? null
                : new Usage(
                        request.promptTokens(),
                        request.serverTokens(),
                        Usage.UNKNOWN,
                        request.numbers().count("input_metrics.cached_tokens"));
    }

    /// First, first after reasoning, and last; those between are counted only.
    private Chunks chunks(GuidellmRequest request) {
        double firstS = request.firstTokenS();
        if (Double.isNaN(firstS)) {
            return Chunks.NONE;
        }
        double outputS = request.firstOutputS();
        int output = request.calledTools() ? ChunkKind.TOOL_CALL.bit() : ChunkKind.TEXT.bit();
        Chunks.Builder chunks = new Chunks.Builder();
        boolean reasoned = !(outputS == firstS);
        add(chunks, firstS, reasoned ? ChunkKind.REASONING.bit() : output);
        if (outputS > firstS) {
            add(chunks, outputS, output);
        }
        double lastS = request.lastTokenS();
        int stamped = chunks.size();
        if (lastS >= Math.max(firstS, Double.isNaN(outputS) ? firstS : outputS)
                && request.tokenIterations() > stamped) {
            add(chunks, lastS, Double.isNaN(outputS) ? ChunkKind.REASONING.bit() : output);
        }
        return chunks.build().withUnstamped(Math.max(request.tokenIterations() - chunks.size(), 0));
    }

    private void add(Chunks.Builder chunks, double atS, int kind) {
        chunks.add(ns(atS), kind | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 0);
    }

    private static Outcome outcome(GuidellmRequest request, String status) {
        String error = request.error();
        return switch (status) {
            case "successful" -> new Outcome.Completed("", false);
            case "incomplete" ->
                new Outcome.Failed(
                        Double.isNaN(request.startS()) ? FailureCategory.NOT_SENT : FailureCategory.CANCELLED,
                        0,
                        error);
            default -> failed(request, error);
        };
    }

    private static Outcome failed(GuidellmRequest request, String error) {
        Matcher status = STATUS.matcher(error);
        if (status.find()) {
            return new Outcome.Failed(FailureCategory.HTTP_STATUS, Integer.parseInt(status.group(1)), error);
        }
        return new Outcome.Failed(category(error, request.iterations() > 0), 0, error);
    }

    /// By the names of the errors of the tool's HTTP library.
    private static FailureCategory category(String error, boolean begun) {
        String name = error.replaceFirst("\\(.*", "");
        return switch (name) {
            case "RemoteProtocolError", "ReadError", "CloseError" ->
                begun || error.contains("without sending complete message body")
                        ? FailureCategory.BROKEN
                        : FailureCategory.RESET;
            case "ReadTimeout", "WriteTimeout", "TimeoutError" -> FailureCategory.TOTAL_TIMEOUT;
            case "ConnectTimeout" -> FailureCategory.CONNECT_TIMEOUT;
            case "ConnectError" ->
                error.contains("refused") ? FailureCategory.CONNECT_REFUSED : FailureCategory.CONNECT_FAILED;
            case "WriteError" -> FailureCategory.WRITE_FAILED;
            case "PoolTimeout" -> FailureCategory.CLIENT_RESOURCES;
            case "CancelledError" -> FailureCategory.CANCELLED;
            default -> FailureCategory.UNSTATED;
        };
    }
}
