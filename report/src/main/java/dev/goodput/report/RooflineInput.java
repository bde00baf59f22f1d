package dev.goodput.report;

import dev.goodput.engine.cost.Roofline;
import java.util.List;
import java.util.OptionalDouble;

/// What is asked about a model on GPUs.
///
/// @param roofline of as many GPUs as were asked for
/// @param batches sequences that generate at once, and `contexts` how many tokens each of them has
/// @param promptTokens of a prompt that is computed in chunks of at most `chunkTokens`
/// @param weightsRead bytes of weights that a step reads, where that was told
/// @param measuredNs what a step was measured to take
public record RooflineInput(
        Roofline roofline,
        List<Integer> batches,
        List<Integer> contexts,
        int promptTokens,
        int chunkTokens,
        OptionalDouble weightsRead,
        OptionalDouble measuredNs) {
    public RooflineInput {
        batches = List.copyOf(batches);
        contexts = List.copyOf(contexts);
    }

    /// The batch and context that sentences are about.
    int batch() {
        return batches.getFirst();
    }

    int context() {
        return contexts.getFirst();
    }
}
