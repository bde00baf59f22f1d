package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.EngineStep;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.load.PlannedRequests;
import dev.goodput.runs.RunWriter;
import dev.goodput.runs.StepFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A run of a modelled engine on the virtual clock, kept as a run directory. The same engine, load and
/// seed write the same bytes: nothing in it depends on when or where it ran.
///
/// @param rounds how often the load is run, each time on an idle engine and drawn anew
/// @param command the command line for the manifest, without where the result goes
record EngineRun(
        ModelledEngine engine,
        SimulatedLoad load,
        Network network,
        long seed,
        int rounds,
        Optional<Slo> slo,
        List<String> command) {

    /// What became of the first request where none was answered.
    static Optional<String> whyNothingCame(Run run) {
        boolean cameNothing = !run.traces().isEmpty() && run.traces().stream().noneMatch(RequestTrace::isCompleted);
        return cameNothing && run.traces().getFirst().outcome() instanceof Outcome.Failed failed
                ? Optional.of(Console.oneLine(failed.message()))
                : Optional.empty();
    }

    /// Runs it, and writes traces and steps; the reports are the caller's matter.
    Run into(Path directory) {
        Manifest begun = manifest();
        List<RequestTrace> traces = new ArrayList<>();
        try (RunWriter writer = RunWriter.create(directory, begun);
                StepFile steps = StepFile.create(directory)) {
            Simulation.Ended ended = simulate(steps::append, trace -> {
                traces.add(trace);
                writer.append(trace);
            });
            Manifest finished = finished(begun, ended);
            writer.finish(finished);
            return new Run(finished, traces);
        }
    }

    /// Runs it and keeps nothing on disk.
    ///
    /// @param steps hears of every step
    Run inMemory(Consumer<EngineStep> steps) {
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.Ended ended = simulate(steps, traces::add);
        return new Run(finished(manifest(), ended), traces);
    }

    /// Runs one round and keeps nothing on disk.
    ///
    /// @param started this engine, new, possibly with something around it
    Run oneRound(ServingEngine started) {
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.Ended ended =
                Simulation.run(started, network, load.workload().requests(seed), load.limits(), traces::add);
        return new Run(finished(manifest(), ended), traces);
    }

    /// All rounds as one run: stamps of a round go on where the one before it ended.
    private Simulation.Ended simulate(Consumer<EngineStep> steps, Consumer<RequestTrace> sink) {
        long requests = 0;
        long windowNs = 0;
        for (int i = 0; i < rounds; i++) {
            int round = i;
            long roundSeed = PlannedRequests.seedOfRound(seed, round);
            long before = requests;
            long beforeNs = windowNs;
            Simulation.Ended ended = Simulation.run(
                    engine.start(roundSeed, step -> steps.accept(step.laterBy(beforeNs))),
                    network,
                    load.workload().requests(roundSeed),
                    load.limits(),
                    trace -> sink.accept(round == 0 ? trace : trace.movedTo(round, before, beforeNs)));
            requests += ended.requests();
            windowNs += ended.windowNs();
        }
        return new Simulation.Ended(requests, windowNs);
    }

    private static Manifest finished(Manifest begun, Simulation.Ended ended) {
        return begun.finished(
                Manifest.Status.COMPLETE, begun.startedAt(), ended.requests(), ended.windowNs(), null, begun.remarks());
    }

    private Manifest manifest() {
        return new Manifest(
                Manifest.SCHEMA,
                Version.TOOL,
                Manifest.Origin.SIMULATION,
                Manifest.Status.RUNNING,
                command,
                Instant.EPOCH,
                null,
                hardware(),
                new Manifest.Workload(load.workload().description(), seed, true),
                load.schedule(seed),
                slo.map(RecordedSlo::write).orElse(null),
                0,
                0,
                Map.of(),
                null,
                List.of("simulated: no endpoint was measured; engine " + Console.oneLine(engine.name())),
                Coverage.FULL,
                described());
    }

    private Manifest.Engine described() {
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        engine.facts().forEach(fact -> facts.put(fact.name(), fact.value()));
        EngineConfig config = engine.config().engine();
        return new Manifest.Engine(
                Console.oneLine(engine.name()), config.maxBatchedTokens(), config.maxSequences(), facts);
    }

    private @Nullable String hardware() {
        return engine.facts().stream()
                .filter(fact -> fact.name().equals("GPU"))
                .map(fact -> fact.value() + " (modelled)")
                .findFirst()
                .orElse(null);
    }
}
