package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.engine.spec.ModelledEngine.Fact;
import dev.goodput.runs.RunWriter;
import dev.goodput.runs.StepFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A run of a modelled engine on the virtual clock, kept as a run directory. The same engine, load and seed write the
/// same bytes: nothing in it depends on when or where it ran.
///
/// @param command the command line for the manifest, without where the result goes
record EngineRun(
        ModelledEngine engine,
        SimulatedLoad load,
        Network network,
        long seed,
        Optional<Slo> slo,
        List<String> command) {

    /// Runs it, and writes traces and steps; the reports are the caller's matter.
    Run into(Path directory) {
        Manifest begun = manifest();
        List<RequestTrace> traces = new ArrayList<>();
        try (RunWriter writer = RunWriter.create(directory, begun);
                StepFile steps = StepFile.create(directory)) {
            Simulation.Ended ended = Simulation.run(
                    engine.start(seed, steps::append),
                    network,
                    load.workload().requests(seed),
                    load.limits(),
                    trace -> {
                        traces.add(trace);
                        writer.append(trace);
                    });
            Manifest finished = finished(begun, ended);
            writer.finish(finished);
            return new Run(finished, traces);
        }
    }

    /// Runs it and keeps nothing on disk.
    Run inMemory() {
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.Ended ended = Simulation.run(
                engine.start(seed, null), network, load.workload().requests(seed), load.limits(), traces::add);
        return new Run(finished(manifest(), ended), traces);
    }

    private static Manifest finished(Manifest begun, Simulation.Ended ended) {
        return begun.finished(
                Manifest.Status.COMPLETE, begun.startedAt(), ended.requests(), ended.windowNs(), null, begun.remarks());
    }

    private Manifest manifest() {
        List<String> remarks = Stream.concat(
                        Stream.of("simulated: no endpoint was measured; engine " + Console.oneLine(engine.name())),
                        engine.facts().stream().map(EngineRun::sentence))
                .toList();
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
                remarks,
                Coverage.FULL);
    }

    private static String sentence(Fact fact) {
        return fact.name() + ": " + fact.value();
    }

    private @org.jspecify.annotations.Nullable String hardware() {
        return engine.facts().stream()
                .filter(fact -> fact.name().equals("GPU"))
                .map(fact -> fact.value() + " (modelled)")
                .findFirst()
                .orElse(null);
    }
}
