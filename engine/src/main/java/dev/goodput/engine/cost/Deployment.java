package dev.goodput.engine.cost;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.config.ConfigException;
import java.util.List;
import java.util.stream.IntStream;

/// A model on GPUs.
///
/// @param tensorParallel GPUs that each layer is cut over, at most 64
/// @param weights what weights are stored in
/// @param kv what keys and values are stored in
public record Deployment(
        Gpu gpu, Model model, int tensorParallel, Precision weights, Precision kv, Efficiency efficiency) {
    private static final int MOST_GPUS = 64;

    /// @throws ConfigException when the model cannot be run so
    public Deployment {
        if (tensorParallel < 1) {
            throw new ConfigException("tensor parallel " + tensorParallel + ": must be 1 or more GPUs");
        }
        if (!divides(model, tensorParallel)) {
            throw new ConfigException("tensor parallel " + tensorParallel + " does not divide the "
                    + model.queryHeads() + " query heads and " + model.kvHeads() + " KV heads of " + model.name()
                    + "; take one of "
                    + String.join(
                            ", ",
                            tensorParallels(model).stream().map(String::valueOf).toList()));
        }
        if (gpu.peakFlops(weights).isEmpty()) {
            throw new ConfigException(gpu.name() + " has no tensor cores for " + weights.id()
                    + "; take bf16, or int4 (weights alone in 4 bits)");
        }
        if (kv != Precision.BF16 && kv != Precision.FP8) {
            throw new ConfigException("a KV cache is bf16 or fp8, not " + kv.id());
        }
    }

    /// The model as it ships on one GPU, with the usual efficiency.
    public static Deployment of(Gpu gpu, Model model) {
        return new Deployment(gpu, model, 1, model.shipped(), Precision.BF16, Efficiency.DEFAULT);
    }

    /// Numbers of GPUs that the layers can be cut over, the smallest first.
    public List<Integer> tensorParallels() {
        return tensorParallels(model);
    }

    private static List<Integer> tensorParallels(Model model) {
        return IntStream.rangeClosed(1, MOST_GPUS)
                .filter(gpus -> divides(model, gpus))
                .boxed()
                .toList();
    }

    /// Whether each GPU gets whole heads, or all of a KV head that several share.
    private static boolean divides(Model model, int gpus) {
        return gpus <= MOST_GPUS
                && model.queryHeads() % gpus == 0
                && (model.kvHeads() % gpus == 0 || gpus % model.kvHeads() == 0);
    }

    public Deployment withTensorParallel(int gpus) {
        return new Deployment(gpu, model, gpus, weights, kv, efficiency);
    }

    public Deployment withPrecision(Precision weights, Precision kv) {
        return new Deployment(gpu, model, tensorParallel, weights, kv, efficiency);
    }

    public Deployment withEfficiency(Efficiency efficiency) {
        return new Deployment(gpu, model, tensorParallel, weights, kv, efficiency);
    }
}
