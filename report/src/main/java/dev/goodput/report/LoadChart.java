package dev.goodput.report;

import dev.goodput.core.gate.LoadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// A curve over load, drawn without a script in a box of 520 by 250; places are in its units. The load's axis is
/// logarithmic.
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
    private static final double LEFT = 60;
    private static final double RIGHT = 500;
    private static final double TOP = 24;
    private static final double BOTTOM = 210;
    private static final int Y_STEPS = 4;

    /// Labels closer than this would touch.
    private static final double LEAST_APART = 50;

    record Tick(String at, String text) {}

    record Bound(String x, String lower, String upper) {}

    record Point(String x, String y, String title) {}

    /// @param points for a polyline
    record Line(String shade, String points, List<Point> marks) {}

    boolean hasTwoLines() {
        return lines.size() == 2;
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
        List<Tick> ys = frame.ys(Format::percent);
        return new LoadChart(
                "Goodput",
                "share of good requests by " + input.unit().title() + ", log axis",
                "Share of good requests against load; the table below has every value.",
                frame.xs(input.unit()),
                ys,
                marks(input, frame),
                frame.y(target),
                bounds,
                List.of(frame.line(
                        "good", input.unit(), level -> level.result().goodput().share(), Format::percent)));
    }

    /// Completed and good requests a second.
    static LoadChart rates(CapacityInput input) {
        List<LoadLevel> levels = input.curve().levels();
        double most = levels.stream().mapToDouble(LoadLevel::throughput).max().orElse(1);
        Frame frame = new Frame(levels, 0, most > 0 ? most * 1.05 : 1);
        return new LoadChart(
                "Throughput against goodput",
                "requests/s by " + input.unit().title() + ", log axis",
                "Completed and good requests a second against load; the table below has every value.",
                frame.xs(input.unit()),
                frame.ys(Format::rate),
                marks(input, frame),
                "",
                List.of(),
                List.of(
                        frame.line("all", input.unit(), LoadLevel::throughput, Format::rate),
                        frame.line("good", input.unit(), LoadLevel::goodRate, Format::rate)));
    }

    private static List<Tick> marks(CapacityInput input, Frame frame) {
        return input.curve().capacity().stream()
                .map(level -> new Tick(frame.x(level), "capacity"))
                .toList();
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
            for (int i = 0; i <= Y_STEPS; i++) {
                double value = low + (high - low) * i / Y_STEPS;
                ticks.add(new Tick(y(value), words.of(value)));
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

        Line line(String shade, LoadUnit unit, ToDoubleFunction<LoadLevel> value, Words words) {
            List<Point> points = levels.stream()
                    .filter(level -> Double.isFinite(value.applyAsDouble(level)))
                    .map(level -> new Point(
                            x(level),
                            y(value.applyAsDouble(level)),
                            unit.text(level.load()) + ": " + words.of(value.applyAsDouble(level))))
                    .toList();
            return new Line(
                    shade,
                    points.stream().map(point -> point.x() + "," + point.y()).collect(Collectors.joining(" ")),
                    points);
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
    }
}
