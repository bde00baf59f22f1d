package dev.goodput.server;

import dev.goodput.server.metric.FinishedReason;
import dev.goodput.server.text.AnswerText;

/// What is known of an answer before its first token.
///
/// @param createdSeconds Unix time
/// @param tokens how long it will be
record AnswerFacts(
        CompletionRequest request,
        String id,
        long createdSeconds,
        int tokens,
        FinishedReason finishReason,
        AnswerText text) {
    /// What every event of a stream begins with, up to its choices.
    String opening() {
        return "{\"id\":\"" + id + "\",\"object\":\"" + request.api().chunkObject + "\",\"created\":" + createdSeconds
                + ",\"model\":" + Json.quoted(request.model()) + ",\"choices\":[";
    }
}
