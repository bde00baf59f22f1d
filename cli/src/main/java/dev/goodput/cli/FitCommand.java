package dev.goodput.cli;

import dev.goodput.core.trace.Run;
import dev.goodput.engine.fit.EngineDescription;
import dev.goodput.engine.fit.EngineFit;
import dev.goodput.engine.fit.FitSettings;
import dev.goodput.engine.fit.Prediction;
import dev.goodput.engine.fit.Terms;
import dev.goodput.report.FitInput;
import dev.goodput.report.FitReport;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `goodput fit RUN`: the engine model from a measured run.
@Command(
        name = "fit",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Fits the engine model to a measured run, and says how well it predicts.",
        footer = {
            "",
            "Needs a run with a stamp for every chunk, of one engine under a load that overlaps: a run of goodput, or an",
            "imported one that kept them (vLLM: --save-detailed). Writes engine.yaml, fit.json, fit.html and fit.md.",
            "Examples:",
            "  goodput fit goodput-runs/RUN",
            "  goodput fit runs/unchunked --predict runs/chunked-128 --template-tokens 11",
            "  goodput simulate --engine goodput-runs/RUN/fit/engine.yaml --concurrency 16 --requests 500"
        })
final class FitCommand implements Callable<Integer> {
    private static final int MOST_TOKENS = 1 << 20;

    private final Console console;

    @Parameters(paramLabel = "RUN", description = "The run directory to fit to.")
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Option(
            names = "--predict",
            paramLabel = "OTHER",
            description = "Also predict the run in this directory and compare; may be repeated.")
    private List<Path> others = List.of();

    @Option(
            names = "--max-batched-tokens",
            paramLabel = "N",
            description = "Tokens that a step of RUN's engine computed at most (default: inferred).")
    @Nullable
    private Integer maxBatchedTokens;

    @Option(
            names = "--chunked-prefill",
            paramLabel = "on|off",
            arity = "1",
            converter = SwitchConverter.class,
            description = "Whether RUN's engine split prompts over steps (default: inferred).")
    @Nullable
    private Switch chunkedPrefill;

    @Option(
            names = "--other-max-batched-tokens",
            paramLabel = "N",
            description = "The same of OTHER's engine (default: inferred).")
    @Nullable
    private Integer otherMaxBatchedTokens;

    @Option(
            names = "--other-chunked-prefill",
            paramLabel = "on|off",
            arity = "1",
            converter = SwitchConverter.class,
            description = "The same of OTHER's engine (default: inferred).")
    @Nullable
    private Switch otherChunkedPrefill;

    @Option(
            names = "--max-sequences",
            paramLabel = "N",
            description = "Requests in the batch at most, of both (default: seen, or 256).")
    @Nullable
    private Integer maxSequences;

    @Option(
            names = "--template-tokens",
            paramLabel = "N",
            description = "What the chat template adds to a prompt that the client counted (default: 0).")
    private int templateTokens;

    @Option(
            names = "--per-sequence",
            description = "Also fit a time for each generating request; needs batches that vary.")
    private boolean perSequence;

    @Option(names = "--quadratic-prefill", description = "Also fit a time for each pair of tokens in attention.")
    private boolean quadraticPrefill;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the files go (default: the folder 'fit' in the run directory).")
    @Nullable
    private Path out;

    FitCommand(Console console) {
        this.console = console;
    }

    /// Not a Boolean: picocli takes those for flags, and hands a converter `true` for what it made of
    /// `on`.
    enum Switch {
        ON,
        OFF
    }

    /// `on` or `off`, as vLLM's flags are spoken of.
    static final class SwitchConverter implements ITypeConverter<Switch> {
        @Override
        public Switch convert(String text) {
            return switch (text) {
                case "on" -> Switch.ON;
                case "off" -> Switch.OFF;
                default -> throw new TypeConversionException("'" + text + "' is neither on nor off");
            };
        }
    }

    @Override
    public Integer call() {
        check();
        Run run = RunReader.read(directory);
        FitSettings settings = settings(maxBatchedTokens, chunkedPrefill);
        EngineFit fit = EngineFit.of(run, settings, new Terms(true, perSequence, quadraticPrefill));
        List<FitInput.Predicted> predictions = new ArrayList<>();
        predictions.add(new FitInput.Predicted(directory.toString(), Prediction.inSample(fit)));
        for (Path other : others) {
            FitSettings otherSettings = settings(otherMaxBatchedTokens, otherChunkedPrefill);
            Prediction prediction = Prediction.of(fit, RunReader.read(other), otherSettings);
            predictions.add(new FitInput.Predicted(other.toString(), prediction));
        }
        FitReport report = new FitReport(new FitInput(directory.toString(), run.manifest(), fit, predictions));
        Path folder = write(report, EngineDescription.yaml(fit, directory.toString()));
        console.out().print(report.terminal(console.terminal().style()));
        console.out().println();
        console.out().println("engine: " + folder.resolve("engine.yaml"));
        console.out().println("report: " + folder.resolve("fit.html"));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private void check() {
        atLeastOne("--max-batched-tokens", maxBatchedTokens);
        atLeastOne("--other-max-batched-tokens", otherMaxBatchedTokens);
        atLeastOne("--max-sequences", maxSequences);
        if (templateTokens < 0 || templateTokens > MOST_TOKENS) {
            throw new CliException(ExitCode.USAGE, "--template-tokens must be 0 to " + MOST_TOKENS);
        }
        if (others.isEmpty() && (otherMaxBatchedTokens != null || otherChunkedPrefill != null)) {
            throw new CliException(ExitCode.USAGE, "of which other engine? --predict OTHER says it");
        }
    }

    private static void atLeastOne(String name, @Nullable Integer value) {
        if (value != null && (value < 1 || value > MOST_TOKENS)) {
            throw new CliException(ExitCode.USAGE, name + " must be 1 to " + MOST_TOKENS + ", but is " + value);
        }
    }

    private FitSettings settings(@Nullable Integer budget, @Nullable Switch chunked) {
        return new FitSettings(templateTokens, budget, chunked == null ? null : chunked == Switch.ON, maxSequences);
    }

    private Path write(FitReport report, String engine) {
        Path folder = out == null ? directory.resolve("fit") : out;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, "cannot make the folder " + folder + ": " + RunFiles.reason(e));
        }
        TextFile.write(folder.resolve("engine.yaml"), engine);
        TextFile.write(folder.resolve("fit.json"), report.json());
        TextFile.write(folder.resolve("fit.html"), report.html());
        TextFile.write(folder.resolve("fit.md"), report.markdown());
        return folder;
    }
}
