package dev.goodput.report;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.cost.Breakdown;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import dev.goodput.engine.cost.StepLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The tables of [RooflineReport].
final class RooflineSections {
    private final RooflineInput input;
    private final Roofline roofline;
    private final Roofline peak;

    RooflineSections(RooflineInput input, Roofline roofline) {
        this.input = input;
        this.roofline = roofline;
        peak = roofline.atPeak();
    }

    Section decode() {
        KvMemory memory = KvMemory.of(roofline);
        Table.Builder table = Table.builder()
                .numbers("batch", "context", "weights", "KV", "TFLOP", "memory", "compute", "floor", "step")
                .text("bound")
                .numbers("tokens/s")
                .text("fits");
        for (int context : input.contexts()) {
            for (int batch : input.batches()) {
                Breakdown step = roofline.decode(batch, context);
                List<String> cells = new ArrayList<>(List.of(Format.count(batch), Format.count(context)));
                cells.addAll(facts(step, peak.decode(batch, context)));
                cells.add(Format.rate(batch / step.stepNs() * 1e9));
                cells.add(memory.fits(batch, context) ? "yes" : "no");
                table.row(cells.toArray(String[]::new));
            }
        }
        return new Section(
                "decode", "A decode step by batch and context" + units(), table.build(), floor(), efficiency());
    }

    Section prefill() {
        int prompt = input.promptTokens();
        int chunk = Math.min(input.chunkTokens(), prompt);
        List<Breakdown> steps = roofline.prompt(prompt, chunk);
        List<Breakdown> atPeak = peak.prompt(prompt, chunk);
        Table.Builder table = Table.builder()
                .text("step")
                .numbers("tokens", "before", "weights", "KV", "TFLOP", "memory", "compute", "floor", "step")
                .text("bound");
        int last = prompt - (steps.size() - 1) * chunk;
        row(table, steps.size() == 1 ? "prompt" : "first chunk", chunk, 0, steps.getFirst(), atPeak.getFirst());
        if (steps.size() > 1) {
            row(table, "last chunk", last, prompt - last, steps.getLast(), atPeak.getLast());
            table.row(
                    "whole prompt",
                    Format.count(prompt),
                    "0",
                    RooflineFormat.gigabytes(sum(steps, Breakdown::weightBytes)),
                    RooflineFormat.gigabytes(sum(steps, Breakdown::kvBytes)),
                    RooflineFormat.teraflop(sum(steps, Breakdown::flops)),
                    Format.ms(sum(steps, Breakdown::memoryNs)),
                    Format.ms(sum(steps, Breakdown::computeNs)),
                    Format.ms(sum(atPeak, Breakdown::stepNs)),
                    Format.ms(sum(steps, Breakdown::stepNs)),
                    "");
        }
        int batch = largestThatFits();
        row(
                table,
                "with " + Format.count(batch) + (batch == 1 ? " decode" : " decodes"),
                chunk,
                0,
                roofline.of(mixed(batch, chunk)),
                peak.of(mixed(batch, chunk)));
        return new Section(
                "prefill",
                "A prompt of " + Format.count(prompt) + " tokens"
                        + (steps.size() == 1 ? " in one step" : " in chunks of " + Format.count(chunk)) + units(),
                table.build(),
                "“before”: tokens of the prompt whose keys and values are there already. Requests that generate wait"
                        + " for whatever chunk shares its step.");
    }

    /// Of the batches asked for; the first where none does.
    private int largestThatFits() {
        KvMemory memory = KvMemory.of(roofline);
        return input.batches().stream()
                .filter(batch -> memory.fits(batch, input.context()))
                .max(Integer::compare)
                .orElse(input.batch());
    }

    private StepLoad mixed(int batch, int chunk) {
        StepLoad load = roofline.newLoad();
        for (int i = 0; i < batch; i++) {
            load.addDecode(input.context() - 1, 1);
        }
        load.addPrefill(0, chunk, chunk == input.promptTokens());
        return load;
    }

    private static void row(Table.Builder table, String name, int tokens, int before, Breakdown step, Breakdown peak) {
        List<String> cells = new ArrayList<>(List.of(name, Format.count(tokens), Format.count(before)));
        cells.addAll(facts(step, peak));
        table.row(cells.toArray(String[]::new));
    }

    /// The columns from weights to bound.
    private static List<String> facts(Breakdown step, Breakdown peak) {
        return List.of(
                RooflineFormat.gigabytes(step.weightBytes()),
                RooflineFormat.gigabytes(step.kvBytes()),
                RooflineFormat.teraflop(step.flops()),
                Format.ms(step.memoryNs()),
                Format.ms(step.computeNs()),
                Format.ms(peak.stepNs()),
                Format.ms(step.stepNs()),
                RooflineFormat.bound(step));
    }

    static double sum(List<Breakdown> steps, ToDoubleFunction<Breakdown> of) {
        return steps.stream().mapToDouble(of).sum();
    }

    private String units() {
        return roofline.deployment().tensorParallel() == 1 ? " · GB, ms" : " · GB, TFLOP on each GPU, ms";
    }

    private static String floor() {
        return "“floor”: at 100% of the data sheet’s bandwidth and FLOP/s, without overhead; no step is shorter."
                + " “step”: the longer of memory and compute, then communication and overhead.";
    }

    private String efficiency() {
        Efficiency efficiency = roofline.deployment().efficiency();
        int layers = roofline.deployment().model().layers();
        return "Expected at " + RooflineFormat.percent(efficiency.bandwidth()) + " of bandwidth and "
                + RooflineFormat.percent(efficiency.compute()) + " of FLOP/s; overhead "
                + Format.ms(efficiency.stepNs() + (double) efficiency.layerNs() * layers) + " ms a step and "
                + Format.ms(efficiency.sequenceNs()) + " ms a sequence"
                + (roofline.deployment().tensorParallel() == 1
                        ? "."
                        : ", " + Format.ms(efficiency.allReduceNs()) + " ms latency an all-reduce.");
    }

    /// What is known, one table of GPUs and one of models.
    static List<Section> catalogue() {
        Table.Builder gpus = Table.builder()
                .code("GPU")
                .numbers("GB/s", "bf16", "fp8", "fp4", "memory", "link", "W")
                .text("source");
        for (Gpu gpu : Gpus.all()) {
            gpus.row(
                    gpu.id(),
                    Format.decimals(gpu.bandwidth() / 1e9, 0),
                    Format.decimals(gpu.bf16Flops() / 1e12, 0),
                    peak(gpu.fp8Flops()),
                    peak(gpu.fp4Flops()),
                    RooflineFormat.gb(gpu.memoryBytes()),
                    Format.decimals(gpu.link() / 1e9, 0),
                    Format.count(gpu.watts()),
                    gpu.source());
        }
        Table.Builder models = Table.builder()
                .code("model")
                .numbers("parameters", "active", "layers", "KV/token", "context")
                .text("ships in")
                .text("source");
        for (Model model : Models.all()) {
            models.row(
                    model.id(),
                    billions(model.parameters()),
                    billions(model.activeParameters() + model.headParameters()),
                    Format.count(model.layers()),
                    Format.decimals(model.kvBytesPerToken(Precision.BF16) / 1e3, 1) + " kB",
                    Format.count(model.maxContext()),
                    model.shipped().id(),
                    model.source());
        }
        return List.of(
                new Section("gpus", "GPUs (dense TFLOPS; GB/s of memory and of the link)", gpus.build()),
                new Section(
                        "models",
                        "Models",
                        models.build(),
                        "“active”: parameters that a token is multiplied with, LM head included. Others: --gpu FILE.yaml"
                                + " with the same figures, --model config.json."));
    }

    private static String peak(double flops) {
        return flops == 0 ? Format.ABSENT : Format.decimals(flops / 1e12, 0);
    }

    private static String billions(long parameters) {
        return Format.decimals(parameters / 1e9, 2) + " B";
    }
}
