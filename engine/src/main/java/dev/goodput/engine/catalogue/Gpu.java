package dev.goodput.engine.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// A GPU as its data sheet tells. Peaks are dense: sheets often print twice as much, for sparse
/// matrices.
///
/// @param bandwidth of its memory, bytes/s
/// @param bf16Flops FLOP/s that its tensor cores do at most
/// @param fp8Flops 0 where it has no tensor cores for that; so with `fp4Flops`
/// @param nominalBytes memory as sold
/// @param reportedBytes memory as the driver tells it; 0 where not known
/// @param link between GPUs of one node, bytes/s in one direction
/// @param network between nodes, bytes/s; 0 where not known
/// @param watts board power at most
/// @param source where the row is from
public record Gpu(
        String id,
        String name,
        List<String> aliases,
        double bandwidth,
        double bf16Flops,
        double fp8Flops,
        double fp4Flops,
        long nominalBytes,
        long reportedBytes,
        double link,
        double network,
        int watts,
        String source) {
    private static final long GIB = 1L << 30;

    /// What its tensor cores do at most; empty where it has none for that precision.
    public OptionalDouble peakFlops(Precision precision) {
        double flops = switch (precision.compute()) {
            case FP8 -> fp8Flops;
            case FP4 -> fp4Flops;
            case BF16, INT4, MXFP4 -> bf16Flops;
        };
        return flops > 0 ? OptionalDouble.of(flops) : OptionalDouble.empty();
    }

    /// What an engine has to share out: what the driver reports, which is less than what is sold, where
    /// that is known.
    public long memoryBytes() {
        return reportedBytes > 0 ? reportedBytes : nominalBytes;
    }

    /// `max_num_batched_tokens` that vLLM's server (0.32) takes where it is not told.
    public int defaultTokenBudget() {
        if (memoryBytes() >= 160 * GIB) {
            return 16_384;
        }
        return isLarge() ? 8_192 : 2_048;
    }

    /// `max_num_seqs` that vLLM's server (0.32) takes where it is not told.
    public int defaultMaxSequences() {
        return isLarge() ? 1_024 : 256;
    }

    private boolean isLarge() {
        return memoryBytes() >= 70 * GIB && !name.toLowerCase(Locale.ROOT).contains("a100");
    }
}
