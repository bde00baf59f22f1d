package dev.goodput.server;

/// What every event and every body of one answer repeats.
///
/// @param createdSeconds Unix time
record AnswerFacts(CompletionRequest request, String id, long createdSeconds) {
    /// A caller who set the length gets all of it; one who did not sees the answer end by itself.
    String finishReason() {
        return request.maxTokens() > 0 ? "length" : "stop";
    }
}
