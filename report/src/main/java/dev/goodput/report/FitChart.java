package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import dev.goodput.engine.fit.EngineFit;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;

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

    /// About how many on a linear axis.
    private static final int TICKS = 4;

    /// @param dots whether it is single points, not a line
    record Series(String shade, String name, boolean dots, String path) {}

    record Tick(String at, String text) {}

    record Guide(String x1, String y1, String x2, String y2) {}

    /// Measured time of each step against the predicted one, both axes logarithmic.
    static FitChart steps(EngineFit fit) {
        List<EngineFit.Step> steps = fit.steps();
        Distribution all = Distribution.of(
                steps.stream().flatMapToDouble(step -> DoubleStream.of(step.measuredMs(), step.predictedMs())));
        double low = all.quantile(2);
        // Steps that all take the same time still need an axis.
        double high = Math.max(all.quantile(999), 1.01 * low);
        Scale scale = Scale.logarithmic("", "", low, high);
        Axis x = new Axis(scale, LEFT, RIGHT);
        Axis y = new Axis(scale, BOTTOM, TOP);
        return new FitChart(
                "Steps, measured against fitted",
                "ms, fitted to the right, measured upwards",
                "Measured against fitted time of every step; on the line they agree.",
                x.ticks(),
                y.ticks(),
                new Guide(
                        Drawing.number(x.at(low)),
                        Drawing.number(y.at(low)),
                        Drawing.number(x.at(high)),
                        Drawing.number(y.at(high))),
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
                    .append(Drawing.number(x.at(step.predictedMs())))
                    .append(' ')
                    .append(Drawing.number(y.at(step.measuredMs())))
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
        Axis x = new Axis(Scale.linear("", "", 0, speed.size() * seconds), LEFT, RIGHT);
        Axis y = new Axis(Scale.linear("", "", low, high), BOTTOM, TOP);
        StringBuilder path = new StringBuilder();
        for (int w = 0; w < speed.size(); w++) {
            path.append(w == 0 ? 'M' : 'L')
                    .append(Drawing.number(x.at(w * seconds)))
                    .append(' ')
                    .append(Drawing.number(y.at(speed.get(w))))
                    .append('H')
                    .append(Drawing.number(x.at((w + 1) * seconds)));
        }
        return new FitChart(
                "The machine's speed over time",
                "time of a step over its mean, by seconds from the start; lower is faster",
                "How much longer than its mean a step took, second by second.",
                x.ticks(),
                y.ticks(),
                new Guide(
                        Drawing.number(LEFT), Drawing.number(y.at(1)), Drawing.number(RIGHT), Drawing.number(y.at(1))),
                List.of(new Series("good", "", false, path.toString())));
    }

    boolean hasKey() {
        return series.size() > 1;
    }

    /// A scale between two places.
    private record Axis(Scale scale, double from, double to) {
        double at(double value) {
            return from + (to - from) * scale.at(value);
        }

        List<Tick> ticks() {
            return scale.ticks(TICKS).stream()
                    .map(value -> new Tick(Drawing.number(at(value)), Scale.number(value)))
                    .toList();
        }
    }
}
