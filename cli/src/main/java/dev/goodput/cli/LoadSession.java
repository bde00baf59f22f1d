package dev.goodput.cli;

import dev.goodput.core.gate.EarlyStop;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.load.LoadOutcome;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.LoadRounds;
import dev.goodput.load.Preflight;
import dev.goodput.report.ReportFiles;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One measured run from its plan to its report: used by `run` and `demo`, and by `gate` for each level of a policy.
///
/// @param plan what one round does
/// @param rounds how often it is done, each time from an idle endpoint
/// @param warmUpRequests requests sent before, which do not count
/// @param stopEarly whether to end as soon as the answer is certain; takes an SLO and a number of requests
/// @param command the command line for the manifest, secrets masked
/// @param hardware what the endpoint runs on, as told
record LoadSession(
        Console console,
        LoadPlan plan,
        int rounds,
        long warmUpRequests,
        boolean stopEarly,
        Optional<Slo> slo,
        Path directory,
        List<String> command,
        @Nullable String hardware) {

    /// How a run ended.
    record Ended(Evaluation evaluation, boolean interrupted) {}

    /// Sees that the endpoint answers, with one small request.
    ///
    /// @throws CliException when it does not
    static void preflight(LoadPlan plan, Console console) {
        switch (Preflight.check(plan.target(), plan.deadlines())) {
            case Preflight.Result.Ok ok ->
                ok.remarks().forEach(remark -> console.say("note: " + Console.oneLine(remark)));
            case Preflight.Result.Failed failed ->
                throw new CliException(ExitCode.UNREACHABLE, Console.oneLine(failed.message()));
        }
    }

    /// Measures, reports and tells the CI system.
    int execute() {
        Ended ended = measure(evaluation -> evaluation.print(console), evaluation -> {
            evaluation.announce(directory, console);
            console.out().println();
            console.out().println("report: " + directory.resolve(ReportFiles.HTML));
            console.out().flush();
        });
        return (ended.interrupted() ? ExitCode.INTERRUPTED : ended.evaluation().exitCode()).code();
    }

    /// Measures and reports.
    ///
    /// @param told of the result before anything is written, so that a full disk does not silence it
    /// @param written called when the directory is complete. An interrupted process ends after it
    Ended measure(Consumer<Evaluation> told, Consumer<Evaluation> written) {
        Manifest begun = LoadManifest.begun(plan, slo, command, hardware, stopEarly ? mostRequests() : 0);
        try (RunWriter writer = RunWriter.create(directory, begun);
                LoadRounds generator = new LoadRounds(plan, rounds, warmUpRequests);
                Interruption interruption = Interruption.watch(generator::stop)) {
            RunningTally tally = new RunningTally(slo.orElse(null));
            EarlyStop early = slo.filter(_ -> stopEarly)
                    .map(judge -> new EarlyStop(mostRequests(), judge))
                    .orElse(null);
            Recorder recorder = new Recorder(writer, tally, generator, early);
            LoadOutcome outcome;
            try (LiveLine _ = LiveLine.start(console, plan, rounds, generator, tally)) {
                outcome = generator.run(recorder::record);
            }
            Manifest.Status status = interruption.happened() && recorder.failure == null
                    ? Manifest.Status.INTERRUPTED
                    : Manifest.Status.COMPLETE;
            Manifest ended = begun.finished(
                    status,
                    outcome.startedAt(),
                    outcome.scheduledRequests(),
                    outcome.windowNs(),
                    outcome.health(),
                    outcome.remarks());
            Evaluation evaluation =
                    Evaluation.of(new Run(ended, recorder.traces), slo.stream().toList());
            told.accept(evaluation);
            recorder.rethrow();
            writer.finish(ended);
            evaluation.write(directory);
            written.accept(evaluation);
            return new Ended(evaluation, interruption.happened());
        }
    }

    /// Keeps traces in memory and on disk. A disk that fails stops the run, but what was measured is still reported.
    private static final class Recorder {
        private final RunWriter writer;
        private final RunningTally tally;
        private final LoadRounds generator;
        private final List<RequestTrace> traces = new ArrayList<>();
        private final @Nullable EarlyStop early;
        private @Nullable RunDirectoryException failure;

        Recorder(RunWriter writer, RunningTally tally, LoadRounds generator, @Nullable EarlyStop early) {
            this.early = early;
            this.writer = writer;
            this.tally = tally;
            this.generator = generator;
        }

        void record(RequestTrace trace) {
            traces.add(trace);
            Optional<Judgement> judgement = tally.add(trace);
            if (early != null && judgement.isPresent() && early.add(judgement.get())) {
                generator.stop();
            }
            if (failure == null) {
                try {
                    writer.append(trace);
                } catch (RunDirectoryException e) {
                    failure = e;
                    generator.stop();
                }
            }
        }

        void rethrow() {
            if (failure != null) {
                throw new RunDirectoryException(
                        failure.getMessage() + "; the run was stopped, what is above was measured until then", failure);
            }
        }
    }

    private long mostRequests() {
        return rounds * plan.maxRequests();
    }
}
