package dev.goodput.report;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Runs made in memory from a seed, for tests and for looking at reports.
final class SampleRuns {
    static final long MS = 1_000_000;

    static final Slo LOOSE = slo("loose", "ttft<=800ms, tpot<=25ms, e2e<=3s", "0.99");
    static final Slo TARGET = slo("target", "ttft<=500ms, tpot<=15ms, e2e<=2s", "0.99");
    static final Slo TIGHT = slo("tight", "ttft<=300ms, tpot<=10ms, e2e<=1500ms", "0.99");

    private SampleRuns() {}

    static Slo slo(String name, String constraints, String target) {
        return SloParser.inline(constraints, "test")
                .withName(name)
                .withTarget(new BigDecimal(target))
                .withDependence(Dependence.INDEPENDENT);
    }

    static ReportInput judged(Run run, Slo... slos) {
        RunMetrics metrics = RunMetrics.of(run);
        return new ReportInput(
                run,
                metrics,
                Arrays.stream(slos).map(slo -> Gate.judge(run, metrics, slo)).toList());
    }

    /// A healthy endpoint under a closed loop of 16.
    static Run healthy(int requests) {
        return closedLoop(requests, 11, 0, Manifest.Status.COMPLETE);
    }

    /// Now and then a long prefill stalls what is decoding: the mean hardly moves, the tail does.
    static Run degraded(int requests) {
        return closedLoop(requests, 12, 0.1, Manifest.Status.COMPLETE);
    }

    /// Every kind of trouble at once: failures, one-token answers, no usage, a reasoning model, an interrupt.
    static Run troubled() {
        List<RequestTrace> traces = new ArrayList<>(
                closedLoop(120, 13, 0.05, Manifest.Status.COMPLETE).traces());
        long at = Math.round(traces.getLast().timeline().endNs());
        for (int i = 0; i < 9; i++) {
            traces.add(
                    failed(120 + i, at + i * 40L * MS, FailureCategory.HTTP_STATUS, 429, "{\"error\":\"rate limit\"}"));
        }
        for (int i = 0; i < 4; i++) {
            traces.add(failed(129 + i, at + i * 70L * MS, FailureCategory.CUT, 200, "stream ended after 12 chunks"));
        }
        traces.add(failed(133, at, FailureCategory.CONNECT_REFUSED, 0, "Connection refused: 127.0.0.1:8000"));
        traces.add(failed(134, at, FailureCategory.CANCELLED, 0, ""));
        for (int i = 0; i < 6; i++) {
            traces.add(answer(135 + i, at + i * 50L * MS, 90 * MS, new long[0], null));
        }
        for (int i = 0; i < 8; i++) {
            long[] gaps = new long[20];
            Arrays.fill(gaps, 8 * MS);
            traces.add(answer(141 + i, at + i * 50L * MS, 120 * MS, gaps, null));
        }
        return run(traces, Manifest.Status.INTERRUPTED, 152, List.of("2 answers had two choices; the first was read."));
    }

    static Run empty() {
        return run(List.of(), Manifest.Status.COMPLETE, 0, List.of());
    }

    static Run allFailing() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            traces.add(failed(i, i * 100L * MS, FailureCategory.HTTP_STATUS, 500, "internal error"));
        }
        return run(traces, Manifest.Status.COMPLETE, 25, List.of());
    }

    /// Eight requests with round numbers: what golden files are made of.
    static Run golden() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            long[] gaps = new long[100];
            Arrays.fill(gaps, (i == 5 ? 20 : 7) * MS);
            traces.add(answer(i, i * 500L * MS, (100 + 100L * i) * MS, gaps, Usage.of(800, 101)));
        }
        traces.add(failed(6, 3_000 * MS, FailureCategory.HTTP_STATUS, 503, "over | capacity"));
        traces.add(answer(7, 3_500 * MS, 80 * MS, new long[0], Usage.of(800, 1)));
        return run(traces, Manifest.Status.COMPLETE, 8, List.of());
    }

    /// Texts chosen to break out of every format.
    static Run hostile(String text) {
        List<RequestTrace> traces = new ArrayList<>(golden().traces());
        traces.add(failed(8, 4_000 * MS, FailureCategory.ERROR_IN_STREAM, 200, text));
        Run plain = run(traces, Manifest.Status.COMPLETE, 9, List.of(text));
        Manifest m = plain.manifest();
        return new Run(
                new Manifest(
                        m.schema(),
                        m.tool(),
                        m.origin(),
                        m.status(),
                        List.of("goodput", "run", "--model", text),
                        m.startedAt(),
                        new Manifest.Endpoint(text, "chat", text),
                        text,
                        new Manifest.Workload(text, 1),
                        m.schedule(),
                        text,
                        m.scheduledRequests(),
                        m.windowNs(),
                        Map.of(text, text),
                        m.clientHealth(),
                        m.remarks(),
                        m.coverage()),
                traces);
    }

    private static Run closedLoop(int requests, long seed, double stallShare, Manifest.Status status) {
        RandomGenerator random = new SplittableRandom(seed);
        long[] freeAtNs = new long[16];
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            int slot = i % freeAtNs.length;
            long startNs = freeAtNs[slot] + random.nextLong(5 * MS);
            boolean stalled = random.nextDouble() < stallShare;
            long ttftNs = (long) ((60 + random.nextExponential() * (stalled ? 260 : 45)) * MS);
            int tokens = 50 + random.nextInt(random.nextInt(10) == 0 ? 600 : 200);
            long[] gaps = new long[tokens - 1];
            for (int g = 0; g < gaps.length; g++) {
                double stall = stalled && random.nextInt(20) == 0 ? 150 * random.nextDouble() : 0;
                gaps[g] = (long) (Math.max(1.5, 7 + random.nextGaussian()) * MS + stall * MS);
            }
            RequestTrace trace = answer(i, startNs, ttftNs, gaps, Usage.of(600, tokens));
            traces.add(trace);
            freeAtNs[slot] = Math.round(trace.timeline().endNs());
        }
        return run(traces, status, requests, List.of());
    }

    /// One token a chunk; usage null leaves the tokens to be guessed.
    private static RequestTrace answer(
            int index, long startNs, long ttftNs, long[] gapsNs, @org.jspecify.annotations.Nullable Usage usage) {
        Chunks.Builder chunks = new Chunks.Builder();
        long at = startNs + ttftNs;
        chunks.add(at, ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 4);
        for (long gapNs : gapsNs) {
            at += gapNs;
            chunks.add(at, ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 4);
        }
        chunks.add(at, ChunkKind.FINISH.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 0);
        chunks.add(at, ChunkKind.DONE);
        Timeline.Builder timeline = timeline(startNs);
        timeline.headNs = startNs + ttftNs / 2;
        timeline.endNs = at;
        return new RequestTrace(
                index,
                "req-" + index,
                new Asked(800, 200, null),
                timeline.build(),
                chunks.build(),
                usage,
                new Outcome.Completed("stop", true));
    }

    private static RequestTrace failed(int index, long startNs, FailureCategory category, int status, String message) {
        Timeline.Builder timeline = timeline(startNs);
        timeline.endNs = startNs + 30 * MS;
        return new RequestTrace(
                index,
                "req-" + index,
                new Asked(800, 200, null),
                timeline.build(),
                Chunks.NONE,
                null,
                new Outcome.Failed(category, status, message));
    }

    private static Timeline.Builder timeline(long startNs) {
        Timeline.Builder timeline = new Timeline.Builder(startNs);
        timeline.startNs = startNs + MS / 5;
        timeline.sendStartNs = startNs + MS;
        timeline.sendEndNs = startNs + MS + MS / 10;
        return timeline;
    }

    private static Run run(List<RequestTrace> traces, Manifest.Status status, long scheduled, List<String> remarks) {
        long endNs = Math.round(traces.stream()
                .mapToDouble(trace -> trace.timeline().endNs())
                .max()
                .orElse(0));
        Map<String, String> host = new LinkedHashMap<>();
        host.put("os", "Linux 6.8 amd64");
        host.put("cpu", "2 cores");
        host.put("java", "25.0.3");
        return new Run(
                new Manifest(
                        Manifest.SCHEMA,
                        "goodput 0.1.0",
                        Manifest.Origin.LOAD,
                        status,
                        List.of("goodput", "run", "--url", "http://127.0.0.1:8000/v1", "--model", "example-8b"),
                        Instant.parse("2026-01-05T09:30:00Z"),
                        new Manifest.Endpoint("http://127.0.0.1:8000/v1", "chat", "example-8b"),
                        "1 × H100 80GB",
                        new Manifest.Workload("prompts ~ 800 ± 300 tokens, outputs ~ 150", 7),
                        new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, 16, 0, 7),
                        "ttft<=500ms, tpot<=15ms, e2e<=2s",
                        scheduled,
                        endNs,
                        host,
                        new ClientHealth(400_000, 2_100_000, 12_000_000, 4_000_000, 0.12, 40_000, 44_000),
                        remarks,
                        Coverage.FULL),
                traces);
    }
}
