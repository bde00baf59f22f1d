package dev.goodput.report;

import java.util.List;
import java.util.stream.Collectors;

/// A picture that is drawn twice from the same numbers: on a page, and with characters on a terminal.
public sealed interface Figure permits LaneFigure, BarFigure, CurveFigure, GridFigure {
    String title();

    /// What a reader should see, in one or two sentences.
    String caption();

    /// What the shades mean.
    List<Legend> key();

    /// @param words what marks of the shade stand for
    record Legend(Shade shade, String words) {}

    /// Shapes for a page.
    Drawing drawing();

    /// Lines for a terminal, without title and caption.
    List<String> lines(TerminalStyle style);

    /// What the shades mean, in one line for a terminal.
    default String keyLine(TerminalStyle style) {
        boolean points = this instanceof CurveFigure;
        return key().stream()
                .map(entry ->
                        (points ? entry.shade().point(style) : entry.shade().fill(style)) + " " + entry.words())
                .collect(Collectors.joining("   "));
    }
}
