package dev.goodput.engine.serving;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How one engine schedules. The names are vLLM's.
///
/// @param maxBatchedTokens tokens that one step may compute (`max_num_batched_tokens`)
/// @param maxSequences requests in the batch at most (`max_num_seqs`)
/// @param chunkedPrefill whether a prompt may be split over steps; without, a prompt waits until it
///     fits into one
/// @param longPrefillThreshold tokens of one prompt that a step takes at most; 0 for no limit
/// @param blockSize tokens of one block of KV cache
/// @param kvBlocks blocks there are
/// @param prefixCaching whether full blocks of equal beginnings are shared
/// @param maxModelLen tokens of prompt and answer together at most (`max_model_len`)
/// @param watermark share of the blocks that admission leaves free
/// @param reserveFullPrompt whether a prompt is admitted only when all of it fits, not just its first
///     chunk
/// @param maxQueuedRequests requests that may wait; one more is rejected; 0 for no limit
/// @param speculation drafts that are verified a step; null for none
/// @param frontEndNs from a request's arrival until the scheduler sees it: parsing, tokenising,
///     hand-over
public record EngineConfig(
        int maxBatchedTokens,
        int maxSequences,
        boolean chunkedPrefill,
        int longPrefillThreshold,
        Batching batching,
        Policy policy,
        int blockSize,
        int kvBlocks,
        boolean prefixCaching,
        int maxModelLen,
        double watermark,
        boolean reserveFullPrompt,
        int maxQueuedRequests,
        @Nullable Speculation speculation,
        long frontEndNs) {

    /// What a step may hold.
    public enum Batching {
        /// Decodes first, prompts with what is left of the budget: continuous batching.
        MIXED,
        /// Prompts and decodes take turns, never in one step.
        SEPARATE,
        /// A batch is formed when the one before has ended, and its slots stay taken until its longest
        /// answer ends.
        STATIC
    }

    /// Who is served first.
    public enum Policy {
        /// First come, first served.
        FCFS,
        /// The lowest priority number first, then the earliest.
        PRIORITY
    }

    /// Speculative decoding with acceptance that is independent of place and history.
    ///
    /// @param draftTokens drafts a step and request
    /// @param acceptance chance that a draft is right if those before it were, 0 to 1
    /// @param draftNs what making one draft for the whole batch takes
    public record Speculation(int draftTokens, double acceptance, long draftNs) {
        public Speculation {
            require(draftTokens >= 1 && draftTokens <= 64, "speculative tokens must be 1 to 64, not " + draftTokens);
            require(acceptance >= 0 && acceptance <= 1, "an acceptance rate lies between 0 and 1");
            require(draftNs >= 0, "the time of a draft must not be negative");
        }
    }

    public EngineConfig {
        Objects.requireNonNull(batching);
        Objects.requireNonNull(policy);
        require(maxSequences >= 1, "max-sequences must be at least 1, not " + maxSequences);
        require(
                maxBatchedTokens >= maxSequences,
                "max-batched-tokens (" + maxBatchedTokens + ") must not be below max-sequences (" + maxSequences
                        + "): each of them takes a token of every step");
        require(blockSize >= 1, "block-size must be at least 1, not " + blockSize);
        require(maxModelLen >= 2, "max-model-len must be at least 2, not " + maxModelLen);
        require(
                chunkedPrefill || maxBatchedTokens >= maxModelLen,
                "without chunked prefill max-batched-tokens (" + maxBatchedTokens
                        + ") must not be below max-model-len (" + maxModelLen + "): such a prompt would never fit");
        require(
                (long) kvBlocks * blockSize >= maxModelLen,
                "a KV cache of " + (long) kvBlocks * blockSize + " tokens cannot hold one request of max-model-len "
                        + maxModelLen + "; lower max-model-len or give it more memory");
        require(longPrefillThreshold >= 0, "long-prefill-threshold must be at least 0 (off)");
        require(watermark >= 0 && watermark < 1, "watermark lies between 0% and 100%");
        require(maxQueuedRequests >= 0, "max-queued-requests must be at least 0 (no limit)");
        require(frontEndNs >= 0, "the front-end time must not be negative");
    }

    /// Filled field by field; begins with vLLM's defaults and a cache that is never short.
    public static final class Builder {
        public int maxBatchedTokens = 2_048;
        public int maxSequences = 256;
        public boolean chunkedPrefill = true;
        public int longPrefillThreshold;
        public Batching batching = Batching.MIXED;
        public Policy policy = Policy.FCFS;
        public int blockSize = 16;
        public int kvBlocks = 1 << 20;
        public boolean prefixCaching;
        public int maxModelLen = 131_072;
        public double watermark;
        public boolean reserveFullPrompt;
        public int maxQueuedRequests;
        public @Nullable Speculation speculation;
        public long frontEndNs;

        /// @throws IllegalArgumentException when the settings do not go together, saying which
        public EngineConfig build() {
            return new EngineConfig(
                    maxBatchedTokens,
                    maxSequences,
                    chunkedPrefill,
                    longPrefillThreshold,
                    batching,
                    policy,
                    blockSize,
                    kvBlocks,
                    prefixCaching,
                    maxModelLen,
                    watermark,
                    reserveFullPrompt,
                    maxQueuedRequests,
                    speculation,
                    frontEndNs);
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
