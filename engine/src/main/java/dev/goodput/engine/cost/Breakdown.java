package dev.goodput.engine.cost;

/// What one step reads and computes on each of its GPUs, and what that takes.
///
/// @param weightBytes bytes of weights that are read
/// @param kvBytes bytes of keys and values that are read
/// @param linearFlops of matrices that every token goes through
/// @param attentionFlops of attention
/// @param headFlops of the LM head
/// @param weightNs time to read weights, and `kvNs` keys and values
/// @param computeNs time to compute
/// @param communicationNs time in all-reduces
/// @param overheadNs time of the engine itself
public record Breakdown(
        double weightBytes,
        double kvBytes,
        double linearFlops,
        double attentionFlops,
        double headFlops,
        double weightNs,
        double kvNs,
        double computeNs,
        double communicationNs,
        double overheadNs) {
    /// What a step waits for.
    public enum Bound {
        MEMORY,
        COMPUTE
    }

    public double bytes() {
        return weightBytes + kvBytes;
    }

    public double flops() {
        return linearFlops + attentionFlops + headFlops;
    }

    public double memoryNs() {
        return weightNs + kvNs;
    }

    public Bound bound() {
        return computeNs > memoryNs() ? Bound.COMPUTE : Bound.MEMORY;
    }

    /// Memory and compute overlap; the rest adds.
    public double stepNs() {
        return Math.max(memoryNs(), computeNs) + communicationNs + overheadNs;
    }
}
