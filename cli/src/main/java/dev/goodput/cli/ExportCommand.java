package dev.goodput.cli;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.trace.Run;
import dev.goodput.parquet.ParquetExport;
import dev.goodput.runs.RunReader;
import dev.goodput.runs.exports.ExportFormat;
import dev.goodput.runs.exports.Exporters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput export RUN --format F --out PATH`: writes a run in a form that others read.
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Writes a run as files that other tools' plotters and people's scripts read.",
        footer = {
            "",
            "Formats: aiperf, vllm, llmperf, genai-perf (each under that tool's own definitions), csv, jsonl,",
            "parquet (one row a request, chunk times as a list). Nothing that exists is replaced."
        })
final class ExportCommand implements Callable<Integer> {
    private static final String PARQUET = "parquet";

    private final Console console;

    @Parameters(paramLabel = "RUN", description = "A run directory.")
    @SuppressWarnings("NullAway.Init")
    private Path run;

    @Option(names = "--format", required = true, paramLabel = "FORMAT", description = "What to write.")
    @SuppressWarnings("NullAway.Init")
    private String format;

    @Option(names = "--out", required = true, paramLabel = "PATH", description = "File or folder to write.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Run recorded = RunReader.read(run);
        write(recorded).forEach(file -> console.out().println(file));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private List<Path> write(Run recorded) {
        if (format.equals(PARQUET)) {
            return ParquetExport.write(recorded, out);
        }
        return Exporters.write(recorded, ExportFormat.byId(format).orElseThrow(this::unknown), out);
    }

    private CliException unknown() {
        List<String> known = new ArrayList<>(ExportFormat.ids());
        known.add(PARQUET);
        return new CliException(
                ExitCode.USAGE,
                "unknown format '" + Console.oneLine(format) + "'"
                        + Suggestions.nearest(format, known)
                                .map(nearest -> "; did you mean '" + nearest + "'?")
                                .orElse("; known are " + String.join(", ", known)));
    }
}
