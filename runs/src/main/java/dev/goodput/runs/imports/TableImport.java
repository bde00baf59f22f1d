package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A table of requests of one's own, CSV or JSON lines, with a mapping that says which column is what.
///
/// The mapping is a YAML file; its keys, units and defaults are described at [TableMapping].
public final class TableImport {
    private static final Set<String> USUAL_OK =
            Set.of("ok", "success", "succeeded", "true", "completed", "complete", "stop", "length");

    private final TableMapping mapping;
    private final List<TableRow> rows = new ArrayList<>();

    private TableImport(TableMapping mapping) {
        this.mapping = mapping;
    }

    /// Reads a table.
    ///
    /// @param data CSV with a header line, or one JSON object a line; may be packed with gzip or zstd
    /// @param mapping the mapping file
    /// @throws ImportException when either cannot be read or understood
    public static Imported read(Path data, Path mapping) {
        TableImport table = new TableImport(TableMappingReader.read(mapping));
        new TableRows(data, table.mapping).forEach(table.rows::add);
        return table.imported(data);
    }

    private Imported imported(Path data) {
        boolean starts =
                rows.stream().allMatch(row -> row.text(TableField.START).isPresent()) && mapping.has(TableField.START);
        boolean schedule = starts
                && mapping.has(TableField.INTENDED_START)
                && rows.stream()
                        .allMatch(row -> row.text(TableField.INTENDED_START).isPresent());
        boolean failures = mapping.has(TableField.STATUS) || mapping.has(TableField.ERROR);
        List<String> notes = new ArrayList<>();
        if (mapping.has(TableField.START) && !starts) {
            notes.add("Some rows have no start, so requests cannot be placed on one clock.");
        }
        if (!failures) {
            notes.add("No column says which requests failed.");
        }
        Coverage coverage = new Coverage(mapping.dialect().id(), schedule, starts, events(), failures, notes);
        BigDecimal epochNs = starts ? epochNs(schedule) : BigDecimal.ZERO;
        List<RequestTrace> traces = new ArrayList<>(rows.size());
        for (TableRow row : rows) {
            traces.add(trace(traces.size(), row, starts, schedule, epochNs));
        }
        double endNs = traces.stream()
                .mapToDouble(trace -> trace.timeline().endNs())
                .filter(Stamp::isKnown)
                .max()
                .orElse(0);
        return new Imported(
                new ImportedRuns(mapping.dialect(), data)
                        .workload("a table of requests")
                        .windowNs(starts ? endNs : 0)
                        .build(traces, coverage),
                mapping.dialect(),
                List.of());
    }

    private Coverage.Events events() {
        if (mapping.has(TableField.GAPS)) {
            return Coverage.Events.OUTPUT_CHUNKS;
        }
        boolean first = mapping.has(TableField.TTFT) || mapping.has(TableField.FIRST_TOKEN);
        return first ? Coverage.Events.FIRST_AND_LAST : Coverage.Events.NONE;
    }

    private BigDecimal epochNs(boolean schedule) {
        TableField field = schedule ? TableField.INTENDED_START : TableField.START;
        return rows.stream()
                .map(row -> row.stampNs(field).orElseThrow())
                .min(BigDecimal::compareTo)
                .orElse(BigDecimal.ZERO);
    }

    private RequestTrace trace(long index, TableRow row, boolean starts, boolean schedule, BigDecimal epochNs) {
        // Without starts for every row each request stands at 0; its own times still count from its own start.
        BigDecimal ownNs = row.stampNs(TableField.START).orElse(BigDecimal.ZERO);
        BigDecimal startNs = starts ? ownNs.subtract(epochNs) : BigDecimal.ZERO;
        Optional<BigDecimal> firstNs = offset(row, TableField.TTFT, TableField.FIRST_TOKEN, ownNs);
        Optional<BigDecimal> endNs = offset(row, TableField.E2E, TableField.END, ownNs);
        Timeline.Builder timeline = new Timeline.Builder(
                schedule
                        ? row.stampNs(TableField.INTENDED_START)
                                .orElseThrow()
                                .subtract(epochNs)
                                .doubleValue()
                        : Stamp.UNKNOWN);
        timeline.startNs = startNs.doubleValue();
        Chunks chunks = chunks(row, startNs, firstNs, endNs);
        timeline.endNs = endNs.map(end -> startNs.add(end).doubleValue())
                .orElse(
                        mapping.has(TableField.GAPS) && !chunks.isEmpty()
                                ? chunks.arrivalNs(chunks.size() - 1)
                                : Stamp.UNKNOWN);
        int output = row.count(TableField.OUTPUT_TOKENS);
        int prompt = row.count(TableField.PROMPT_TOKENS);
        return new RequestTrace(
                index,
                row.text(TableField.ID).orElse("row-" + (index + 1)),
                new Asked(
                        prompt,
                        row.count(TableField.MAX_TOKENS),
                        row.text(TableField.CLASS).orElse(null)),
                timeline.build(),
                chunks,
                output < 0 ? null : Usage.of(prompt, output),
                outcome(row, !chunks.isEmpty()));
    }

    /// A time from the row's start, from a column of lengths or one of points.
    private Optional<BigDecimal> offset(TableRow row, TableField length, TableField point, BigDecimal ownStartNs) {
        if (!mapping.has(point)) {
            return mapping.has(length) ? row.timeNs(length) : Optional.empty();
        }
        if (row.text(TableField.START).isEmpty()) {
            return Optional.empty();
        }
        return row.stampNs(point).map(stamp -> {
            BigDecimal offset = stamp.subtract(ownStartNs);
            if (offset.signum() < 0) {
                throw row.wrong(point, row.text(point).orElse(""), "lies before the row's start");
            }
            return offset;
        });
    }

    private Chunks chunks(TableRow row, BigDecimal startNs, Optional<BigDecimal> firstNs, Optional<BigDecimal> endNs) {
        Chunks.Builder chunks = new Chunks.Builder();
        if (firstNs.isEmpty()) {
            return Chunks.NONE;
        }
        BigDecimal atNs = firstNs.get();
        chunks.text(startNs.add(atNs).doubleValue(), Chunks.TOKENS_UNKNOWN, 0);
        if (mapping.has(TableField.GAPS)) {
            for (BigDecimal gapNs : row.gapsNs()) {
                atNs = atNs.add(gapNs);
                chunks.text(startNs.add(atNs).doubleValue(), Chunks.TOKENS_UNKNOWN, 0);
            }
        } else if (endNs.isPresent() && row.count(TableField.OUTPUT_TOKENS) != 1) {
            if (endNs.get().compareTo(atNs) < 0) {
                TableField field = mapping.has(TableField.E2E) ? TableField.E2E : TableField.END;
                throw row.wrong(field, row.text(field).orElse(""), "lies before the first token");
            }
            chunks.text(startNs.add(endNs.get()).doubleValue(), Chunks.TOKENS_UNKNOWN, 0);
        }
        return chunks.build();
    }

    private Outcome outcome(TableRow row, boolean hadOutput) {
        Optional<String> error = row.text(TableField.ERROR);
        Optional<String> status = row.text(TableField.STATUS);
        boolean failed = error.isPresent() || (mapping.has(TableField.STATUS) && !isOk(status.orElse("")));
        if (failed) {
            FailureCategory unclear = hadOutput ? FailureCategory.ERROR_IN_STREAM : FailureCategory.RESET;
            String words = error.orElse("status " + status.orElse("missing"));
            Outcome.Failed outcome = FailureWords.outcome(words, hadOutput, unclear);
            int code = status.filter(text -> text.matches("[45]\\d\\d"))
                    .map(Integer::parseInt)
                    .orElse(0);
            return code == 0 ? outcome : new Outcome.Failed(FailureCategory.HTTP_STATUS, code, words);
        }
        boolean expectsFirst = mapping.has(TableField.TTFT) || mapping.has(TableField.FIRST_TOKEN);
        return expectsFirst && !hadOutput
                ? new Outcome.Failed(FailureCategory.EMPTY, 0, "the row has no first token")
                : new Outcome.Completed(
                        status.filter(TableImport::isFinishReason).orElse("unknown"), false);
    }

    private static boolean isFinishReason(String status) {
        return status.equals("stop") || status.equals("length");
    }

    private boolean isOk(String status) {
        List<String> ok =
                Objects.requireNonNull(mapping.columns().get(TableField.STATUS)).ok();
        return ok.isEmpty()
                ? USUAL_OK.contains(status.toLowerCase(Locale.ROOT)) || status.matches("2\\d\\d")
                : ok.contains(status);
    }
}
