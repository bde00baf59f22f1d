package dev.goodput.engine.cost;

import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Precision;
import java.util.ArrayList;
import java.util.List;

/// The time of a step from what it reads and computes: `max(FLOPs/(peak·e_c), bytes/(bandwidth·e_m)) +
/// communication + overhead`.
///
/// - FLOPs: 2 per parameter and new token in linear layers, 2 per parameter and sampled position in the
///   LM head, and for each pair of tokens that attention works out 4·heads·head size in every layer (2
///   of scores, 2 of values). A latent attention is worked out in full heads in prompts, in its
///   compressed form in decodes.
/// - Bytes: all weights but the embedding once a step, the keys and values of all tokens in the batch
///   (what is written is neglected). Of experts, as many as are expected to be touched where tokens
///   choose uniformly, E·(1 − (1 − k/E)^tokens) of each layer: real tokens agree more, and touch fewer.
/// - Tensor parallel N: FLOPs and weights are cut in N, keys and values by whole heads. Two all-reduces
///   a layer of one bf16 vector a token: 2(N − 1)/N of it over the link, and a latency.
///
/// Matrices are multiplied at the peak of their precision; attention and LM head at the one of bf16.
public final class Roofline implements StepCost {
    private final Deployment deployment;
    private final Weights weights;
    private final int window;

    // Per GPU, so that a step takes few operations.
    private final double fixedBytes;
    private final double expertBytes;
    private final double lnUntouched;
    private final double kvBytesPerToken;
    private final double windowKvBytesPerToken;
    private final double flopsPerToken;
    private final double flopsPerSample;
    private final double flopsPerPair;
    private final double flopsPerDecodePair;
    private final double flopsPerWindowPair;
    private final double nsPerByte;
    private final double nsPerLinearFlop;
    private final double nsPerBf16Flop;
    private final double communicationNsPerToken;
    private final double communicationNs;
    private final double overheadNs;
    private final double overheadNsPerSequence;

    public Roofline(Deployment deployment) {
        this(deployment, Weights.of(deployment.model(), deployment.weights()));
    }

    private Roofline(Deployment deployment, Weights weights) {
        this.deployment = deployment;
        this.weights = weights;
        Model model = deployment.model();
        Efficiency efficiency = deployment.efficiency();
        int gpus = deployment.tensorParallel();
        window = model.window();

        fixedBytes = weights.fixed() / gpus;
        Model.Experts experts = model.experts();
        if (experts == null) {
            expertBytes = 0;
            lnUntouched = 0;
        } else {
            expertBytes = weights.oneExpert() * experts.count() * model.expertLayers() / gpus;
            lnUntouched = StrictMath.log1p(-(double) experts.perToken() / experts.count());
        }
        double kvBytesPerLayer =
                model.kvElementsPerLayer(gpus) * deployment.kv().bytes();
        int wholeLayers = model.layers() - model.windowLayers();
        kvBytesPerToken = wholeLayers * kvBytesPerLayer;
        windowKvBytesPerToken = model.windowLayers() * kvBytesPerLayer;

        flopsPerToken = 2.0 * model.activeParameters() / gpus;
        flopsPerSample = 2.0 * model.headParameters() / gpus;
        double heads = (double) model.queryHeads() / gpus;
        Model.Latent latent = model.latent();
        if (latent == null) {
            flopsPerPair = 4 * heads * model.headDim() * wholeLayers;
            flopsPerDecodePair = flopsPerPair;
        } else {
            int keyDim = latent.nopeDim() + latent.ropeDim();
            flopsPerPair = 2 * heads * (keyDim + latent.valueDim()) * wholeLayers;
            flopsPerDecodePair = 2 * heads * (2 * latent.rank() + latent.ropeDim()) * wholeLayers;
        }
        flopsPerWindowPair = 4 * heads * model.headDim() * model.windowLayers();

        nsPerByte = 1e9 / (deployment.gpu().bandwidth() * efficiency.bandwidth());
        nsPerLinearFlop = nsPerFlop(deployment, deployment.weights());
        nsPerBf16Flop = nsPerFlop(deployment, Precision.BF16);
        double vector = model.hidden() * Precision.BF16.bytes();
        int allReduces = gpus == 1 ? 0 : 2 * model.layers();
        communicationNsPerToken =
                allReduces * 2.0 * (gpus - 1) / gpus * vector / deployment.gpu().link() * 1e9;
        communicationNs = (double) allReduces * efficiency.allReduceNs();
        overheadNs = efficiency.stepNs() + (double) efficiency.layerNs() * model.layers();
        overheadNsPerSequence = efficiency.sequenceNs();
    }

    private static double nsPerFlop(Deployment deployment, Precision precision) {
        double peak = deployment.gpu().peakFlops(precision).orElseThrow();
        return 1e9 / (peak * deployment.efficiency().compute());
    }

    /// The same with the bytes that a step reads of a dense model's weights as told, instead of those
    /// that follow from its parameters.
    ///
    /// @throws IllegalArgumentException for a model with experts, of which a step reads those that its
    /// tokens choose
    public Roofline withWeightsRead(double bytes) {
        if (deployment.model().experts() != null) {
            throw new IllegalArgumentException("a step of " + deployment.model().name()
                    + " reads the experts that its tokens choose, which is not always the same");
        }
        return new Roofline(deployment, new Weights(bytes, 0, weights.embedding(), Math.max(bytes, weights.total())));
    }

    /// The same on so many GPUs.
    public Roofline withTensorParallel(int gpus) {
        return new Roofline(deployment.withTensorParallel(gpus), weights);
    }

    /// The same as fast as data sheets promise: no step is shorter.
    public Roofline atPeak() {
        return new Roofline(deployment.withEfficiency(Efficiency.PEAK), weights);
    }

    public Deployment deployment() {
        return deployment;
    }

    public Weights weights() {
        return weights;
    }

    @Override
    public StepLoad newLoad() {
        return new StepLoad(window);
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        double memoryNs = (weightBytes(load) + kvBytes(load)) * nsPerByte;
        double ns = Math.max(memoryNs, computeNs(load)) + communicationNs(load) + overheadNs(load);
        return Math.max(1, Math.round(ns));
    }

    /// Where the time of the step goes.
    public Breakdown of(StepLoad load) {
        double weightBytes = weightBytes(load);
        double kvBytes = kvBytes(load);
        return new Breakdown(
                weightBytes,
                kvBytes,
                load.newTokens() * flopsPerToken,
                attentionFlops(load),
                load.samples() * flopsPerSample,
                weightBytes * nsPerByte,
                kvBytes * nsPerByte,
                computeNs(load),
                communicationNs(load),
                overheadNs(load));
    }

    /// The steps of a prompt that is alone, in chunks of at most so many tokens.
    public List<Breakdown> prompt(int tokens, int chunk) {
        List<Breakdown> steps = new ArrayList<>();
        StepLoad load = newLoad();
        for (int computed = 0; computed < tokens; computed += chunk) {
            load.clear();
            int added = Math.min(chunk, tokens - computed);
            load.addPrefill(computed, added, computed + added == tokens);
            steps.add(of(load));
        }
        return steps;
    }

    /// A step of so many generating requests, each of which has so much context with its new token.
    public Breakdown decode(int batch, int contextTokens) {
        StepLoad load = newLoad();
        for (int i = 0; i < batch; i++) {
            load.addDecode(contextTokens - 1, 1);
        }
        return of(load);
    }

    private double weightBytes(StepLoad load) {
        // 1 − (1 − k/E)^tokens, without losing digits for one token of many experts.
        return expertBytes == 0
                ? fixedBytes
                : fixedBytes - expertBytes * StrictMath.expm1(load.newTokens() * lnUntouched);
    }

    private double kvBytes(StepLoad load) {
        return load.contextTokens() * kvBytesPerToken + load.windowContextTokens() * windowKvBytesPerToken;
    }

    private double attentionFlops(StepLoad load) {
        return (load.attendedPairs() - load.decodePairs()) * flopsPerPair
                + load.decodePairs() * flopsPerDecodePair
                + load.windowPairs() * flopsPerWindowPair;
    }

    private double computeNs(StepLoad load) {
        return load.newTokens() * flopsPerToken * nsPerLinearFlop
                + (attentionFlops(load) + load.samples() * flopsPerSample) * nsPerBf16Flop;
    }

    private double communicationNs(StepLoad load) {
        return communicationNs + load.newTokens() * communicationNsPerToken;
    }

    private double overheadNs(StepLoad load) {
        return overheadNs + load.sequences() * overheadNsPerSequence;
    }
}
