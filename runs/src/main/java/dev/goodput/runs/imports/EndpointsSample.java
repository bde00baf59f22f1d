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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One request in the event log of MLPerf Endpoints, as its events come in.
final class EndpointsSample {
    /// Where things stand in `["PromptData", text, token ids, …]` and `["TextModelOutput", text, reasoning, tool
    /// calls]`.
    private static final int PROMPT_TOKENS = 2;

    private static final int TEXT = 1;
    private static final int REASONING = 2;
    private static final int TOOL_CALLS = 3;

    private final String id;
    private final double issuedNs;
    private final int block;
    private final int promptTokens;
    private double[] receivedNs = new double[2];
    private int received;
    private double completeNs = Stamp.UNKNOWN;
    private String finishReason = "";
    private @Nullable String error;
    private int firstChars;
    private int restChars;
    private boolean reasoned;
    private boolean calledTool;

    /// @param block the stretch of performance tracking it was issued in, or -1
    EndpointsSample(String id, double issuedNs, int block, JsonNode prompt) {
        this.id = id;
        this.issuedNs = issuedNs;
        this.block = block;
        JsonNode tokens = prompt.path(PROMPT_TOKENS);
        this.promptTokens = tokens.isArray() ? tokens.size() : Usage.UNKNOWN;
    }

    /// A chunk that the tool took after the completion is lost to it.
    void received(double ns) {
        if (isComplete()) {
            return;
        }
        if (received == receivedNs.length) {
            receivedNs = Arrays.copyOf(receivedNs, received * 2);
        }
        receivedNs[received++] = ns;
    }

    void completed(double ns, JsonNode event) {
        completeNs = ns;
        finishReason = event.path("finish_reason").asString("");
        JsonNode data = event.path("data");
        reasoned = chars(data.path(REASONING)) > 0;
        calledTool = data.path(TOOL_CALLS).isArray() && !data.path(TOOL_CALLS).isEmpty();
        JsonNode first = reasoned ? data.path(REASONING) : data.path(TEXT);
        firstChars = chars(first.isArray() ? first.path(0) : first);
        restChars = chars(data.path(TEXT)) + chars(data.path(REASONING)) - firstChars;
    }

    void failed(JsonNode data) {
        error = data.isArray() && !data.isEmpty()
                ? data.path(data.size() - 1).asString("unknown error")
                : data.asString("unknown error");
    }

    private static int chars(JsonNode text) {
        if (text.isString()) {
            return text.stringValue().length();
        }
        int chars = 0;
        for (JsonNode part : text) {
            chars += part.isString() ? part.stringValue().length() : 0;
        }
        return chars;
    }

    boolean isTracked() {
        return block >= 0;
    }

    int block() {
        return block;
    }

    double issuedNs() {
        return issuedNs;
    }

    double completeNs() {
        return completeNs;
    }

    boolean isComplete() {
        return Stamp.isKnown(completeNs);
    }

    String finishReason() {
        return finishReason;
    }

    boolean hasText() {
        return firstChars + restChars > 0 || calledTool;
    }

    boolean hasRest() {
        return received > 0 && (restChars > 0 || calledTool);
    }

    boolean hasSeveralChunks() {
        return received > 1;
    }

    /// @param epochNs the stamp that becomes 0
    /// @param tokens of the answer if it has text, or -1
    RequestTrace trace(long index, double epochNs, int tokens) {
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = issuedNs - epochNs;
        timeline.endNs = completeNs - epochNs;
        return new RequestTrace(
                index,
                id,
                new Asked(promptTokens, Usage.UNKNOWN, null),
                timeline.build(),
                chunks(epochNs),
                null,
                hasText() ? tokens : Usage.UNKNOWN,
                outcome());
    }

    private Chunks chunks(double epochNs) {
        double[] stampsNs = Arrays.copyOf(receivedNs, received);
        Arrays.sort(stampsNs);
        Chunks.Builder chunks = new Chunks.Builder();
        for (int i = 0; i < received; i++) {
            boolean last = i > 0 && i == received - 1;
            int chars = i == 0 ? firstChars : last ? restChars : 0;
            chunks.add(stampsNs[i] - epochNs, kinds(), Chunks.TOKENS_UNKNOWN, chars);
        }
        if (received == 1 && hasRest() && isComplete()) {
            chunks.add(Math.max(stampsNs[0], completeNs) - epochNs, kinds(), Chunks.TOKENS_UNKNOWN, restChars);
        }
        return chunks.build();
    }

    /// Where the answer began after the reasoning is not in the log, so no chunk counts as answer text then.
    private int kinds() {
        return ChunkKind.CHOICES.bit() | (reasoned ? ChunkKind.REASONING.bit() : ChunkKind.TEXT.bit());
    }

    private Outcome outcome() {
        if (error != null) {
            FailureCategory unclear = received > 0 ? FailureCategory.ERROR_IN_STREAM : FailureCategory.RESET;
            Outcome.Failed failed = FailureWords.outcome(error, received > 0, unclear);
            // The tool calls it a failure, which a stream that merely broke off is not to it.
            return failed.category() == FailureCategory.BROKEN
                    ? new Outcome.Failed(FailureCategory.ERROR_IN_STREAM, 0, error)
                    : failed;
        }
        if (!isComplete()) {
            return new Outcome.Failed(FailureCategory.CANCELLED, 0, "no completion in the event log");
        }
        if (!hasText()) {
            return new Outcome.Failed(FailureCategory.EMPTY, 0, "no text");
        }
        return finishReason.isEmpty()
                ? new Outcome.Failed(FailureCategory.CUT, 0, "no finish reason")
                : new Outcome.Completed(finishReason, false);
    }
}
