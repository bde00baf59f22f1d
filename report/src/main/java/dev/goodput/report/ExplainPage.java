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
        String waterfallCaption,
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
        Axis axis = Axis.of(way, input.unit());
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
                waterfall(input, axis),
                axis.caption(),
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

    /// What the bars are drawn on. Moves that are small beside the values are drawn on a cut axis, which is said.
    private record Axis(double low, double high, String caption) {
        private static final double SMALL = 0.2;

        static Axis of(Explanation way, Unit unit) {
            double lowest = values(way).min().orElse(0);
            double highest = values(way).max().orElse(0);
            double range = highest - lowest;
            boolean isSmall = range < SMALL * Math.max(Math.abs(lowest), Math.abs(highest));
            if (!isSmall) {
                return new Axis(Math.min(0, lowest), Math.max(0, highest), "");
            }
            double low = lowest - range / 2;
            double high = highest + range / 2;
            return new Axis(
                    low, high, "The axis is cut: it runs from " + unit.with(low) + " to " + unit.with(high) + ".");
        }

        private double at(double value) {
            return high == low ? 0 : Math.clamp((value - low) / (high - low), 0, 1);
        }

        Bar bar(String label, String choice, String shade, double a, double b, String text) {
            double left = Math.min(at(a), at(b));
            // A bar is never too thin to see.
            double width = Math.max(Math.abs(at(b) - at(a)), 0.004);
            return new Bar(label, choice, shade, percent(Math.min(left, 0.996)), percent(width), text);
        }
    }

    private static List<Bar> waterfall(ExplainInput input, Axis axis) {
        Explanation way = input.explanation();
        if (way.steps().isEmpty()) {
            return List.of();
        }
        Unit unit = input.unit();
        List<Bar> bars = new ArrayList<>();
        bars.add(total(way.from(), way.fromValue().orNaN(), axis, unit));
        for (Step step : way.steps()) {
            bars.add(axis.bar(
                    ExplainSections.axes(step),
                    ExplainSections.choices(step),
                    step.move() > 0 ? "up" : "down",
                    step.valueBefore(),
                    step.valueAfter(),
                    unit.move(step.valueBefore(), step.valueAfter())));
        }
        bars.add(total(way.to(), way.toValue().orNaN(), axis, unit));
        return bars;
    }

    private static Bar total(Dialect dialect, double value, Axis axis, Unit unit) {
        double zero = axis.caption().isEmpty() ? 0 : axis.low();
        return axis.bar(dialect.id(), "", "total", zero, value, unit.with(value));
    }

    private static DoubleStream values(Explanation way) {
        return DoubleStream.concat(
                DoubleStream.of(way.fromValue().orNaN()), way.steps().stream().mapToDouble(Step::valueAfter));
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", share * 100);
    }
}
