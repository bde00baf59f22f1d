package dev.goodput.report;

import dev.goodput.core.metric.RequestWatch;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One request, moment by moment: every chunk with what it carried, and beside it what two definitions do there.
///
/// @param rows in order of time
record RequestTimeline(RequestWatch from, RequestWatch to, List<Row> rows) {
    static final String START = "▶ start";
    static final String FIRST = "● first";
    static final String COUNTED = "·";
    static final String STOP = "■ stop";

    /// @param stampNs since the epoch of the run
    /// @param isChunk whether it is a chunk, or a moment of the request
    /// @param size characters and tokens it carried, if any
    record Row(double stampNs, boolean isChunk, String what, String size, String from, String to) {}

    static RequestTimeline of(RequestTrace trace, RequestWatch from, RequestWatch to) {
        List<Row> rows = new ArrayList<>();
        Timeline timeline = trace.timeline();
        moment(rows, timeline.intendedStartNs(), "intended start", from, to);
        if (timeline.startNs() != timeline.intendedStartNs()) {
            moment(rows, timeline.startNs(), "client turns to it", from, to);
        }
        moment(rows, timeline.sendStartNs(), "request written", from, to);
        moment(rows, timeline.headNs(), "response head", from, to);
        int chunksFrom = rows.size();
        Chunks chunks = trace.chunks();
        for (int i = 0; i < chunks.size(); i++) {
            rows.add(new Row(
                    chunks.arrivalNs(i), true, carried(chunks.kinds(i)), size(chunks, i), mark(from, i), mark(to, i)));
        }
        if (Stamp.isKnown(timeline.endNs())) {
            rows.add(new Row(timeline.endNs(), false, "end of the body", "", bodyEnd(from), bodyEnd(to)));
        }
        rows.subList(0, chunksFrom).sort(Comparator.comparingDouble(Row::stampNs));
        return new RequestTimeline(from, to, rows);
    }

    private static void moment(List<Row> rows, double stampNs, String what, RequestWatch from, RequestWatch to) {
        if (Stamp.isKnown(stampNs)) {
            rows.add(new Row(
                    stampNs, false, what, "", starts(from, stampNs, rows, true), starts(to, stampNs, rows, false)));
        }
    }

    /// Moments can share a stamp; the watch starts at the first of them.
    private static String starts(RequestWatch watch, double stampNs, List<Row> before, boolean isFrom) {
        boolean isMarked = before.stream().anyMatch(row -> !(isFrom ? row.from() : row.to()).isEmpty());
        return watch.startNs() == stampNs && !isMarked ? START : "";
    }

    private static String mark(RequestWatch watch, int row) {
        String output = row == watch.firstRow() ? FIRST : watch.outputs().get(row) ? COUNTED : "";
        String stop = row == watch.endRow() ? STOP : "";
        return (output.equals(COUNTED) && !stop.isEmpty() ? stop : output + " " + stop).strip();
    }

    private static String bodyEnd(RequestWatch watch) {
        return watch.endRow() < 0 && Stamp.isKnown(watch.endNs()) ? STOP : "";
    }

    private static String carried(int kinds) {
        String words = Stream.of(ChunkKind.values())
                .filter(kind -> kind.in(kinds))
                .map(RequestTimeline::word)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "nothing" : words;
    }

    private static String word(ChunkKind kind) {
        return switch (kind) {
            case ROLE -> "role";
            case TEXT -> "text";
            case REASONING -> "reasoning";
            case TOOL_CALL -> "tool call";
            case EMPTY_TEXT -> "empty text";
            case FINISH -> "finish";
            case USAGE -> "usage";
            case CHOICES -> "";
            case ERROR -> "error";
            case DONE -> "[DONE]";
            case COMMENT -> "comment";
            case UNPARSABLE -> "not JSON";
            case SENTENCE -> "end of a sentence";
        };
    }

    private static String size(Chunks chunks, int i) {
        String chars = chunks.chars(i) > 0 ? chunks.chars(i) + " ch" : "";
        String tokens = chunks.tokens(i) != Chunks.TOKENS_UNKNOWN ? chunks.tokens(i) + " tok" : "";
        return (chars + " " + tokens).strip();
    }

    /// What the clock reads at a row: since the earlier of both starts, else since the first row.
    double zeroNs() {
        double startNs = Stream.of(from.startNs(), to.startNs())
                .filter(Stamp::isKnown)
                .min(Double::compare)
                .orElse(Stamp.UNKNOWN);
        double firstNs = rows.isEmpty() ? 0 : rows.getFirst().stampNs();
        return Stamp.isKnown(startNs) ? startNs : firstNs;
    }

    Section section() {
        Table.Builder table = Table.builder()
                .numbers("ms", "after")
                .text("what")
                .text("size")
                .text(from.dialect().id())
                .text(to.dialect().id());
        double beforeNs = Double.NaN;
        for (Row row : rows) {
            table.row(
                    ms(row.stampNs() - zeroNs()),
                    Double.isNaN(beforeNs) ? "" : ms(row.stampNs() - beforeNs),
                    row.what(),
                    row.size(),
                    row.from(),
                    row.to());
            beforeNs = row.stampNs();
        }
        return new Section("timeline", "Timeline", table.build(), remarks());
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.add(START + " starts the watch, " + FIRST + " is the first token, " + COUNTED + " counts as output, "
                + STOP + " ends the request; ms since the earlier start, and after the row above.");
        for (RequestWatch watch : List.of(from, to)) {
            remarks.add(watch.dialect().id() + ": " + fate(watch) + ", "
                    + watch.reading().outputTokens()
                    + " tokens from " + watch.reading().tokenSource().words() + ", TTFT "
                    + Format.time(watch.reading().ttftNs()) + ", E2E "
                    + Format.time(watch.reading().e2eNs()) + ", TPOT "
                    + Format.time(watch.reading().perTokenNs()) + ".");
        }
        return remarks;
    }

    private static String fate(RequestWatch watch) {
        return switch (watch.fate()) {
            case SUCCESS -> "a success";
            case FAILURE -> "a failure, which is in no latency unless its failures are";
            case LOST -> "lost, in no count";
        };
    }

    private static String ms(double ns) {
        return String.format(Locale.ROOT, "%,.3f", ns / 1e6).replace('-', '−');
    }
}
