package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.trace.Run;
import dev.goodput.report.HtmlReport;
import dev.goodput.report.JunitReport;
import dev.goodput.report.MarkdownReport;
import dev.goodput.report.SummaryJson;
import dev.goodput.report.ToolPrintout;
import dev.goodput.report.VerdictJson;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput report RUN`: renders a run again without measuring again.
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Renders a recorded run: to the terminal and into its report files, or one format to stdout.")
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "RUN", description = "A run directory.")
    @SuppressWarnings("NullAway.Init")
    private Path run;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Print only this: ${COMPLETION-CANDIDATES} (default: terminal, and write all files into RUN).")
    private Format format = Format.ALL;

    @Option(
            names = "--as",
            paramLabel = "DIALECT",
            split = ",",
            description = "Print the run's metrics as these tools would, such as vllm-py-033,genai-perf; nothing else.")
    private List<String> dialects = List.of();

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    /// What `--format` takes.
    enum Format {
        ALL,
        TERMINAL,
        MARKDOWN,
        HTML,
        JUNIT,
        SUMMARY,
        VERDICT
    }

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!dialects.isEmpty()) {
            return asTools();
        }
        Run recorded = RunReader.read(run);
        Evaluation evaluation = Evaluation.of(recorded, slos(recorded), run);
        if (format == Format.VERDICT && evaluation.input().results().isEmpty()) {
            throw new CliException(ExitCode.USAGE, "no verdict without an SLO: say --slo \"ttft<=500ms, …\"");
        }
        switch (format) {
            case ALL -> {
                evaluation.write(run);
                evaluation.print(console);
            }
            case TERMINAL -> evaluation.print(console);
            case MARKDOWN -> console.out().print(MarkdownReport.render(evaluation.input()));
            case HTML -> console.out().print(HtmlReport.render(evaluation.input()));
            case JUNIT -> console.out().print(JunitReport.render(evaluation.input()));
            case SUMMARY -> console.out().print(SummaryJson.render(evaluation.input()));
            case VERDICT -> console.out().print(VerdictJson.render(evaluation.input()));
        }
        console.out().flush();
        return ExitCode.OK.code();
    }

    private Integer asTools() {
        if (format != Format.ALL) {
            throw new CliException(ExitCode.USAGE, "--as prints its own format: leave --format out");
        }
        List<Dialect> asked = dialects.stream().map(ReportCommand::dialect).toList();
        Run recorded = RunReader.read(run);
        Optional<Slo> slo = slos(recorded).stream().findFirst();
        console.out()
                .print(asked.stream()
                        .map(dialect -> ToolPrintout.render(recorded, dialect, slo))
                        .collect(Collectors.joining("\n")));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private static Dialect dialect(String id) {
        return Dialects.byId(id).orElseThrow(() -> {
            List<String> known = Dialects.all().stream().map(Dialect::id).toList();
            String nearest = Suggestions.nearest(id, known)
                    .map(near -> "did you mean '" + near + "'?")
                    .orElse("known are " + String.join(", ", known));
            return new CliException(ExitCode.USAGE, "unknown dialect '" + Console.oneLine(id) + "'; " + nearest);
        });
    }

    private List<Slo> slos(Run recorded) {
        if (sloOptions.slo == null && recorded.manifest().slo() != null) {
            return List.of(sloOptions.adjusted(RecordedSlo.read(recorded.manifest())));
        }
        return sloOptions.slo().stream().toList();
    }
}
