package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import dev.goodput.engine.fit.EngineFit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// A picture of a fit, drawn without a script in a box of 520 by 250; places are in its units.
///
/// @param axis what the axes say
/// @param guide from and to of the line where measured and predicted agree
/// @param series what is drawn, in the order of the key
record FitChart(
        String title, String axis, String words, List<Tick> xs, List<Tick> ys, Guide guide, List<Series> series) {
    private static final double LEFT = 60;
    private static final double RIGHT = 500;
    private static final double TOP = 24;
    private static final double BOTTOM = 210;

    /// More points are not seen as such, and make the page heavy.
    private static final int MOST_POINTS = 1_500;

    private static final int MOST_LABELS = 8;

    /// @param dots whether it is single points, not a line
    record Series(String shade, String name, boolean dots, String path) {}

    record Tick(String at, String text) {}

    record Guide(String x1, String y1, String x2, String y2) {}

    /// Measured time of each step against the predicted one, both axes logarithmic.
    static FitChart steps(EngineFit fit) {
        List<EngineFit.Step> steps = fit.steps();
        Distribution all = Distribution.of(steps.stream()
                .flatMapToDouble(step -> java.util.stream.DoubleStream.of(step.measuredMs(), step.predictedMs())));
        double low = all.quantile(2);
        double high = all.quantile(999);
        Axis x = new Axis(Math.log(low), Math.log(high), LEFT, RIGHT);
        Axis y = new Axis(Math.log(low), Math.log(high), BOTTOM, TOP);
        return new FitChart(
                "Steps, measured against fitted",
                "ms, fitted to the right, measured upwards",
                "Measured against fitted time of every step; on the line they agree.",
                ticks(round(low, high), value -> x.at(Math.log(value))),
                ticks(round(low, high), value -> y.at(Math.log(value))),
                new Guide(
                        Drawing.number(x.at(Math.log(low))),
                        Drawing.number(y.at(Math.log(low))),
                        Drawing.number(x.at(Math.log(high))),
                        Drawing.number(y.at(Math.log(high)))),
                List.of(
                        new Series("good", "decode only", true, dots(steps, true, x, y)),
                        new Series("all", "with prefill", true, dots(steps, false, x, y))));
    }

    private static String dots(List<EngineFit.Step> steps, boolean pureDecode, Axis x, Axis y) {
        List<EngineFit.Step> chosen =
                steps.stream().filter(step -> step.pureDecode() == pureDecode).toList();
        int every = Math.max(1, Math.ceilDiv(chosen.size(), MOST_POINTS / 2));
        StringBuilder path = new StringBuilder();
        for (int k = 0; k < chosen.size(); k += every) {
            EngineFit.Step step = chosen.get(k);
            path.append('M')
                    .append(Drawing.number(x.at(Math.log(step.predictedMs()))))
                    .append(' ')
                    .append(Drawing.number(y.at(Math.log(step.measuredMs()))))
                    .append("h0");
        }
        return path.toString();
    }

    /// The machine's speed, second by second.
    static FitChart speed(EngineFit fit) {
        List<Double> speed = fit.speed();
        double low = Math.min(Collections.min(speed), 0.9);
        double high = Math.max(Collections.max(speed), 1.1);
        double seconds = EngineFit.WINDOW_NS / 1e9;
        Axis x = new Axis(0, speed.size() * seconds, LEFT, RIGHT);
        Axis y = new Axis(low, high, BOTTOM, TOP);
        StringBuilder path = new StringBuilder();
        for (int w = 0; w < speed.size(); w++) {
            path.append(w == 0 ? 'M' : 'L')
                    .append(Drawing.number(x.at(w * seconds)))
                    .append(' ')
                    .append(Drawing.number(y.at(speed.get(w))))
                    .append('H')
                    .append(Drawing.number(x.at((w + 1) * seconds)));
        }
        List<Double> times = new ArrayList<>();
        double step = LoadChart.step(speed.size() * seconds);
        for (double time = 0; time <= speed.size() * seconds; time += step) {
            times.add(time);
        }
        List<Double> factors = new ArrayList<>();
        double apart = LoadChart.step(high - low);
        for (double factor = Math.ceil(low / apart) * apart; factor <= high; factor += apart) {
            factors.add(factor);
        }
        return new FitChart(
                "The machine's speed over time",
                "time of a step over its mean, by seconds from the start; lower is faster",
                "How much longer than its mean a step took, second by second.",
                ticks(times, x::at),
                ticks(factors, y::at),
                new Guide(
                        Drawing.number(LEFT), Drawing.number(y.at(1)), Drawing.number(RIGHT), Drawing.number(y.at(1))),
                List.of(new Series("good", "", false, path.toString())));
    }

    boolean hasKey() {
        return series.size() > 1;
    }

    private static List<Tick> ticks(List<Double> values, DoubleUnaryOperator place) {
        return values.stream()
                .map(value -> new Tick(Drawing.number(place.applyAsDouble(value)), LoadChart.tick(value)))
                .toList();
    }

    /// 1, 2, 5, 10, … between the ends.
    private static List<Double> round(double low, double high) {
        List<Double> values = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
            for (double digit : new double[] {1, 2, 5}) {
                double value = digit * Math.pow(10, power);
                if (value >= low && value <= high && values.size() < MOST_LABELS) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    /// From a range of values to a range of places; what lies outside ends at the edge.
    private record Axis(double low, double high, double from, double to) {
        double at(double value) {
            double share = high > low ? Math.clamp((value - low) / (high - low), 0, 1) : 0.5;
            return from + (to - from) * share;
        }
    }
}
