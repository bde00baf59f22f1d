package dev.goodput.engine.fit;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Two runs of a real engine, chunked and not; what they are stands at the head of the files.
final class Captures {
    static final Run CHUNKED = read("chunked-128.txt");
    static final Run UNCHUNKED = read("unchunked-2048.txt");

    /// What the server counted while the runs were measured.
    static final int CHUNKED_STEPS = 3_642;

    static final int UNCHUNKED_STEPS = 3_179;

    /// All that was told of the engine: the chat template, and 16 sequences at most.
    static final FitSettings SETTINGS = new FitSettings(11, null, null, 16);

    private Captures() {}

    private static Run read(String name) {
        try (InputStream in = Objects.requireNonNull(Captures.class.getResourceAsStream(name))) {
            List<RequestTrace> traces = new ArrayList<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> traces.add(trace(traces.size(), line)));
            return new Run(SyntheticRun.manifest(), traces);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RequestTrace trace(int index, String line) {
        long[] fields =
                Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        double startNs = fields[0] * 1e3;
        Chunks.Builder chunks = new Chunks.Builder();
        double atNs = startNs;
        for (int i = 2; i < fields.length; i++) {
            atNs += fields[i] * 1e3;
            chunks.add(atNs, ChunkKind.TEXT.bit(), Chunks.TOKENS_UNKNOWN, 0);
        }
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = startNs;
        timeline.endNs = atNs;
        return new RequestTrace(
                index,
                String.valueOf(index),
                new Asked((int) fields[1], Usage.UNKNOWN, null),
                timeline.build(),
                chunks.build(),
                Usage.of(Usage.UNKNOWN, fields.length - 3),
                new Outcome.Completed("", false));
    }
}
