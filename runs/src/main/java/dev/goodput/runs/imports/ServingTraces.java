package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;

/// Makes traces of the rows of a serving benchmark.
///
/// @param starts whether rows have start stamps; without them every request starts at 0
/// @param schedule whether start − queue is when the request was meant to start
/// @param tail whether the tool's latency runs to a last data event of which the file keeps nothing else
/// @param gapsPerToken whether the gap before a chunk was divided by its tokens and entered once for each
/// @param counts whose counts the rows hold
record ServingTraces(boolean starts, boolean schedule, boolean tail, boolean gapsPerToken, Counts counts) {
    private static final double NS = 1e9;
    private static final int TEXT = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
    /// Beyond what summing the same gaps twice can differ by.
    private static final double NOISE_S = 1e-9;

    /// Who counted tokens.
    enum Counts {
        /// Prompt and answer by the server.
        SERVER,
        /// The prompt by the client, the answer by the server.
        CLIENT_PROMPT,
        /// The prompt by the client, and for the answer what was asked for.
        REQUESTED
    }

    List<RequestTrace> of(List<ServingRow> rows) {
        double epochS = rows.stream()
                .mapToDouble(row -> schedule ? row.startS() - row.queueS() : row.startS())
                .min()
                .orElse(0);
        List<RequestTrace> traces = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            traces.add(trace(i, rows.get(i), epochS));
        }
        return traces;
    }

    private RequestTrace trace(int index, ServingRow row, double epochS) {
        double startNs = starts ? (row.startS() - epochS) * NS : 0;
        Timeline.Builder timeline = new Timeline.Builder(schedule ? startNs - row.queueS() * NS : Stamp.UNKNOWN);
        timeline.startNs = startNs;
        if (row.succeeded()) {
            timeline.endNs = startNs + row.latencyS() * NS;
        }
        Chunks chunks = gapsPerToken ? regrouped(row, startNs) : chunks(row, startNs);
        Outcome outcome = switch (row.fate()) {
            case COMPLETED -> new Outcome.Completed("", false);
            case EMPTY -> new Outcome.Failed(FailureCategory.EMPTY, 200, "no output");
            case FAILED -> ServingFailures.of(row.error(), !chunks.isEmpty());
        };
        boolean counted = row.outputTokens() > 0;
        int prompt = row.inputTokens() > 0 ? row.inputTokens() : Usage.UNKNOWN;
        return switch (counts) {
            case SERVER -> {
                Usage usage = counted ? Usage.of(prompt, row.outputTokens()) : promptAlone(prompt);
                yield new RequestTrace(
                        index,
                        String.valueOf(index),
                        asked(Usage.UNKNOWN, Usage.UNKNOWN),
                        timeline.build(),
                        chunks,
                        usage,
                        outcome);
            }
            case CLIENT_PROMPT -> {
                Usage usage = counted ? Usage.of(Usage.UNKNOWN, row.outputTokens()) : null;
                yield new RequestTrace(
                        index,
                        String.valueOf(index),
                        asked(prompt, Usage.UNKNOWN),
                        timeline.build(),
                        chunks,
                        usage,
                        outcome);
            }
            case REQUESTED ->
                new RequestTrace(
                        index,
                        String.valueOf(index),
                        asked(prompt, counted ? row.outputTokens() : Usage.UNKNOWN),
                        timeline.build(),
                        chunks,
                        null,
                        outcome);
        };
    }

    private static Usage promptAlone(int prompt) {
        return Usage.of(prompt, Usage.UNKNOWN);
    }

    private static Asked asked(int prompt, int output) {
        return new Asked(prompt, output, null);
    }

    private Chunks chunks(ServingRow row, double startNs) {
        Chunks.Builder chunks = new Chunks.Builder();
        double lastS = 0;
        for (double chunkS : row.chunksS()) {
            chunks.add(startNs + chunkS * NS, TEXT, Chunks.TOKENS_UNKNOWN, 0);
            lastS = chunkS;
        }
        if (tail && row.succeeded()) {
            // The event that the latency runs to when it is not the last chunk; the tools ask for usage.
            double endS = row.latencyS() - lastS > NOISE_S ? row.latencyS() : lastS;
            chunks.add(startNs + endS * NS, ChunkKind.USAGE.bit(), Chunks.TOKENS_UNKNOWN, 0);
        }
        return chunks.build();
    }

    /// Equal neighbouring entries are the tokens of one chunk; what they leave of the answer came with the first.
    private Chunks regrouped(ServingRow row, double startNs) {
        Chunks.Builder chunks = new Chunks.Builder();
        double[] tokensS = row.chunksS();
        if (tokensS.length == 0) {
            return chunks.build();
        }
        double[] gapsS = row.gapsS();
        int first = row.outputTokens() - gapsS.length;
        chunks.add(startNs + tokensS[0] * NS, TEXT, first > 0 ? first : Chunks.TOKENS_UNKNOWN, 0);
        for (int from = 0; from < gapsS.length; ) {
            int to = from + 1;
            while (to < gapsS.length && gapsS[to] == gapsS[from]) {
                to++;
            }
            chunks.add(startNs + tokensS[to] * NS, TEXT, to - from, 0);
            from = to;
        }
        return chunks.build();
    }
}
