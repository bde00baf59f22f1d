package dev.goodput.core.trace;

/// Token counts as the server reported them for one answer.
///
/// @param promptTokens tokens of the prompt, or [#UNKNOWN]
/// @param completionTokens tokens generated, reasoning included, or [#UNKNOWN]
/// @param reasoningTokens those of them that were reasoning, or [#UNKNOWN]
/// @param cachedTokens prompt tokens served from a prefix cache, or [#UNKNOWN]
public record Usage(int promptTokens, int completionTokens, int reasoningTokens, int cachedTokens) {
    public static final int UNKNOWN = -1;

    /// Prompt and completion counts alone.
    public static Usage of(int promptTokens, int completionTokens) {
        return new Usage(promptTokens, completionTokens, UNKNOWN, UNKNOWN);
    }
}
