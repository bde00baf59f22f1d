package dev.goodput.engine.cost;

/// How far a real engine stays behind the data sheet of its GPU, and what a step costs besides.
///
/// @param compute share of peak FLOP/s that matrix multiplications reach, above 0 to 1
/// @param bandwidth share of memory bandwidth that reading weights and KV cache reaches, above 0 to 1
/// @param stepNs every step: scheduler, preparing inputs, sampling
/// @param layerNs every layer of every step: launches, small kernels
/// @param sequenceNs every sequence of every step: bookkeeping, detokenisation
/// @param allReduceNs latency of one all-reduce between GPUs
public record Efficiency(
        double compute, double bandwidth, long stepNs, long layerNs, long sequenceNs, long allReduceNs) {
    /// The data sheet itself: no step is faster than this.
    public static final Efficiency PEAK = new Efficiency(1, 1, 0, 0, 0, 0);

    /// What is assumed where nothing was measured. `bandwidth` .8 is AIConfigurator's; `compute` .5 is
    /// what a large prefill comes to on H100 (BLIS takes .45 there, .38 on A100, .32 on L40S). 10 µs an
    /// all-reduce is AIConfigurator's latency between two GPUs, and 5 µs a sequence the size of what
    /// BLIS finds (4.4).
    ///
    /// `stepNs` and `layerNs` are chosen so that vLLM's own benchmark of H200 and H100 (its CI, build
    /// 9515: bf16, batch 8, input 32, output 128) comes out within −5 to +4 % in all four rows: 8B 6.5
    /// and 7.8 ms a step, 70B on 4 GPUs 16.2 and 19.1. A pure roofline is 38 to 55 % too fast there;
    /// what is missing is 2.4 ms for 32 layers and about 5 ms for 80, beside the all-reduces, so that
    /// most of it must grow with the layers.
    public static final Efficiency DEFAULT = new Efficiency(.5, .8, 800_000, 50_000, 5_000, 10_000);

    public Efficiency {
        check("compute efficiency", compute);
        check("bandwidth efficiency", bandwidth);
        if (Math.min(Math.min(stepNs, layerNs), Math.min(sequenceNs, allReduceNs)) < 0) {
            throw new IllegalArgumentException("an overhead is below 0");
        }
    }

    private static void check(String what, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("the " + what + " must be above 0% and at most 100%");
        }
    }

    public Efficiency withCompute(double share) {
        return new Efficiency(share, bandwidth, stepNs, layerNs, sequenceNs, allReduceNs);
    }

    public Efficiency withBandwidth(double share) {
        return new Efficiency(compute, share, stepNs, layerNs, sequenceNs, allReduceNs);
    }
}
