package dev.goodput.server;

/// The token counts that an answer reports.
record UsageCounts(long promptTokens, long completionTokens) {
    static UsageCounts of(AnswerFacts facts, int completionTokens) {
        return new UsageCounts(facts.request().promptTokens(), completionTokens);
    }

    /// As a JSON object.
    String json() {
        return "{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + completionTokens)
                + ",\"completion_tokens\":" + completionTokens + "}";
    }
}
