package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A table drawn with lines, as terminal tools draw theirs: labels to the left, numbers to the right.
final class BoxTable {
    private BoxTable() {}

    static List<String> lines(String title, List<String> columns, List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            widths.add(Math.max(
                    width(columns.get(i)),
                    rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0)));
        }
        List<String> lines = new ArrayList<>();
        lines.add(title);
        lines.add(rule(widths, "┌", "┬", "┐"));
        lines.add(row(columns, widths));
        lines.add(rule(widths, "├", "┼", "┤"));
        rows.forEach(row -> lines.add(row(row, widths)));
        lines.add(rule(widths, "└", "┴", "┘"));
        return lines;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String rule(List<Integer> widths, String left, String between, String right) {
        return widths.stream().map(width -> "─".repeat(width + 2)).collect(Collectors.joining(between, left, right));
    }

    private static String row(List<String> cells, List<Integer> widths) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String blanks = " ".repeat(widths.get(i) - width(cells.get(i)));
            row.append("│ ")
                    .append(i == 0 ? cells.get(i) + blanks : blanks + cells.get(i))
                    .append(' ');
        }
        return row.append('│').toString();
    }
}
