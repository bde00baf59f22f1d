package dev.goodput.report;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.EngineStep;
import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run of a modelled engine small enough to be reckoned by hand: 5 ms to the engine, 7 ms back, three
/// answers and one rejection, six steps.
final class EngineRuns {
    private static final long MS = 1_000_000;

    private EngineRuns() {}

    static ReportInput tiny(Slo... slos) {
        return named("tiny-engine", slos);
    }

    /// The same with another name, and that name as a fact.
    static ReportInput named(String name, Slo... slos) {
        Run run = run(name);
        RunMetrics metrics = RunMetrics.of(run);
        return new ReportInput(
                run,
                metrics,
                Arrays.stream(slos).map(slo -> Gate.judge(run, metrics, slo)).toList(),
                steps());
    }

    static EngineSteps steps() {
        EngineSteps steps = new EngineSteps();
        steps.add(step(8, 20, 100, 0, 1, 7, 0));
        steps.add(step(20, 50, 50, 1, 1, 11, 1));
        steps.add(step(50, 60, 0, 2, 1, 12, 0));
        steps.add(step(60, 80, 152, 1, 0, 20, 0));
        steps.add(step(80, 90, 0, 2, 0, 18, 0));
        steps.add(step(90, 100, 0, 1, 0, 13, 0));
        return steps;
    }

    private static EngineStep step(
            long fromMs, long toMs, long prefillTokens, int decodes, int waiting, int blocks, int preempted) {
        return new EngineStep(
                0,
                fromMs * MS,
                toMs * MS,
                prefillTokens > 0 ? 1 : 0,
                prefillTokens,
                decodes,
                prefillTokens,
                waiting,
                blocks,
                20,
                preempted);
    }

    private static Run run(String name) {
        List<RequestTrace> traces = List.of(
                answer(0, 0, 8, 20, 60, 0, new Usage(100, 3, Usage.UNKNOWN, 0)),
                answer(1, 10, 20, 50, 90, 1, new Usage(100, 3, Usage.UNKNOWN, 50)),
                answer(2, 20, 60, 80, 100, 0, new Usage(200, 2, Usage.UNKNOWN, 48)),
                rejected(3, 30));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("GPU", "a small one");
        facts.put(name, name);
        return new Run(
                new Manifest(
                        Manifest.SCHEMA,
                        "goodput 0.1.0",
                        Manifest.Origin.SIMULATION,
                        Manifest.Status.COMPLETE,
                        List.of("goodput", "simulate"),
                        Instant.EPOCH,
                        null,
                        null,
                        new Manifest.Workload("prompts of 100 to 200 tokens", 1, true),
                        new Manifest.Schedule(Manifest.Schedule.POISSON, 0, 100, 1),
                        null,
                        4,
                        107 * MS,
                        Map.of(),
                        null,
                        List.of(),
                        Coverage.FULL,
                        new Manifest.Engine(name, 256, 8, facts)),
                traces);
    }

    private static RequestTrace answer(
            int index, long startMs, long admittedMs, long firstMs, long lastMs, int preemptions, Usage usage) {
        Chunks.Builder chunks = new Chunks.Builder();
        int text = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
        chunks.add((firstMs + 7) * MS, text, 1, 5);
        for (int i = 2; i < usage.completionTokens(); i++) {
            chunks.add(((firstMs + lastMs) / 2 + 7) * MS, text, 1, 5);
        }
        chunks.add((lastMs + 7) * MS, text | ChunkKind.FINISH.bit(), 1, 5);
        Timeline.Builder timeline = sent(startMs);
        timeline.headNs = (admittedMs + 7) * MS;
        timeline.endNs = (lastMs + 7) * MS;
        return new RequestTrace(
                        index,
                        "simulated-" + index,
                        new Asked(usage.promptTokens(), usage.completionTokens(), null),
                        timeline.build(),
                        chunks.build(),
                        usage,
                        new Outcome.Completed("length", true))
                .withEngine(
                        new EngineTimes((startMs + 5) * MS, admittedMs * MS, firstMs * MS, lastMs * MS, preemptions));
    }

    private static RequestTrace rejected(int index, long startMs) {
        Timeline.Builder timeline = sent(startMs);
        timeline.headNs = (startMs + 12) * MS;
        timeline.endNs = (startMs + 12) * MS;
        return new RequestTrace(
                        index,
                        "simulated-" + index,
                        new Asked(100, 3, null),
                        timeline.build(),
                        Chunks.NONE,
                        null,
                        new Outcome.Failed(FailureCategory.HTTP_STATUS, 429, "the queue is full"))
                .withEngine(new EngineTimes((startMs + 5) * MS, Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN, 0));
    }

    private static Timeline.Builder sent(long startMs) {
        Timeline.Builder timeline = new Timeline.Builder(startMs * MS);
        timeline.startNs = startMs * MS;
        timeline.sendStartNs = startMs * MS;
        timeline.sendEndNs = startMs * MS;
        return timeline;
    }
}
