package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Explanation.Step;
import dev.goodput.core.metric.RequestWatch;
import java.util.List;

/// An explanation for the terminal.
public final class ExplainTerminal {
    private static final int ID_WIDTH = 24;

    private ExplainTerminal() {}

    /// The explanation as text that ends in a line feed.
    public static String render(ExplainInput input, TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        Explanation way = input.explanation();
        text.line(text.bold(input.title()));
        text.line(text.dim(PlainText.clean(input.subject(), style.width())));
        text.blank();
        value(text, input, way.from(), way.fromValue());
        value(text, input, way.to(), way.toValue());
        if (way.isAnswered()) {
            value(
                    text,
                    "difference",
                    input.unit().move(way.fromValue().orNaN(), way.toValue().orNaN()) + " "
                            + input.unit().symbol());
        }
        ExplainSections.outcome(input).forEach(line -> text.paragraph("! ", line, "33"));
        if (!way.steps().isEmpty()) {
            text.blank();
            text.line(text.bold(ExplainSections.way(input).title()));
            text.table(ExplainSections.way(input).table());
            int number = 1;
            for (Step step : way.steps()) {
                step(text, number++, step);
            }
        }
        text.section(ExplainSections.axes(input));
        ExplainSections.averages(input).ifPresent(text::section);
        if (input.request() != null) {
            text.section(timeline(input).section());
        }
        return text.toString();
    }

    static RequestTimeline timeline(ExplainInput input) {
        Explanation way = input.explanation();
        return RequestTimeline.of(
                java.util.Objects.requireNonNull(input.request()),
                RequestWatch.of(input.request(), way.from()),
                RequestWatch.of(input.request(), way.to()));
    }

    private static void value(TerminalText text, ExplainInput input, Dialect dialect, Answer answer) {
        value(text, dialect.id(), input.unit().with(answer.orNaN()) + "  " + text.dim(dialect.tool()));
        ExplainSections.formula(input, dialect).ifPresent(formula -> text.paragraph("  ", formula, "2"));
    }

    private static void value(TerminalText text, String label, String value) {
        text.line("  " + label + " ".repeat(Math.max(1, ID_WIDTH - label.length())) + value);
    }

    private static void step(TerminalText text, int number, Step step) {
        List<String> words = ExplainSections.words(step);
        text.blank();
        text.line("  " + number + "  " + text.bold(ExplainSections.axes(step)));
        words.forEach(line -> text.paragraph("   ", line, ""));
        ExplainSections.defects(step).forEach(line -> text.paragraph("   ! ", line, "33"));
    }
}
