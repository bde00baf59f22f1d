package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Explanation.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Everything the HTML page of an explanation shows, as text that its template escapes.
///
/// @param timeline null where the explanation is about a whole run
record ExplainPage(
        PageAssets assets,
        String title,
        String subject,
        String tool,
        List<Page.Tile> tiles,
        List<FormulaWords> formulas,
        List<String> notices,
        List<Bar> waterfall,
        List<StepWords> steps,
        List<Section> sections,
        @Nullable RequestFigure timeline) {

    /// One row of the waterfall: a value from zero, or a move from the value before.
    ///
    /// @param shade class of the bar
    /// @param x where it begins, as a percentage of the full width, and `width` how long it is
    record Bar(String label, String choice, String shade, String x, String width, String text) {}

    /// How a dialect computes the number.
    record FormulaWords(String dialect, String formula) {}

    record StepWords(int number, String axes, List<String> words, List<String> defects) {}

    static ExplainPage of(ExplainInput input, PageAssets assets) {
        Explanation way = input.explanation();
        List<Section> sections = new ArrayList<>();
        if (!way.steps().isEmpty()) {
            sections.add(ExplainSections.way(input));
        }
        ExplainSections.averages(input).ifPresent(sections::add);
        sections.add(ExplainSections.axes(input));
        RequestTimeline timeline = input.request() == null ? null : ExplainTerminal.timeline(input);
        if (timeline != null) {
            sections.add(timeline.section());
        }
        List<StepWords> steps = new ArrayList<>();
        for (Step step : way.steps()) {
            steps.add(new StepWords(
                    steps.size() + 1,
                    ExplainSections.axes(step),
                    ExplainSections.words(step),
                    ExplainSections.defects(step)));
        }
        return new ExplainPage(
                assets,
                input.title(),
                input.subject(),
                PlainText.clean(input.run().manifest().tool()),
                tiles(input),
                Stream.of(way.from(), way.to())
                        .flatMap(dialect -> ExplainSections.formula(input, dialect).stream()
                                .map(formula -> new FormulaWords(dialect.id(), formula)))
                        .toList(),
                ExplainSections.outcome(input),
                waterfall(input),
                steps,
                sections,
                timeline == null ? null : RequestFigure.of(timeline));
    }

    private static List<Page.Tile> tiles(ExplainInput input) {
        Explanation way = input.explanation();
        List<Page.Tile> tiles = new ArrayList<>();
        tiles.add(tile(input, way.from(), way.fromValue()));
        tiles.add(tile(input, way.to(), way.toValue()));
        if (way.isAnswered()) {
            tiles.add(new Page.Tile(
                    "difference",
                    input.unit().move(way.fromValue().orNaN(), way.toValue().orNaN()),
                    input.unit().symbol(),
                    way.steps().size() == 1
                            ? "in one step"
                            : "in " + way.steps().size() + " steps"));
        }
        return tiles;
    }

    private static Page.Tile tile(ExplainInput input, Dialect dialect, Answer answer) {
        return new Page.Tile(
                dialect.id(),
                input.unit().number(answer.orNaN()),
                answer instanceof Answer.Value ? input.unit().symbol() : "",
                dialect.tool());
    }

    private static List<Bar> waterfall(ExplainInput input) {
        Explanation way = input.explanation();
        if (way.steps().isEmpty()) {
            return List.of();
        }
        Unit unit = input.unit();
        double low = Math.min(0, values(way).min().orElse(0));
        double high = Math.max(0, values(way).max().orElse(0));
        List<Bar> bars = new ArrayList<>();
        bars.add(bar(
                way.from().id(),
                "",
                "total",
                0,
                way.fromValue().orNaN(),
                low,
                high,
                unit.with(way.fromValue().orNaN())));
        for (Step step : way.steps()) {
            bars.add(bar(
                    ExplainSections.axes(step),
                    ExplainSections.choices(step),
                    step.move() > 0 ? "up" : "down",
                    step.valueBefore(),
                    step.valueAfter(),
                    low,
                    high,
                    unit.move(step.valueBefore(), step.valueAfter())));
        }
        bars.add(bar(
                way.to().id(),
                "",
                "total",
                0,
                way.toValue().orNaN(),
                low,
                high,
                unit.with(way.toValue().orNaN())));
        return bars;
    }

    private static DoubleStream values(Explanation way) {
        return DoubleStream.concat(
                DoubleStream.of(way.fromValue().orNaN()), way.steps().stream().mapToDouble(Step::valueAfter));
    }

    private static Bar bar(
            String label, String choice, String shade, double a, double b, double low, double high, String text) {
        double range = high - low;
        double left = range == 0 ? 0 : (Math.min(a, b) - low) / range;
        // A bar is never too thin to see.
        double width = range == 0 ? 0 : Math.max(Math.abs(b - a) / range, 0.004);
        return new Bar(label, choice, shade, percent(Math.min(left, 0.996)), percent(width), text);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", share * 100);
    }
}
