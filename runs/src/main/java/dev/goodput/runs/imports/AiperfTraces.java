package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes request traces of AIPerf's records. Everything that AIPerf keeps is whole nanoseconds, printed in ms.
final class AiperfTraces {
    private static final double NS_PER_MS = 1e6;
    /// What AIPerf's own arithmetic can differ by from ours.
    private static final double NOISE = 1e-6;

    private static final int TEXT = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
    private static final int REASONING = ChunkKind.REASONING.bit() | ChunkKind.CHOICES.bit();

    private final AiperfRecords records;
    private final MetricColumns columns;
    private final Map<String, AiperfRaw.Stream> raw;
    private final AiperfTokens tokens;
    private final long epochNs;

    /// @param raw streams by request id; empty where there is no raw export
    AiperfTraces(AiperfRecords records, Map<String, AiperfRaw.Stream> raw, AiperfTokens tokens) {
        this.records = records;
        this.columns = records.columns();
        this.raw = raw;
        this.tokens = tokens;
        this.epochNs = epochNs(records.rows());
    }

    /// The first thing that happened: a request was issued or started.
    static long epochNs(List<AiperfRow> rows) {
        return rows.stream()
                .mapToLong(row ->
                        row.creditNs() == AiperfRow.UNKNOWN ? row.startNs() : Math.min(row.creditNs(), row.startNs()))
                .min()
                .orElse(0);
    }

    long epochNs() {
        return epochNs;
    }

    /// In the order in which they were issued.
    List<RequestTrace> all() {
        List<AiperfRow> rows = records.rows();
        int[] order = IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> issuedNs(rows.get(i)))
                        .thenComparingLong(i -> rows.get(i).startNs()))
                .mapToInt(Integer::intValue)
                .toArray();
        List<RequestTrace> traces = new ArrayList<>(order.length);
        for (int i = 0; i < order.length; i++) {
            traces.add(trace(i, rows.get(order[i]), order[i]));
        }
        return traces;
    }

    private static long issuedNs(AiperfRow row) {
        return row.creditNs() == AiperfRow.UNKNOWN ? row.startNs() : row.creditNs();
    }

    /// How much of each stream the records hold, raw export aside.
    Coverage.Events events() {
        boolean any = false;
        boolean gaps = true;
        for (int i = 0; i < records.rows().size(); i++) {
            double ttftMs = columns.at(i, "time_to_first_token");
            any |= !Double.isNaN(ttftMs);
            boolean several = columns.at(i, "request_latency") > ttftMs;
            gaps &= records.rows().get(i).gapsNs() != null || !several;
        }
        return !any ? Coverage.Events.NONE : gaps ? Coverage.Events.OUTPUT_CHUNKS : Coverage.Events.FIRST_AND_LAST;
    }

    private RequestTrace trace(long index, AiperfRow row, int i) {
        AiperfRaw.Stream stream = row.failure() == null ? raw.get(row.id()) : null;
        double startNs = row.startNs() - epochNs;
        Chunks chunks = stream == null ? chunks(row, i, startNs) : shifted(stream.chunks(), startNs);
        int isl = count(columns.at(i, row.failure() == null ? "input_sequence_length" : "error_isl"));
        return new RequestTrace(
                index,
                row.id(),
                new Asked(isl, requested(i), null),
                timeline(row, i),
                chunks,
                usage(i),
                tokens.fromServer() ? Usage.UNKNOWN : count(columns.at(i, "output_sequence_length")),
                outcome(row, stream));
    }

    private static Outcome outcome(AiperfRow row, AiperfRaw.@Nullable Stream stream) {
        if (row.failure() != null) {
            return row.failure();
        }
        if (stream == null) {
            return new Outcome.Completed("unknown", false);
        }
        return stream.finishReason() == null
                ? new Outcome.Failed(FailureCategory.CUT, 200, "no finish reason came")
                : new Outcome.Completed(stream.finishReason(), stream.done());
    }

    private Timeline timeline(AiperfRow row, int i) {
        Timeline.Builder timeline =
                new Timeline.Builder(row.creditNs() == AiperfRow.UNKNOWN ? Stamp.UNKNOWN : row.creditNs() - epochNs);
        timeline.startNs = row.startNs() - epochNs;
        timeline.headNs = row.ackNs() == AiperfRow.UNKNOWN ? Stamp.UNKNOWN : row.ackNs() - epochNs;
        // A failure before any answer is given the start for its end.
        boolean ended = row.failure() == null || row.endNs() > row.startNs();
        timeline.endNs = ended ? row.endNs() - epochNs : Stamp.UNKNOWN;
        timeline.connectionReused = columns.at(i, "http_req_connection_reused") == 1;
        if (row.http() != null) {
            row.http().into(timeline, ns -> ns - epochNs);
        }
        return timeline.build();
    }

    /// From the record: its first chunk and the gaps after it. Which channel a chunk was on is known by the time to the
    /// first output token: what came before was reasoning.
    private Chunks chunks(AiperfRow row, int i, double startNs) {
        double ttftNs = ns(i, "time_to_first_token");
        if (Double.isNaN(ttftNs)) {
            return Chunks.NONE;
        }
        double ttfoNs = columns.has("time_to_first_output_token") ? ns(i, "time_to_first_output_token") : ttftNs;
        double answerNs = startNs + (Double.isNaN(ttfoNs) ? Double.POSITIVE_INFINITY : ttfoNs);
        Chunks.Builder chunks = new Chunks.Builder();
        double atNs = startNs + ttftNs;
        chunks.add(atNs, atNs < answerNs ? REASONING : TEXT, tokens.ofFirstChunk(i), 0);
        double[] gapsNs = row.gapsNs();
        if (gapsNs == null) {
            double lastNs = startNs + ns(i, "request_latency");
            if (lastNs > atNs) {
                chunks.add(lastNs, lastNs < answerNs ? REASONING : TEXT, Chunks.TOKENS_UNKNOWN, 0);
            }
            return chunks.build();
        }
        for (double gapNs : gapsNs) {
            atNs += gapNs;
            chunks.add(atNs, atNs < answerNs ? REASONING : TEXT, Chunks.TOKENS_UNKNOWN, 0);
        }
        return chunks.build();
    }

    private static Chunks shifted(Chunks chunks, double byNs) {
        Chunks.Builder shifted = new Chunks.Builder();
        for (int i = 0; i < chunks.size(); i++) {
            shifted.add(chunks.arrivalNs(i) + byNs, chunks.kinds(i), chunks.tokens(i), chunks.chars(i));
        }
        return shifted.build();
    }

    private double ns(int row, String metric) {
        return NvidiaUnits.wholeNs(columns.at(row, metric) * NS_PER_MS);
    }

    /// The length asked for, from how far the answer's length is off it.
    private int requested(int row) {
        double osl = columns.at(row, "output_sequence_length");
        double requested = osl / (1 + columns.at(row, "osl_mismatch_diff_pct") / 100);
        return Math.abs(requested - Math.rint(requested)) < NOISE * osl ? count(Math.rint(requested)) : Usage.UNKNOWN;
    }

    private @Nullable Usage usage(int row) {
        Usage usage = new Usage(
                count(columns.at(row, "usage_prompt_tokens")),
                count(columns.at(row, "usage_completion_tokens")),
                count(columns.at(row, "usage_reasoning_tokens")),
                count(columns.at(row, "usage_prompt_cache_read_tokens")));
        return usage.promptTokens() < 0 && usage.completionTokens() < 0 ? null : usage;
    }

    private static int count(double value) {
        return value >= 0 && value <= Integer.MAX_VALUE ? (int) value : Usage.UNKNOWN;
    }
}
