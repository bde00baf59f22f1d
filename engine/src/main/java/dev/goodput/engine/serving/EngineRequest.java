package dev.goodput.engine.serving;

/// What a caller asks of the engine.
///
/// @param outputTokens how long the answer will be. The engine ends the answer there; its scheduler
///     does not look
/// @param maxOutputTokens how long the caller allows it to be, at least `outputTokens`: what admission
///     reckons with
/// @param outputContent names the answer's content, so that a later prompt that quotes it can find it
///     in the cache
/// @param priority lower is served first under [EngineConfig.Policy#PRIORITY]
public record EngineRequest(
        Prompt prompt, int promptTokens, int outputTokens, int maxOutputTokens, long outputContent, int priority) {
    public EngineRequest {
        if (outputTokens < 1 || maxOutputTokens < outputTokens) {
            throw new IllegalArgumentException(
                    "an answer has at least one token and at most as many as allowed, not " + outputTokens);
        }
    }

    /// A request of usual priority whose answer is as long as it may be.
    public static EngineRequest of(Prompt prompt, int outputTokens, long outputContent) {
        return new EngineRequest(prompt, prompt.tokens(), outputTokens, outputTokens, outputContent, 0);
    }
}
