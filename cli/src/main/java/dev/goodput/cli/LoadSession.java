package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadGenerator;
import dev.goodput.load.LoadOutcome;
import dev.goodput.load.LoadPlan;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One measured run from its plan to its report: used by `run` and `demo`.
///
/// @param command the command line for the manifest, secrets masked
/// @param hardware what the endpoint runs on, as told
record LoadSession(
        Console console,
        LoadPlan plan,
        Optional<Slo> slo,
        Path directory,
        List<String> command,
        @Nullable String hardware) {

    int execute() {
        Manifest begun = manifest();
        try (RunWriter writer = RunWriter.create(directory, begun);
                LoadGenerator generator = new LoadGenerator(plan);
                Interruption interruption = Interruption.watch(generator::stop)) {
            RunningTally tally = new RunningTally(slo.orElse(null));
            Recorder recorder = new Recorder(writer, tally, generator);
            LoadOutcome outcome;
            try (LiveLine _ = LiveLine.start(console, plan, generator, tally)) {
                outcome = generator.run(recorder::record);
            }
            Manifest.Status status = outcome.interrupted() && recorder.failure == null
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
            evaluation.print(console);
            recorder.rethrow();
            writer.finish(ended);
            evaluation.write(directory);
            evaluation.announce(directory, console);
            console.out().println();
            console.out().println("report: " + directory.resolve("report.html"));
            console.out().flush();
            return (interruption.happened() ? ExitCode.INTERRUPTED : evaluation.exitCode()).code();
        }
    }

    /// Keeps traces in memory and on disk. A disk that fails stops the run, but what was measured is still reported.
    private static final class Recorder {
        private final RunWriter writer;
        private final RunningTally tally;
        private final LoadGenerator generator;
        private final List<RequestTrace> traces = new ArrayList<>();
        private @Nullable RunDirectoryException failure;

        Recorder(RunWriter writer, RunningTally tally, LoadGenerator generator) {
            this.writer = writer;
            this.tally = tally;
            this.generator = generator;
        }

        void record(RequestTrace trace) {
            traces.add(trace);
            tally.add(trace);
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

    private Manifest manifest() {
        return new Manifest(
                Manifest.SCHEMA,
                Version.TOOL,
                Manifest.Origin.LOAD,
                Manifest.Status.RUNNING,
                command,
                Instant.now(),
                new Manifest.Endpoint(
                        CommandText.maskUrl(plan.target().baseUrl().toString()),
                        plan.target().api().id(),
                        plan.target().model()),
                hardware,
                new Manifest.Workload(describe(plan.lengths()), plan.seed()),
                schedule(),
                slo.map(RecordedSlo::write).orElse(null),
                0,
                0,
                HostFacts.collect(),
                null,
                List.of(),
                Coverage.FULL);
    }

    private Manifest.Schedule schedule() {
        return switch (plan.arrivals()) {
            case Arrivals.ClosedLoop closed ->
                new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, closed.concurrency(), 0, plan.seed());
            case Arrivals.Poisson poisson ->
                new Manifest.Schedule(
                        Manifest.Schedule.POISSON, poisson.maxInFlight(), poisson.ratePerSecond(), plan.seed());
        };
    }

    private static String describe(Lengths lengths) {
        return "unique random prompts of " + normal(lengths.inputTokens(), lengths.inputTokensSd())
                + " tokens, outputs of " + normal(lengths.outputTokens(), lengths.outputTokensSd()) + " tokens";
    }

    private static String normal(int mean, int sd) {
        return sd == 0 ? String.valueOf(mean) : mean + " ± " + sd;
    }
}
