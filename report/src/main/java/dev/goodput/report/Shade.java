package dev.goodput.report;

/// What a mark in a picture stands for: a colour on a page, a character on a terminal.
public enum Shade {
    GOOD("good", '▒', '●', '=', 'o'),
    BAD("bad", '█', '×', '#', 'x'),
    WAIT("wait", '░', '◆', '-', '+'),
    QUIET("quiet", '·', '·', '.', '.');

    private final String style;
    private final char fill;
    private final char point;
    private final char asciiFill;
    private final char asciiPoint;

    Shade(String style, char fill, char point, char asciiFill, char asciiPoint) {
        this.style = style;
        this.fill = fill;
        this.point = point;
        this.asciiFill = asciiFill;
        this.asciiPoint = asciiPoint;
    }

    /// Its class in the style sheet.
    String style() {
        return style;
    }

    char fill(TerminalStyle terminal) {
        return terminal.blocks() ? fill : asciiFill;
    }

    char point(TerminalStyle terminal) {
        return terminal.blocks() ? point : asciiPoint;
    }
}
