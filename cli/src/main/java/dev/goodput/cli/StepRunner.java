package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.load.LoadOutcome;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.LoadRounds;
import dev.goodput.runs.RunWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Measures one load after another, each as a run directory of its own.
final class StepRunner {
    private final Console console;
    private final Slo slo;
    private final List<String> command;
    private final @Nullable String hardware;
    private @Nullable LoadRounds current;
    private boolean stopped;

    StepRunner(Console console, Slo slo, List<String> command, @Nullable String hardware) {
        this.console = console;
        this.slo = slo;
        this.command = command;
        this.hardware = hardware;
    }

    /// Ends the measurement that is under way, and all to come; from any thread.
    synchronized void stop() {
        stopped = true;
        if (current != null) {
            current.stop();
        }
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    private synchronized void begin(LoadRounds rounds) {
        current = rounds;
        if (stopped) {
            rounds.stop();
        }
    }

    private synchronized void end() {
        current = null;
    }

    /// @param warmUpRequests requests to send before, which do not count
    Run measure(LoadPlan plan, long warmUpRequests, Path directory) {
        Manifest begun = LoadManifest.begun(plan, Optional.of(slo), command, hardware, 0);
        List<RequestTrace> traces = new ArrayList<>();
        RunningTally tally = new RunningTally(slo);
        try (RunWriter writer = RunWriter.create(directory, begun);
                LoadRounds rounds = new LoadRounds(plan, 1, warmUpRequests)) {
            begin(rounds);
            LoadOutcome outcome;
            try (LiveLine _ = LiveLine.start(console, plan, 1, rounds, tally)) {
                outcome = rounds.run(trace -> {
                    traces.add(trace);
                    tally.add(trace);
                    writer.append(trace);
                });
            }
            Manifest ended = begun.finished(
                    outcome.interrupted() ? Manifest.Status.INTERRUPTED : Manifest.Status.COMPLETE,
                    outcome.startedAt(),
                    outcome.scheduledRequests(),
                    outcome.windowNs(),
                    outcome.health(),
                    outcome.remarks());
            writer.finish(ended);
            return new Run(ended, traces);
        } finally {
            end();
        }
    }
}
