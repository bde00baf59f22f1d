package dev.goodput.cli;

import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.RunWriter;
import dev.goodput.runs.imports.AggregatesJson;
import dev.goodput.runs.imports.ImportSource;
import dev.goodput.runs.imports.Imported;
import dev.goodput.runs.imports.Importers;
import dev.goodput.runs.imports.TableImport;
import dev.goodput.runs.imports.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput import FILE…`: makes runs of other tools' result files.
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Makes runs of other tools' result files; tool and version are recognised from the content.",
        footer = {
            "",
            "What a file cannot give is marked unknown and never invented. --verify recomputes every aggregate",
            "that the tool wrote from its own raw data and exits with 1 where any differs.",
            "",
            "A table of your own, CSV with a header line or JSON lines, one request a row, needs a mapping (YAML):",
            "  start:         {column: sent_at, unit: s}       # when it was sent, on a clock all rows share",
            "  ttft:          {column: ttft_ms, unit: ms}      # from the start to the first token",
            "  e2e:           {column: latency_ms, unit: ms}   # from the start to the end of the answer",
            "  output_tokens: completion_tokens",
            "  status:        {column: code, ok: [200]}        # any other value is a failure",
            "and then: goodput import requests.csv --mapping mapping.yaml",
            "Times:  start, intended_start, first_token, end (points); ttft, e2e, gaps (lengths; gaps is a list).",
            "Others: output_tokens, prompt_tokens, max_tokens, status, error, id, class; and for the file itself",
            "dialect, format (csv or jsonl), delimiter. Units: ns, us, ms, s, min, iso; a time without one is",
            "refused. Of ttft, first_token, e2e, end one must be there. A column of JSON lines may be a path: a.b."
        })
final class ImportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE_OR_DIR", arity = "1..*", description = "Result files or folders.")
    private List<Path> sources = new ArrayList<>();

    @Option(
            names = "--verify",
            description = "Recompute the tool's own aggregates; name those that differ or cannot be had.")
    private boolean verify;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "For a table of your own (CSV or JSON lines): a YAML file that says which column is what.")
    @Nullable
    private Path mapping;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the run directory goes; several runs get -2, -3, … (default: goodput-runs/DATE-TIME-import).")
    @Nullable
    private Path out;

    ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            return importAll();
        } catch (OutOfMemoryError _) {
            // Texts are passed over and numbers held as such, so what does not fit has too many of them.
            throw new CliException(
                    ExitCode.USAGE,
                    "the numbers of these files do not fit into "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB of memory; give more with GOODPUT_JAVA_OPTS=-Xmx8g");
        }
    }

    private Integer importAll() {
        long equal = 0;
        long differ = 0;
        long refused = 0;
        int runs = 0;
        for (Path source : sources) {
            for (Imported imported : read(source)) {
                Verification verification = Verification.of(imported);
                Path directory = directory(++runs);
                write(imported, verification, directory);
                describe(source, imported, verification, directory);
                equal += verification.count(Verification.Result.EQUAL);
                differ += verification.count(Verification.Result.DIFFERS);
                refused += verification.count(Verification.Result.REFUSED);
            }
        }
        if (verify) {
            console.out().println(equal + " equal, " + differ + " differ, " + refused + " refused");
        }
        console.out().flush();
        return (verify && differ > 0 ? ExitCode.FAIL : ExitCode.OK).code();
    }

    private List<Imported> read(Path source) {
        return mapping == null ? Importers.read(new ImportSource(source)) : List.of(TableImport.read(source, mapping));
    }

    private Path directory(int number) {
        if (out == null) {
            return OutputDirectory.choose(null, "import");
        }
        return number == 1 ? out : out.resolveSibling(out.getFileName() + "-" + number);
    }

    private static void write(Imported imported, Verification verification, Path directory) {
        Run run = imported.run();
        try (RunWriter writer = RunWriter.create(directory, run.manifest())) {
            run.traces().forEach(writer::append);
        }
        Evaluation.of(run, List.of()).write(directory);
        try {
            RunFiles.replace(directory.resolve(AggregatesJson.FILE), AggregatesJson.render(imported, verification));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write to " + directory + ": " + RunFiles.reason(e), e);
        }
    }

    private void describe(Path source, Imported imported, Verification verification, Path directory) {
        Manifest manifest = imported.run().manifest();
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());
        console.out()
                .println(source + ": " + imported.dialect().tool() + " ("
                        + imported.dialect().id() + "), "
                        + imported.run().traces().size() + " requests, " + seen.count(Fate.FAILURE) + " failed → "
                        + directory);
        if (!manifest.coverage().schedule()) {
            console.out().println("  no schedule: coordinated omission is unknown");
        }
        if (!manifest.coverage().starts()) {
            console.out().println("  no start times: no timeline, no rates over a span");
        }
        manifest.coverage().notes().forEach(note -> console.out().println("  " + Console.oneLine(note)));
        if (verify) {
            verification.rows().stream()
                    .filter(row -> row.result() != Verification.Result.EQUAL)
                    .forEach(row -> console.out().println("  " + line(row)));
        }
    }

    private static String line(Verification.Row row) {
        return switch (row.result()) {
            case EQUAL -> row.name() + " equal";
            case DIFFERS ->
                String.format(
                        Locale.ROOT,
                        "DIFFERS %s: the file says %s, its raw data give %s",
                        row.name(),
                        row.told(),
                        row.ours());
            case REFUSED -> "refused " + row.name() + ": " + Console.oneLine(row.reason());
        };
    }
}
