package dev.goodput.engine.fit;

import org.jspecify.annotations.Nullable;

/// What is known of an engine beside its run.
///
/// @param templateTokens what the chat template adds to a prompt whose length is the client's count
/// @param maxBatchedTokens tokens a step at most; null to infer them
/// @param chunkedPrefill whether prompts are split over steps; null to infer it
/// @param maxSequences requests in the batch at most; null for vLLM's default
public record FitSettings(
        int templateTokens,
        @Nullable Integer maxBatchedTokens,
        @Nullable Boolean chunkedPrefill,
        @Nullable Integer maxSequences) {
    /// Nothing is known.
    public static final FitSettings UNKNOWN = new FitSettings(0, null, null, null);
}
