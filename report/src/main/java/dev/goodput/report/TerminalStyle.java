package dev.goodput.report;

/// How a terminal wants its text.
///
/// @param ansi whether colours and bold are understood
/// @param width columns to fill at most; narrower than [#MIN_WIDTH] is treated as that
/// @param blocks whether pictures may be drawn with block characters; else with letters of ASCII
public record TerminalStyle(boolean ansi, int width, boolean blocks) {
    /// Below this the tables do not fit.
    public static final int MIN_WIDTH = 80;

    /// For files, pipes and logs.
    public static final TerminalStyle PLAIN = new TerminalStyle(false, 96);

    public TerminalStyle(boolean ansi, int width) {
        this(ansi, width, true);
    }

    public TerminalStyle {
        width = Math.max(width, MIN_WIDTH);
    }
}
