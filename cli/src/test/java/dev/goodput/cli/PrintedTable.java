package dev.goodput.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a tool, or its imitation, printed: every number under its label, in order of printing. Tables may be drawn with
/// any lines; labels that a terminal broke over two rows are put together again.
final class PrintedTable {
    private static final Pattern VALUE = Pattern.compile("(.*?)(?::| =)\\s+(refused: .*|\\S+|[>\\d].*)");
    private static final Pattern BARS = Pattern.compile("[│┃|]");

    private PrintedTable() {}

    /// Values by label: `heading | label` or `row | column` in tables; the texts as printed.
    static Map<String, String> read(List<String> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> columns = List.of();
        List<List<String>> rows = new ArrayList<>();
        String heading = "";
        boolean header = false;
        for (String raw : lines) {
            String line = raw.strip();
            if (line.startsWith("┌") || line.startsWith("┏")) {
                header = true;
                columns = List.of();
                rows.clear();
            } else if (line.startsWith("├") || line.startsWith("┡")) {
                header = false;
            } else if (line.startsWith("└")) {
                put(values, columns, rows);
            } else if (line.startsWith("│") || line.startsWith("┃")) {
                List<String> cells = cells(line);
                if (header) {
                    columns = joined(columns, cells);
                } else if (isContinuation(cells) && !rows.isEmpty()) {
                    rows.set(rows.size() - 1, joined(rows.getLast(), cells));
                } else {
                    rows.add(cells);
                }
            } else {
                Matcher value = VALUE.matcher(line.replaceFirst(",$", ""));
                if (value.matches()) {
                    values.put(heading + value.group(1).replace("\"", "").strip(), value.group(2));
                } else if (line.matches("[a-z_]+")) {
                    heading = line + " | ";
                } else if (line.matches("=+ Steady-State Metrics =+")) {
                    heading = "steady state | ";
                } else if (line.matches("[A-Z].*")) {
                    heading = "";
                }
            }
        }
        put(values, columns, rows);
        return values;
    }

    private static void put(Map<String, String> values, List<String> columns, List<List<String>> rows) {
        for (List<String> row : rows) {
            for (int i = 1; i < row.size(); i++) {
                String column = i < columns.size() ? columns.get(i) : "Value";
                values.put(row.getFirst() + " | " + column, row.get(i));
            }
        }
        rows.clear();
    }

    static List<String> cells(String line) {
        String[] cells = BARS.split(line.strip(), -1);
        return List.of(cells).subList(1, cells.length - 1).stream()
                .map(String::strip)
                .toList();
    }

    private static boolean isContinuation(List<String> cells) {
        return cells.size() > 2 && cells.stream().skip(1).allMatch(String::isEmpty);
    }

    private static List<String> joined(List<String> above, List<String> below) {
        if (above.isEmpty()) {
            return below;
        }
        List<String> joined = new ArrayList<>();
        for (int i = 0; i < above.size(); i++) {
            joined.add((above.get(i) + " " + below.get(i)).strip());
        }
        return joined;
    }
}
