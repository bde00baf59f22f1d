package dev.goodput.cli;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.EngineStep;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.spec.EngineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One run of a lesson, with every step of its engine.
record Experiment(Run run, RunMetrics metrics, List<EngineStep> steps) {

    /// Runs it; client and engine are in one place.
    static Experiment of(EngineSpec engine, SimulatedLoad load, long seed) {
        List<EngineStep> steps = new ArrayList<>();
        EngineRun round = round(engine, load, seed);
        Run run = round.inMemory(steps::add);
        return new Experiment(run, RunMetrics.of(run), steps);
    }

    /// What it runs: `simulate` with the same flags has the same requests and the same engine.
    static EngineRun round(EngineSpec engine, SimulatedLoad load, long seed) {
        return new EngineRun(engine.build(), load, Network.NONE, seed, 1, Optional.empty(), List.of());
    }

    /// The requests of one class alone, as a run of their own.
    Experiment ofClass(String name) {
        List<RequestTrace> traces = run.traces().stream()
                .filter(trace -> name.equals(trace.asked().requestClass()))
                .toList();
        Manifest manifest = run.manifest();
        Run part = new Run(
                manifest.finished(
                        manifest.status(),
                        manifest.startedAt(),
                        traces.size(),
                        manifest.windowNs(),
                        null,
                        manifest.remarks()),
                traces);
        return new Experiment(part, RunMetrics.of(part), steps);
    }

    /// Share of requests that keep an objective such as `tpot<=10ms`.
    double goodput(String slo) {
        return Gate.judge(run, metrics, SloParser.inline(slo, "the lesson"))
                .goodput()
                .share();
    }
}
