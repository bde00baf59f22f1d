package dev.goodput.report;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the script of the roofline page computes with: the catalogue, and the settings that the command
/// was given. Counts of parameters are worked out here, so that the script has only the formulas of a
/// step.
record RooflineData(
        List<GpuFacts> gpus,
        List<ModelFacts> models,
        List<PrecisionFacts> precisions,
        MemoryFacts memory,
        List<Integer> batches,
        List<Integer> contexts,
        Settings settings) {

    record GpuFacts(
            String id,
            String name,
            double bandwidth,
            double bf16,
            double fp8,
            double fp4,
            long memory,
            double link,
            String source) {}

    /// @param kvElements elements that a layer keeps of a token, over all KV heads
    record ModelFacts(
            String id,
            String name,
            int layers,
            int windowLayers,
            int window,
            int hidden,
            int queryHeads,
            int kvHeads,
            int headDim,
            Model.@Nullable Latent latent,
            @Nullable ExpertFacts experts,
            int kvElements,
            long parameters,
            long linear,
            long active,
            long head,
            long norms,
            boolean tied,
            String shipped,
            int maxContext,
            String source) {}

    record ExpertFacts(int count, int perToken, int layers, long parameters) {}

    record PrecisionFacts(String id, double bytes, String compute, boolean onlyExperts, boolean forKv) {}

    record MemoryFacts(double utilisation, double otherBytes, int blockTokens) {}

    record Settings(
            String gpu,
            String model,
            String weights,
            String kv,
            int gpus,
            int batch,
            int context,
            int prompt,
            int chunk,
            double bandwidthEfficiency,
            double computeEfficiency,
            double stepUs,
            double layerUs,
            double sequenceUs,
            double allReduceUs,
            @Nullable Double weightsRead,
            @Nullable Double measuredNs) {}

    static RooflineData of(RooflineInput input, Roofline roofline) {
        Deployment deployment = roofline.deployment();
        return new RooflineData(
                with(Gpus.all(), deployment.gpu(), Gpu::id).stream()
                        .map(RooflineData::facts)
                        .toList(),
                with(Models.all(), deployment.model(), Model::id).stream()
                        .map(RooflineData::facts)
                        .toList(),
                Stream.of(Precision.values()).map(RooflineData::facts).toList(),
                new MemoryFacts(KvMemory.UTILISATION, KvMemory.OTHER_BYTES, KvMemory.BLOCK_TOKENS),
                input.batches(),
                input.contexts(),
                settings(input, deployment));
    }

    /// The catalogue, and in the place of its row of that id, or first, what the user described.
    private static <T> List<T> with(List<T> catalogue, T own, Function<T, String> id) {
        if (catalogue.contains(own)) {
            return catalogue;
        }
        List<T> all = new ArrayList<>(catalogue);
        all.removeIf(row -> id.apply(row).equals(id.apply(own)));
        all.addFirst(own);
        return all;
    }

    private static GpuFacts facts(Gpu gpu) {
        return new GpuFacts(
                PlainText.clean(gpu.id()),
                PlainText.clean(gpu.name()),
                gpu.bandwidth(),
                gpu.bf16Flops(),
                gpu.fp8Flops(),
                gpu.fp4Flops(),
                gpu.memoryBytes(),
                gpu.link(),
                PlainText.clean(gpu.source()));
    }

    private static ModelFacts facts(Model model) {
        Model.Experts experts = model.experts();
        return new ModelFacts(
                PlainText.clean(model.id()),
                PlainText.clean(model.name()),
                model.layers(),
                model.windowLayers(),
                model.window(),
                model.hidden(),
                model.queryHeads(),
                model.kvHeads(),
                model.headDim(),
                model.latent(),
                experts == null
                        ? null
                        : new ExpertFacts(
                                experts.count(),
                                experts.perToken(),
                                model.expertLayers(),
                                model.parametersOfOneExpert()),
                model.kvElementsPerLayer(1),
                model.parameters(),
                model.linearParameters(),
                model.activeParameters(),
                model.headParameters(),
                model.normParameters(),
                model.hasTiedEmbeddings(),
                model.shipped().id(),
                model.maxContext(),
                PlainText.clean(model.source()));
    }

    private static PrecisionFacts facts(Precision precision) {
        return new PrecisionFacts(
                precision.id(),
                precision.bytes(),
                precision.compute().id(),
                precision == Precision.MXFP4,
                precision == Precision.BF16 || precision == Precision.FP8);
    }

    private static Settings settings(RooflineInput input, Deployment deployment) {
        Efficiency efficiency = deployment.efficiency();
        return new Settings(
                PlainText.clean(deployment.gpu().id()),
                PlainText.clean(deployment.model().id()),
                deployment.weights().id(),
                deployment.kv().id(),
                deployment.tensorParallel(),
                input.batch(),
                input.context(),
                input.promptTokens(),
                Math.min(input.chunkTokens(), input.promptTokens()),
                efficiency.bandwidth(),
                efficiency.compute(),
                efficiency.stepNs() / 1e3,
                efficiency.layerNs() / 1e3,
                efficiency.sequenceNs() / 1e3,
                efficiency.allReduceNs() / 1e3,
                input.weightsRead().isPresent() ? (Double) input.weightsRead().getAsDouble() : null,
                input.measuredNs().isPresent() ? (Double) input.measuredNs().getAsDouble() : null);
    }
}
