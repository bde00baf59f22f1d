package dev.goodput.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Lines of a terminal report: alignment, wrapping and, where wanted, colour. Widths are counted in code points; wide
/// East Asian characters may push a column, never break a line.
final class TerminalText {
    private static final int LABEL_WIDTH = 25;
    private static final int MIN_COLUMN = 16;
    private static final String GAP = "  ";

    private final TerminalStyle style;
    private final StringBuilder out = new StringBuilder();

    TerminalText(TerminalStyle style) {
        this.style = style;
    }

    void line(String line) {
        out.append(line.stripTrailing()).append('\n');
    }

    void blank() {
        if (!out.isEmpty()) {
            out.append('\n');
        }
    }

    String bold(String text) {
        return paint("1", text);
    }

    String dim(String text) {
        return paint("2", text);
    }

    /// The text in a graphic rendition such as `1;31`, if the terminal has any.
    String paint(String rendition, String text) {
        return style.ansi() && !rendition.isEmpty() ? "\u001b[" + rendition + "m" + text + "\u001b[0m" : text;
    }

    /// Wrapped text behind a mark; further lines are indented to it.
    void paragraph(String mark, String text, String rendition) {
        String prefix = GAP + mark;
        for (String part : wrap(text, style.width() - length(prefix))) {
            line(prefix + paint(rendition, part));
            prefix = " ".repeat(length(prefix));
        }
    }

    /// A label and its value, wrapped beside it.
    void fact(String label, String value) {
        String prefix = GAP + pad(PlainText.clean(label, LABEL_WIDTH), LABEL_WIDTH, false) + GAP;
        for (String part : wrap(value, style.width() - length(prefix))) {
            line(prefix + part);
            prefix = " ".repeat(length(prefix));
        }
    }

    /// Sentences, a mark before each.
    void list(List<String> sentences) {
        sentences.forEach(sentence -> paragraph("• ", sentence, ""));
    }

    /// A section under its title, its remarks last.
    void section(Section section) {
        blank();
        line(bold(section.title()));
        table(section.table());
        section.remarks().forEach(remark -> paragraph("  ", remark, "2"));
    }

    /// An aligned table. Where it is too wide, its widest text columns give way and are wrapped.
    void table(Table original) {
        Table table = withRoomForMarks(original);
        List<Table.Column> columns = table.columns();
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(columns.get(i).title());
            for (List<String> row : table.rows()) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        fit(columns, widths);
        row(columns, columns.stream().map(Table.Column::title).toList(), widths, "2");
        table.rows().forEach(row -> row(columns, row, widths, ""));
    }

    private void fit(List<Table.Column> columns, int[] widths) {
        int room = style.width() - GAP.length() * widths.length;
        while (Arrays.stream(widths).sum() > room) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean canGive = !columns.get(i).isNumber() && widths[i] > MIN_COLUMN;
                if (canGive && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    /// A number that carries a mark sticks out of its column by it, so that digits stay below digits.
    private static Table withRoomForMarks(Table table) {
        List<Table.Column> columns = new ArrayList<>(table.columns());
        List<List<String>> rows = new ArrayList<>();
        table.rows().forEach(row -> rows.add(new ArrayList<>(row)));
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            if (columns.get(i).isNumber()
                    && rows.stream().anyMatch(row -> row.get(column).endsWith(MetricSections.UNSUPPORTED))) {
                columns.set(i, new Table.Column(columns.get(i).title() + " ", Table.Kind.NUMBER));
                rows.forEach(row -> {
                    String cell = row.get(column);
                    row.set(column, cell.endsWith(MetricSections.UNSUPPORTED) ? cell : cell + " ");
                });
            }
        }
        return new Table(columns, rows);
    }

    private void row(List<Table.Column> columns, List<String> cells, int[] widths, String rendition) {
        List<List<String>> wrapped = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            wrapped.add(columns.get(i).isNumber() ? List.of(cells.get(i)) : wrap(cells.get(i), widths[i]));
        }
        int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
        for (int k = 0; k < height; k++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String part = k < wrapped.get(i).size() ? wrapped.get(i).get(k) : "";
                line.append(GAP).append(pad(part, widths[i], columns.get(i).isNumber()));
            }
            line(paint(rendition, line.toString().stripTrailing()));
        }
    }

    /// Broken at blanks, and within a word only where the word alone is too long.
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String rest = word;
            if (!line.isEmpty() && length(line.toString()) + 1 + length(rest) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (length(rest) > width) {
                int cut = rest.offsetByCodePoints(0, width);
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String pad(String text, int width, boolean right) {
        String blanks = " ".repeat(Math.max(0, width - length(text)));
        return right ? blanks + text : text + blanks;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
