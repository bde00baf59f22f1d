package dev.goodput.cli;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.Margins;
import dev.goodput.core.gate.Regression;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import dev.goodput.report.ComparisonReport;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput compare BASE CANDIDATE`: did anything get worse by more than a margin?
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Compares two recorded runs: did goodput, TTFT, TPOT or E2E get worse by more than a margin?",
        footer = {
            "",
            "Both runs are judged by one SLO: --slo, else the candidate's, else the baseline's. Imported runs do as well",
            "as far as they hold single requests. Exit code: 0 no regression, 1 regression, 3 inconclusive, 4 invalid.",
            "Example:",
            "  goodput compare runs/main runs/branch --margin goodput=1%%,ttft=10%% --html compare.html"
        })
final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "BASE", description = "The run directory to compare with.")
    @SuppressWarnings("NullAway.Init")
    private Path base;

    @Parameters(index = "1", paramLabel = "CANDIDATE", description = "The run directory in question.")
    @SuppressWarnings("NullAway.Init")
    private Path candidate;

    @Option(
            names = "--margin",
            paramLabel = "MARGINS",
            converter = MarginsConverter.class,
            description = "How much worse it may be: points of goodput, per cent of a median (default:"
                    + " goodput=2%%,ttft=5%%,tpot=5%%,e2e=5%%).")
    private Margins margins = Margins.DEFAULT;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Also write JSON to FILE.")
    @Nullable
    private Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page to FILE.")
    @Nullable
    private Path html;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also write Markdown to FILE.")
    @Nullable
    private Path markdown;

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Run before = RunReader.read(base);
        Run after = RunReader.read(candidate);
        Slo slo = slo(before, after);
        Comparison comparison = Comparison.of(side(before, slo), side(after, slo), margins, slo.confidence());
        ComparisonReport report = new ComparisonReport(comparison, base.toString(), candidate.toString());
        if (json != null) {
            TextFile.write(json, report.json());
        }
        if (html != null) {
            TextFile.write(html, report.html());
        }
        if (markdown != null) {
            TextFile.write(markdown, report.markdown());
        }
        console.out().print(report.terminal(console.terminal().style()));
        console.out().flush();
        return exitCode(comparison.outcome()).code();
    }

    private static Comparison.Side side(Run run, Slo slo) {
        RunMetrics metrics = RunMetrics.of(run);
        return new Comparison.Side(run, metrics, Gate.judge(run, metrics, slo));
    }

    private Slo slo(Run before, Run after) {
        Slo slo;
        if (sloOptions.slo != null) {
            slo = SloOptions.parse(sloOptions.slo);
        } else if (after.manifest().slo() != null) {
            slo = RecordedSlo.read(after.manifest());
        } else if (before.manifest().slo() != null) {
            slo = RecordedSlo.read(before.manifest());
        } else {
            throw new CliException(
                    ExitCode.USAGE, "no SLO: neither run was made with one, so say --slo \"ttft<=500ms, …\"");
        }
        if (slo.needsBaseline() && slo.baseline() == null && sloOptions.baseline == null) {
            sloOptions.baseline = base;
        }
        return sloOptions.adjusted(slo);
    }

    private static ExitCode exitCode(Regression outcome) {
        return switch (outcome) {
            case NO_REGRESSION -> ExitCode.OK;
            case REGRESSION -> ExitCode.FAIL;
            case INCONCLUSIVE -> ExitCode.INCONCLUSIVE;
            case INVALID -> ExitCode.INVALID;
        };
    }
}
