package dev.goodput.cli;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import dev.goodput.report.EngineSteps;
import dev.goodput.report.ReportFiles;
import dev.goodput.report.ReportInput;
import dev.goodput.report.TerminalReport;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// From a run and its objectives to files, words and an exit code. The first objective decides.
record Evaluation(ReportInput input) {

    static Evaluation of(Run run, List<Slo> slos) {
        return of(run, slos, Optional.empty());
    }

    /// The same with the steps of the modelled engine that answered, if the run's directory holds any.
    static Evaluation of(Run run, List<Slo> slos, Path directory) {
        return of(run, slos, EngineSteps.read(directory));
    }

    private static Evaluation of(Run run, List<Slo> slos, Optional<EngineSteps> steps) {
        RunMetrics metrics = RunMetrics.of(run);
        List<GateResult> results =
                slos.stream().map(slo -> Gate.judge(run, metrics, slo)).toList();
        return new Evaluation(new ReportInput(run, metrics, results, steps.orElse(null)));
    }

    void write(Path directory) {
        try {
            ReportFiles.write(directory, input);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write reports to " + directory + ": " + RunFiles.reason(e), e);
        }
    }

    void print(Console console) {
        String report = TerminalReport.render(input, console.terminal().style());
        CiOutputs.guarded(System.getenv(), console, () -> console.out().print(report));
        console.out().flush();
    }

    /// Tells the CI system that this runs in, if it does.
    void announce(Path directory, Console console) {
        CiOutputs.write(input, directory, System.getenv(), console);
    }

    /// What the shell is told: the verdict, unless nothing at all completed.
    ExitCode exitCode() {
        return exitCode(
                input.metrics().counts(),
                input.results().isEmpty()
                        ? Verdict.PASS
                        : input.results().getFirst().verdict());
    }

    /// What a verdict on so many requests means for the shell.
    static ExitCode exitCode(RunMetrics.Counts counts, Verdict verdict) {
        boolean nothingCame = counts.scheduled() > 0 && counts.completed() == 0;
        return nothingCame ? ExitCode.UNREACHABLE : ExitCode.of(verdict);
    }
}
