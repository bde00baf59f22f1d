package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.gate.PolicyResult;
import java.util.List;
import java.util.Locale;

/// Goodput against load, drawn without a script: a point a level with its bounds, the target as a line. All places are
/// in a box of 640 by 240 units.
///
/// @param path through the points, as the `points` of a polyline
/// @param words the picture for who does not see it
record PolicyCurve(List<Point> points, String path, String targetY, String target, String words) {
    private static final int LEFT = 52;
    private static final int RIGHT = 600;
    private static final int TOP = 16;
    private static final int BOTTOM = 200;

    /// @param low where the bounds end below, and `high` above
    record Point(String x, String y, String low, String high, String label, String share, boolean isPeak) {}

    static PolicyCurve of(PolicyResult policy) {
        int most = policy.levels().stream()
                .mapToInt(PolicyResult.Level::percent)
                .max()
                .orElse(100);
        List<Point> points =
                policy.levels().stream().map(level -> point(level, most)).toList();
        double target = policy.peak().side().result().goodput().target().doubleValue();
        return new PolicyCurve(
                points,
                String.join(
                        " ",
                        points.stream()
                                .map(point -> point.x() + "," + point.y())
                                .toList()),
                y(target),
                Format.percent(policy.peak().side().result().goodput().target()),
                "Goodput by load: "
                        + String.join(
                                ", ",
                                points.stream()
                                        .map(point -> point.share() + " at " + point.label())
                                        .toList()));
    }

    private static Point point(PolicyResult.Level level, int most) {
        GoodputEstimate goodput = level.side().result().goodput();
        return new Point(
                number(LEFT + (RIGHT - LEFT) * (double) level.percent() / most),
                y(goodput.total() == 0 ? 0 : goodput.share()),
                y(goodput.lower()),
                y(goodput.upper()),
                level.percent() + "%",
                Format.percent(goodput.share()),
                level.percent() == Policy.PEAK);
    }

    /// From 0 % at the bottom to 100 % at the top: an axis that is cut would make a small fall look like a large one.
    private static String y(double share) {
        return number(BOTTOM - (BOTTOM - TOP) * Math.clamp(share, 0, 1));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
