package dev.goodput.engine.cost;

import dev.goodput.engine.catalogue.Model;
import java.util.OptionalInt;

/// How the memory of each GPU is shared out, and how much KV cache fits.
///
/// @param memoryBytes all of it
/// @param usableBytes what the engine may take
/// @param weightBytes what weights take
/// @param otherBytes what activations, graphs and libraries take
/// @param tokenBytes what a token of context takes
/// @param blockTokens tokens of a block
/// @param windowBytes what a sequence takes at most in layers with a sliding window; not set aside
public record KvMemory(
        double memoryBytes,
        double usableBytes,
        double weightBytes,
        double otherBytes,
        double tokenBytes,
        int blockTokens,
        double windowBytes) {
    /// Share of the memory that an engine may take: vLLM's `gpu_memory_utilization` before 0.32, which
    /// takes .92.
    public static final double UTILISATION = .9;

    /// For activations, graphs and libraries where nothing was measured; a measured RTX 4090 with an 8B
    /// model had 1.24 GB.
    public static final double OTHER_BYTES = 1.5e9;

    public static final int BLOCK_TOKENS = 16;

    /// Shared out as usual.
    public static KvMemory of(Roofline roofline) {
        return of(roofline, UTILISATION, OTHER_BYTES, BLOCK_TOKENS);
    }

    /// @param utilisation share of the memory that the engine may take
    /// @param otherBytes on each GPU, beside weights and KV cache
    public static KvMemory of(Roofline roofline, double utilisation, double otherBytes, int blockTokens) {
        Deployment deployment = roofline.deployment();
        Model model = deployment.model();
        int gpus = deployment.tensorParallel();
        double layerBytes = model.kvElementsPerLayer(gpus) * deployment.kv().bytes();
        return new KvMemory(
                deployment.gpu().memoryBytes(),
                deployment.gpu().memoryBytes() * utilisation,
                roofline.weights().total() / gpus,
                otherBytes,
                layerBytes * (model.layers() - model.windowLayers()),
                blockTokens,
                layerBytes * model.windowLayers() * model.window());
    }

    /// The fewest GPUs, shared out as usual, that hold the model and a sequence with so much context.
    public static OptionalInt leastGpus(Roofline roofline, int contextTokens) {
        return roofline.deployment().tensorParallels().stream()
                .mapToInt(gpus -> gpus)
                .filter(gpus -> of(roofline.withTensorParallel(gpus)).fits(1, contextTokens))
                .findFirst();
    }

    /// Blocks that fit; 0 where the weights alone do not.
    public long blocks() {
        double left = usableBytes - weightBytes - otherBytes;
        return left <= 0 ? 0 : (long) (left / (tokenBytes * blockTokens));
    }

    /// Tokens of context that fit, of all sequences together.
    public long tokens() {
        return blocks() * blockTokens;
    }

    /// Whether so many sequences with so much context each fit.
    public boolean fits(int sequences, int contextTokens) {
        long blocksEach = Math.ceilDiv(contextTokens, (long) blockTokens);
        double window = sequences * windowBytes;
        return blocks() > 0
                && sequences * blocksEach * blockTokens * tokenBytes + window <= blocks() * blockTokens * tokenBytes;
    }
}
