package dev.goodput.report;

import java.util.List;
import java.util.stream.Collectors;

/// Blocks of a Markdown document.
///
/// All text passes [#escape]: punctuation that Markdown or GitHub could read as structure becomes a numeric character
/// reference, which the specification forbids to act as structure. A backslash would not do: inside a table it does
/// not protect a pipe that follows another backslash.
public final class MarkdownText {
    private static final String SIGNIFICANT = "\\`*_[]<>&|~#!@$^";

    private final StringBuilder out = new StringBuilder();

    /// Clean text that shows as itself anywhere in a line, a table cell included.
    public static String escape(String text) {
        String clean = PlainText.clean(text);
        StringBuilder escaped = new StringBuilder(clean.length() + 16);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            boolean startsLink = (c == ':' && clean.startsWith("//", i + 1))
                    || (c == '.' && clean.regionMatches(true, i - 3, "www", 0, 3));
            if (SIGNIFICANT.indexOf(c) >= 0 || startsLink) {
                escaped.append("&#").append((int) c).append(';');
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    static List<String> escapeAll(List<String> texts) {
        return texts.stream().map(MarkdownText::escape).toList();
    }

    /// Set as code. An HTML element rather than backticks, because only there do character references still count; and
    /// GitHub neither links nor mentions inside it.
    public static String code(String text) {
        String escaped = escape(text);
        return escaped.isEmpty() ? "" : "<code>" + escaped + "</code>";
    }

    /// A block of finished Markdown.
    void raw(String block) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        out.append(block).append('\n');
    }

    void list(List<String> sentences) {
        raw("- " + String.join("\n- ", escapeAll(sentences)));
    }

    /// What a reader must know before anything else; nothing where there is none.
    void warning(List<String> sentences) {
        if (!sentences.isEmpty()) {
            raw("> [!WARNING]\n> " + String.join("\n> \n> ", escapeAll(sentences)));
        }
    }

    void section(Section section) {
        raw("### " + escape(section.title()));
        raw(table(section.table()));
        section.remarks().forEach(remark -> raw(escape(remark)));
    }

    /// A section that opens on a click.
    void folded(Section section) {
        raw("<details><summary>" + escape(section.title()) + "</summary>");
        raw(table(section.table()));
        section.remarks().forEach(remark -> raw(escape(remark)));
        raw("</details>");
    }

    private static String table(Table table) {
        StringBuilder lines = new StringBuilder();
        lines.append(
                table.columns().stream().map(column -> escape(column.title())).collect(row()));
        lines.append('\n');
        lines.append(table.columns().stream()
                .map(column -> column.isNumber() ? "---:" : "---")
                .collect(row()));
        for (List<String> cells : table.rows()) {
            lines.append("\n|");
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                boolean code = table.columns().get(i).isCode() && !cell.equals(Format.ABSENT);
                lines.append(' ').append(code ? code(cell) : escape(cell)).append(" |");
            }
        }
        return lines.toString();
    }

    private static java.util.stream.Collector<CharSequence, ?, String> row() {
        return Collectors.joining(" | ", "| ", " |");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
