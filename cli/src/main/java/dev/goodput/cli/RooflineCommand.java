package dev.goodput.cli;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Magnitude;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.Roofline;
import dev.goodput.report.RooflineInput;
import dev.goodput.report.RooflineReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `goodput roofline`: where a token's time goes, from data sheets and architecture alone.
@Command(
        name = "roofline",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description =
                "Says where a token's time goes on a GPU: what a step reads and computes, and how long that takes.",
        footer = {
            "",
            "Examples:",
            "  goodput roofline --gpu L4 --model qwen3-8b --measured 60.16ms",
            "  goodput roofline --gpu h100 --model llama-3.1-70b --tp 4 --precision fp8 --html roofline.html",
            "  goodput roofline --gpu mine.yaml --model path/to/config.json"
        })
final class RooflineCommand implements Callable<Integer> {
    private static final int MOST_BATCH = 65_536;

    private final Console console;

    @Option(
            names = "--gpu",
            paramLabel = "GPU|FILE",
            description = "A known GPU (--list), or a YAML file with its figures.")
    @Nullable
    private String gpu;

    @Option(
            names = "--model",
            paramLabel = "MODEL|FILE",
            description = "A known model (--list), or the config.json of any other.")
    @Nullable
    private String model;

    @Option(names = "--list", description = "Show the GPUs and models that are known.")
    private boolean list;

    @Option(
            names = "--precision",
            paramLabel = "P",
            description = "Weights in bf16, fp8, fp4, int4 or mxfp4 (default: as the model ships).")
    @Nullable
    private String precision;

    @Option(
            names = "--kv-precision",
            paramLabel = "P",
            defaultValue = "bf16",
            description = "Keys and values in bf16 or fp8 (default: ${DEFAULT-VALUE}).")
    private String kvPrecision = "bf16";

    @Option(
            names = "--tp",
            paramLabel = "N",
            defaultValue = "1",
            description = "GPUs that each layer is cut over (tensor parallel; default: ${DEFAULT-VALUE}).")
    private int tensorParallel;

    @Option(
            names = "--batch",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,8,32,128",
            description = "Sequences that generate at once (default: ${DEFAULT-VALUE}).")
    private List<Integer> batches = List.of();

    @Option(
            names = "--context",
            split = ",",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Tokens that each of them has (default: ${DEFAULT-VALUE}).")
    private List<Integer> contexts = List.of();

    @Option(
            names = "--prompt",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Tokens of a prompt (default: ${DEFAULT-VALUE}).")
    private int prompt;

    @Option(
            names = "--chunk",
            paramLabel = "N",
            description = "Tokens of it in one step at most (default: vLLM's for the GPU).")
    @Nullable
    private Integer chunk;

    @Option(
            names = "--weights",
            paramLabel = "SIZE",
            description = "Weights that a step reads, such as 16.41GB (default: from the architecture).")
    @Nullable
    private String weights;

    @Option(
            names = "--measured",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "What a step of the first batch and context was measured to take, such as 60.16ms.")
    @Nullable
    private Duration measured;

    @Option(
            names = "--bandwidth-efficiency",
            paramLabel = "SHARE",
            converter = Values.PercentConverter.class,
            description = "Share of memory bandwidth that is reached (default: 80%%).")
    @Nullable
    private Double bandwidthEfficiency;

    @Option(
            names = "--compute-efficiency",
            paramLabel = "SHARE",
            converter = Values.PercentConverter.class,
            description = "Share of peak FLOP/s that is reached (default: 50%%).")
    @Nullable
    private Double computeEfficiency;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with controls to FILE.")
    @Nullable
    private Path html;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    RooflineCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (list && json) {
            throw usage("--list shows a table; leave out --json");
        }
        console.out().print(list ? RooflineReport.catalogue(console.terminal().style()) : report());
        console.out().flush();
        return ExitCode.OK.code();
    }

    private String report() {
        if (gpu == null || model == null) {
            throw usage("what on what? say --gpu L4 --model qwen3-8b; --list shows what is known");
        }
        RooflineReport report = new RooflineReport(input(Gpus.load(gpu), Models.load(model)));
        if (html != null) {
            TextFile.write(html, report.html(Version.TOOL));
        }
        return json ? report.json() : report.terminal(console.terminal().style());
    }

    private RooflineInput input(Gpu gpu, Model model) {
        batches.forEach(batch -> within("--batch", batch, MOST_BATCH));
        contexts.forEach(context -> within("--context", context, model));
        within("--prompt", prompt, model);
        int chunkTokens = chunk == null ? gpu.defaultTokenBudget() : chunk;
        within("--chunk", chunkTokens, Integer.MAX_VALUE);
        OptionalDouble weightsRead = weightsRead(model);
        Roofline roofline = new Roofline(new Deployment(
                gpu,
                model,
                tensorParallel,
                precision == null ? model.shipped() : Precision.byName(precision),
                Precision.byName(kvPrecision),
                efficiency()));
        return new RooflineInput(
                weightsRead.isPresent() ? roofline.withWeightsRead(weightsRead.getAsDouble()) : roofline,
                batches,
                contexts,
                prompt,
                chunkTokens,
                weightsRead,
                measured == null ? OptionalDouble.empty() : OptionalDouble.of(measured.toNanos()));
    }

    private OptionalDouble weightsRead(Model model) {
        if (weights == null) {
            return OptionalDouble.empty();
        }
        if (model.experts() != null) {
            throw usage("--weights is for dense models; a step of " + model.name()
                    + " reads the experts that its tokens choose");
        }
        OptionalDouble bytes = Magnitude.BYTES.parse(weights);
        if (bytes.isEmpty()) {
            throw usage("--weights '" + weights + "' is not a size; write it " + Magnitude.BYTES.example());
        }
        return bytes;
    }

    private Efficiency efficiency() {
        Efficiency efficiency = Efficiency.DEFAULT;
        try {
            efficiency = bandwidthEfficiency == null ? efficiency : efficiency.withBandwidth(bandwidthEfficiency);
            return computeEfficiency == null ? efficiency : efficiency.withCompute(computeEfficiency);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private static void within(String option, int value, Model model) {
        if (value > model.maxContext()) {
            throw usage(option + " " + value + " is beyond the " + model.maxContext() + " tokens that " + model.name()
                    + " was made for");
        }
        within(option, value, model.maxContext());
    }

    private static void within(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw usage(option + " must be 1 to " + most + ", but is " + value);
        }
    }

    private static CliException usage(String message) {
        return new CliException(ExitCode.USAGE, message);
    }
}
