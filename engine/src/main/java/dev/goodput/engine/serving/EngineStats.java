package dev.goodput.engine.serving;

/// What an engine holds at a moment, and what it has done since it was made; replicas added up.
///
/// @param running requests in the batch
/// @param waiting requests in the queue
/// @param kvBlocks blocks of KV cache there are, 0 for an engine without
/// @param kvBlocksUsed those that running requests hold
/// @param steps engine steps done
/// @param scheduledTokens tokens that those steps computed, recomputed ones included
/// @param prefixQueryTokens prompt tokens looked up in the prefix cache
/// @param prefixHitTokens those of them that were there
/// @param preemptions times that a running request lost its memory
public record EngineStats(
        int running,
        int waiting,
        int kvBlocks,
        int kvBlocksUsed,
        long steps,
        long scheduledTokens,
        long prefixQueryTokens,
        long prefixHitTokens,
        long preemptions) {}
