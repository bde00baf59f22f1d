package dev.goodput.runs.imports;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The rows of a small CSV file of aggregates: cells may be quoted, a quote inside doubled; no cell spans lines.
final class CsvRows {
    private static final int MAX_ROWS = 100_000;

    private CsvRows() {}

    /// One row.
    ///
    /// @param line its number, from 1
    record Row(int line, List<String> cells) {
        String cell(int i) {
            return i < cells.size() ? cells.get(i) : "";
        }
    }

    static List<Row> of(Path file) {
        List<Row> rows = new ArrayList<>();
        ImportSource.textLines(file, (number, line) -> {
            if (rows.size() >= MAX_ROWS) {
                throw new ImportException(file + " line " + number + ": more rows than a table of aggregates has");
            }
            rows.add(new Row(number, cells(new String(line, StandardCharsets.UTF_8))));
        });
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    /// A cell's number (thousands separated by commas or not); empty for a cell without one, such as `N/A`.
    static OptionalDouble number(String cell) {
        String digits = cell.strip().replace(",", "");
        if (digits.equals("inf") || digits.equals("-inf")) {
            return OptionalDouble.of(digits.equals("inf") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        if (digits.isEmpty() || digits.length() > 64 || !Character.isDigit(digits.charAt(digits.length() - 1))) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(digits));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
