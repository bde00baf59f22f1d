package dev.goodput.engine.workload;

import dev.goodput.engine.config.Plain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/// Reads recorded traces line by line; which one it is, is seen from the first line.
final class TraceReader {
    private static final ObjectReader CSV =
            CsvMapper.builder().build().readerForListOf(String.class).with(CsvSchema.emptySchema());
    private static final ObjectReader JSON = JsonMapper.builder().build().reader();

    private static final Pattern YAML_KEY = Pattern.compile(":(\\s|$)");

    private final String name;
    private final TraceLines lines;
    /// Null for JSON lines.
    private final @Nullable Map<String, Integer> columns;
    private final TraceFormat format;
    private final List<TraceRow> rows = new ArrayList<>();
    private final TraceNames names = new TraceNames();
    private boolean timed;
    private long failed;

    private TraceReader(String name, TraceLines lines, @Nullable Map<String, Integer> columns, TraceFormat format) {
        this.name = name;
        this.lines = lines;
        this.columns = columns;
        this.format = format;
    }

    /// The trace, or empty when the lines look like a description.
    ///
    /// @param name for people
    /// @throws dev.goodput.engine.config.ConfigException when a line cannot be understood
    static Optional<Workload> read(String name, TraceLines lines) {
        @Nullable String first = lines.next();
        if (first == null) {
            return Optional.empty();
        }
        if (first.startsWith("{")) {
            return jsonLines(name, lines, first);
        }
        if (!first.contains(",") || YAML_KEY.matcher(first).find()) {
            return Optional.empty();
        }
        Map<String, Integer> columns = new HashMap<>();
        List<String> header = cells(lines, first);
        for (int i = 0; i < header.size(); i++) {
            if (columns.putIfAbsent(header.get(i).strip(), i) != null) {
                throw lines.error("two columns are called '" + Plain.text(header.get(i)) + "'");
            }
        }
        TraceFormat format = TraceFormat.of(columns.keySet()).orElseThrow(() -> unknown(lines));
        return Optional.of(new TraceReader(name, lines, columns, format).all(lines.next()));
    }

    private static Optional<Workload> jsonLines(String name, TraceLines lines, String first) {
        JsonNode node;
        try {
            node = JSON.readTree(first);
        } catch (JacksonException _) {
            // YAML may begin like this as well.
            return Optional.empty();
        }
        if (node.has("name")) {
            return Optional.empty();
        }
        TraceFormat format = TraceFormat.of(node.propertyNames()).orElseThrow(() -> unknown(lines));
        return Optional.of(new TraceReader(name, lines, null, format).all(first));
    }

    private static RuntimeException unknown(TraceLines lines) {
        return lines.error("has the columns of no known trace; known are " + TraceFormat.known());
    }

    private Workload all(@Nullable String first) {
        boolean sorted = true;
        for (String text = first; text != null; text = lines.next()) {
            TraceLine line = columns == null ? new TraceLine.Node(lines, object(text)) : row(columns, text);
            @Nullable TraceRow row = format.row(line, names);
            if (row == null) {
                failed++;
                continue;
            }
            boolean hasTime = format.isTimed(line);
            if (rows.isEmpty()) {
                timed = hasTime;
            } else if (hasTime != timed) {
                throw lines.error(
                        timed ? "has no arrival, unlike those before" : "has an arrival, unlike those before");
            } else {
                sorted &= rows.getLast().atNs() <= row.atNs();
            }
            rows.add(row);
        }
        if (rows.isEmpty()) {
            throw lines.error("is the last of a trace without requests");
        }
        if (!sorted) {
            rows.sort(Comparator.comparingLong(TraceRow::atNs));
        }
        return new RecordedWorkload(name, format.title, rows, timed, failed);
    }

    private TraceLine row(Map<String, Integer> header, String text) {
        List<String> cells = cells(lines, text);
        if (cells.size() != header.size()) {
            throw lines.error("has " + cells.size() + " cells where the header has " + header.size());
        }
        return new TraceLine.Row(lines, header, cells);
    }

    private static List<String> cells(TraceLines lines, String text) {
        if (text.indexOf('"') < 0) {
            // Setting up a parser takes longer than the millions of lines that are plain.
            return List.of(text.split(",", -1));
        }
        try {
            return CSV.readValue(text);
        } catch (JacksonException e) {
            throw lines.error("is not CSV: " + reason(e));
        }
    }

    private JsonNode object(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            if (node.isObject()) {
                return node;
            }
            throw lines.error("is not a JSON object");
        } catch (JacksonException e) {
            throw lines.error("is not JSON: " + reason(e));
        }
    }

    private static String reason(JacksonException e) {
        return Plain.text(
                String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("malformed"));
    }
}
