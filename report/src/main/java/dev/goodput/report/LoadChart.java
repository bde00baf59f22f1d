package dev.goodput.report;

import dev.goodput.core.gate.LoadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// A curve over load, drawn without a script in a box of 520 by 250; places are in its units. The
/// load's axis is logarithmic.
///
/// @param axis what the vertical axis says
/// @param target place of the target's line; empty where there is none
/// @param marks vertical lines with a word above
record LoadChart(
        String title,
        String axis,
        String words,
        List<Tick> xs,
        List<Tick> ys,
        List<Tick> marks,
        String target,
        List<Bound> bounds,
        List<Line> lines) {
    static final double LEFT = 60;
    static final double RIGHT = 500;
    static final double TOP = 24;
    static final double BOTTOM = 210;
    private static final int Y_STEPS = 4;

    /// Labels closer than this would touch.
    static final double LEAST_APART = 50;

    record Tick(String at, String text) {}

    record Bound(String x, String lower, String upper) {}

    record Point(String x, String y, String title) {}

    /// @param label what it stands for; needed where there are several
    /// @param points for a polyline
    record Line(String label, String shade, String points, List<Point> marks) {
        static Line through(String label, String shade, List<Point> points) {
            return new Line(
                    label,
                    shade,
                    points.stream().map(point -> point.x() + "," + point.y()).collect(Collectors.joining(" ")),
                    points);
        }
    }

    boolean hasSeveralLines() {
        return lines.size() > 1;
    }

    /// Share of good requests, with bounds.
    static LoadChart share(CapacityInput input) {
        List<LoadLevel> levels = input.curve().levels();
        double target = input.slo().target().doubleValue();
        double least = levels.stream()
                .mapToDouble(level -> level.result().goodput().share())
                .filter(Double::isFinite)
                .min()
                .orElse(0);
        double floor = Math.max(0, Math.floor((Math.min(least, target) - 0.05) * 10) / 10);
        Frame frame = new Frame(levels, floor, 1);
        List<Bound> bounds = levels.stream()
                .map(level -> new Bound(
                        frame.x(level),
                        frame.y(level.result().goodput().lower()),
                        frame.y(level.result().goodput().upper())))
                .toList();
        return new LoadChart(
                "Goodput",
                "share, by " + input.unit().axis(),
                "Share of good requests against load; the table below has every value.",
                frame.xs(input.unit()),
                frame.ys(share -> Scale.number(share * 100) + "%"),
                marks(input, frame),
                frame.y(target),
                bounds,
                List.of(frame.line(
                        "good",
                        "good",
                        input.unit(),
                        level -> level.result().goodput().share(),
                        Format::percent)));
    }

    /// Completed and good requests a second.
    static LoadChart rates(CapacityInput input) {
        List<LoadLevel> levels = input.curve().levels();
        double most = levels.stream().mapToDouble(LoadLevel::throughput).max().orElse(1);
        double step = step(most > 0 ? most : 1);
        Frame frame = new Frame(levels, 0, step * Math.ceil((most > 0 ? most : 1) / step));
        return new LoadChart(
                "Throughput against goodput",
                "requests/s, by " + input.unit().axis(),
                "Completed and good requests a second against load; the table below has every value.",
                frame.xs(input.unit()),
                frame.ys(Scale::number),
                marks(input, frame),
                "",
                List.of(),
                List.of(
                        frame.line("completed", "all", input.unit(), LoadLevel::throughput, Format::rate),
                        frame.line("good", "good", input.unit(), LoadLevel::goodRate, Format::rate)));
    }

    private static List<Tick> marks(CapacityInput input, Frame frame) {
        return input.curve().capacity().stream()
                .map(level -> new Tick(frame.x(level), "capacity"))
                .toList();
    }

    /// A round distance of ticks, of which about four fill the range.
    static double step(double range) {
        return Scale.step(range / Y_STEPS);
    }

    private interface Words {
        String of(double value);
    }

    /// Where loads and values lie in the box.
    private record Frame(List<LoadLevel> levels, double low, double high) {

        String x(LoadLevel level) {
            return number(at(level));
        }

        private double at(LoadLevel level) {
            double first = Math.log(levels.getFirst().load());
            double last = Math.log(levels.getLast().load());
            return last == first
                    ? (LEFT + RIGHT) / 2
                    : LEFT + (RIGHT - LEFT) * (Math.log(level.load()) - first) / (last - first);
        }

        String y(double value) {
            double share = Math.clamp((value - low) / (high - low), 0, 1);
            return number(BOTTOM - (BOTTOM - TOP) * share);
        }

        List<Tick> ys(Words words) {
            List<Tick> ticks = new ArrayList<>();
            double step = step(high - low);
            // From the top, where the limit of a share is.
            for (int i = 0; high - i * step >= low - step / 100; i++) {
                ticks.add(new Tick(y(high - i * step), words.of(high - i * step)));
            }
            return ticks;
        }

        List<Tick> xs(LoadUnit unit) {
            List<Tick> ticks = new ArrayList<>();
            double before = Double.NEGATIVE_INFINITY;
            for (LoadLevel level : levels) {
                if (at(level) - before >= LEAST_APART) {
                    ticks.add(new Tick(x(level), unit.text(level.load())));
                    before = at(level);
                }
            }
            return ticks;
        }

        Line line(String label, String shade, LoadUnit unit, ToDoubleFunction<LoadLevel> value, Words words) {
            List<Point> points = levels.stream()
                    .filter(level -> Double.isFinite(value.applyAsDouble(level)))
                    .map(level -> new Point(
                            x(level),
                            y(value.applyAsDouble(level)),
                            unit.text(level.load()) + ": " + words.of(value.applyAsDouble(level))))
                    .toList();
            return Line.through(label, shade, points);
        }
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
