package dev.goodput.core.trace;

/// One step of an engine: what only a model knows.
///
/// @param replica which engine, from 0
/// @param startNs when it began, on the engine's clock
/// @param prefills prompts, or parts of them, in the batch
/// @param prefillTokens their tokens
/// @param decodes generating requests in the batch
/// @param contextTokens tokens whose keys and values were read
/// @param waiting requests left in the queue
/// @param kvBlocksUsed blocks of KV cache that requests held
/// @param kvBlocks blocks there are
/// @param preempted requests that lost their memory as the step was planned
public record EngineStep(
        int replica,
        long startNs,
        long endNs,
        int prefills,
        long prefillTokens,
        int decodes,
        long contextTokens,
        int waiting,
        int kvBlocksUsed,
        int kvBlocks,
        int preempted) {

    /// Both stamps moved.
    public EngineStep laterBy(long ns) {
        return new EngineStep(
                replica,
                startNs + ns,
                endNs + ns,
                prefills,
                prefillTokens,
                decodes,
                contextTokens,
                waiting,
                kvBlocksUsed,
                kvBlocks,
                preempted);
    }
}
