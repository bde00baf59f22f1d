package dev.goodput.runs;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Traces of every shape, from a seed.
final class RandomTraces {
    private static final List<FailureCategory> CATEGORIES = List.of(FailureCategory.values());
    private static final String[] MESSAGES = {"", "boom", "quote \" and \n newline", "é漢🎉\u2028", "\u0000\u001b[31m"};

    private RandomTraces() {}

    static RequestTrace next(RandomGenerator random, long index) {
        Timeline.Builder timeline = new Timeline.Builder(random.nextLong(1L << 40));
        if (random.nextBoolean()) {
            timeline.startNs = random.nextLong(1L << 40);
            timeline.sendStartNs = random.nextLong(1L << 40);
            timeline.endNs = timeline.startNs + random.nextLong(1L << 40);
            timeline.connectionReused = random.nextBoolean();
        }
        if (random.nextBoolean()) {
            timeline.connectStartNs = random.nextLong(1L << 40);
            timeline.resolvedNs = 0;
            timeline.connectedNs = random.nextLong(1L << 40);
            timeline.tlsEndNs = -1;
            timeline.sendEndNs = random.nextLong(1L << 40);
            timeline.headNs = random.nextLong(1L << 40);
        }
        Chunks.Builder chunks = new Chunks.Builder();
        double at = random.nextLong(1L << 40);
        boolean told = random.nextBoolean();
        for (int i = random.nextInt(200); i > 0; i--) {
            at += random.nextInt(3) * (random.nextBoolean() ? 1000 : 0.123456789);
            chunks.add(
                    at,
                    random.nextInt(1 << ChunkKind.values().length),
                    told && random.nextBoolean() ? random.nextInt(5) : Chunks.TOKENS_UNKNOWN,
                    random.nextInt(9));
        }
        Outcome outcome = random.nextBoolean()
                ? new Outcome.Completed("stop", random.nextBoolean())
                : new Outcome.Failed(
                        CATEGORIES.get(random.nextInt(CATEGORIES.size())),
                        random.nextBoolean() ? 0 : 500,
                        MESSAGES[random.nextInt(MESSAGES.length)]);
        return new RequestTrace(
                index,
                "id-" + index,
                new Asked(random.nextInt(-1, 9000), random.nextInt(-1, 300), random.nextBoolean() ? null : "agent"),
                timeline.build(),
                chunks.build().withUnstamped(random.nextInt(3)),
                random.nextBoolean() ? null : new Usage(random.nextInt(-1, 9), random.nextInt(-1, 9), -1, 3),
                random.nextInt(-1, 9),
                outcome,
                random.nextBoolean() ? null : engine(random));
    }

    private static EngineTimes engine(RandomGenerator random) {
        double receivedNs = random.nextLong(1L << 40);
        double firstNs = random.nextBoolean() ? receivedNs + 5.25 : Stamp.UNKNOWN;
        return new EngineTimes(receivedNs, receivedNs + 1, firstNs, firstNs, random.nextInt(3));
    }

    static Manifest manifest() {
        return new Manifest(
                Manifest.SCHEMA,
                "goodput test",
                Manifest.Origin.LOAD,
                Manifest.Status.RUNNING,
                List.of("goodput", "run", "--model", "m \"quoted\""),
                Instant.parse("2026-11-29T12:00:00.123456789Z"),
                new Manifest.Endpoint("http://localhost:8000/v1", "chat", "m"),
                null,
                new Manifest.Workload("prompts ~ 800 ± 300 tokens", 7),
                new Manifest.Schedule(Manifest.Schedule.POISSON, 0, 20.5, 7),
                "ttft<=500ms",
                0,
                0,
                Map.of("os", "Linux"),
                null,
                List.of(),
                Coverage.FULL);
    }
}
