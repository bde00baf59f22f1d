package dev.goodput.report;

/// A lesson on the terminal.
public final class LessonTerminal {
    private LessonTerminal() {}

    public static String render(LessonReport lesson, TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(lesson.question()));
        text.paragraph("", lesson.answer(), "");
        text.blank();
        lesson.setUp().forEach(line -> text.paragraph("- ", line, "2"));
        Figure figure = lesson.figures().getFirst();
        text.blank();
        text.line(text.bold(figure.title()));
        figure.lines(style).forEach(line -> text.line("  " + line));
        if (!figure.key().isEmpty() && !figure.keyLine(style).isEmpty()) {
            text.paragraph("", figure.keyLine(style), "2");
        }
        text.paragraph("", figure.caption(), "2");
        lesson.sections().forEach(text::section);
        text.blank();
        text.line(text.bold("Take away"));
        text.paragraph("", lesson.takeAway(), "");
        text.blank();
        text.line(text.bold("Try it"));
        for (LessonReport.Command command : lesson.commands()) {
            text.paragraph("# ", command.purpose(), "2");
            command.lines(style.width() - 2).forEach(line -> text.line("  " + line));
        }
        return style.blocks() ? text.toString() : TextGrid.ascii(text.toString());
    }
}
