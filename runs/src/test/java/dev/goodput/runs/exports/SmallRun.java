package dev.goodput.runs.exports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Four requests whose numbers can be worked out by hand: a plain answer of three tokens at 100, 107 and 115 ms after a
/// role chunk, one of one token, one answered 500, one cut after two of its tokens.
final class SmallRun {
    private static final double MS = 1e6;

    private SmallRun() {}

    static Run run() {
        Manifest manifest = new Manifest(
                Manifest.SCHEMA,
                "goodput test",
                Manifest.Origin.LOAD,
                Manifest.Status.COMPLETE,
                List.of("goodput", "run"),
                Instant.parse("2026-11-29T12:00:00.5Z"),
                new Manifest.Endpoint("http://localhost:8000/v1", "chat", "acme/m 1"),
                null,
                new Manifest.Workload("four requests", 7),
                new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, 2, 0, 7),
                null,
                4,
                Math.round(800 * MS),
                Map.of(),
                null,
                List.of(),
                Coverage.FULL);
        return new Run(manifest, List.of(plain(), oneToken(), refused(), cut()));
    }

    private static RequestTrace plain() {
        Chunks.Builder chunks = new Chunks.Builder().add(1 * MS, ChunkKind.ROLE.bit() | ChunkKind.CHOICES.bit(), -1, 0);
        chunks.text(100 * MS, -1, 4).text(107 * MS, -1, 4).text(115 * MS, -1, 4);
        chunks.add(116 * MS, ChunkKind.FINISH.bit() | ChunkKind.CHOICES.bit(), -1, 0);
        chunks.add(117 * MS, ChunkKind.USAGE).add(118 * MS, ChunkKind.DONE);
        return trace(0, 0, 120, chunks.build(), Usage.of(10, 3), new Outcome.Completed("stop", true));
    }

    private static RequestTrace oneToken() {
        Chunks.Builder chunks = new Chunks.Builder().text(250 * MS, -1, 4);
        chunks.add(251 * MS, ChunkKind.FINISH.bit() | ChunkKind.CHOICES.bit(), -1, 0);
        return trace(1, 200, 252, chunks.build(), Usage.of(12, 1), new Outcome.Completed("length", false));
    }

    private static RequestTrace refused() {
        return trace(
                2,
                300,
                305,
                Chunks.NONE,
                null,
                new Outcome.Failed(FailureCategory.HTTP_STATUS, 500, "=cmd|' /C calc'!A0\n\"quoted\", with comma"));
    }

    private static RequestTrace cut() {
        Chunks chunks =
                new Chunks.Builder().text(440 * MS, -1, 4).text(450 * MS, -1, 4).build();
        return trace(3, 400, 455, chunks, null, new Outcome.Failed(FailureCategory.BROKEN, 200, ""));
    }

    private static RequestTrace trace(
            long index, double startMs, double endMs, Chunks chunks, @Nullable Usage usage, Outcome outcome) {
        Timeline.Builder timeline = new Timeline.Builder(startMs * MS);
        timeline.startNs = startMs * MS;
        timeline.sendStartNs = startMs * MS;
        timeline.headNs = (startMs + 0.5) * MS;
        timeline.endNs = endMs * MS;
        return new RequestTrace(index, "id-" + index, new Asked(8, 30, null), timeline.build(), chunks, usage, outcome);
    }
}
