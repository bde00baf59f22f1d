package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Shapes of a picture in a box of [#WIDTH] by `height`, drawn without a script. `style` is a class of
/// the style sheet.
record Drawing(int height, List<Shape> shapes) {
    static final int WIDTH = 960;

    Drawing {
        shapes = List.copyOf(shapes);
    }

    sealed interface Shape {}

    /// @param title shown when pointed at; may be empty
    record Box(String x, String y, String width, String height, String style, String title) implements Shape {}

    record Line(String x1, String y1, String x2, String y2, String style) implements Shape {}

    record Path(String points, String style) implements Shape {}

    record Dot(String x, String y, String radius, String style, String title) implements Shape {}

    /// @param anchor start, middle or end
    record Words(String x, String y, String text, String anchor, String style) implements Shape {}

    static final class Builder {
        private final List<Shape> shapes = new ArrayList<>();

        void box(double x, double y, double width, double height, String style, String title) {
            shapes.add(new Box(number(x), number(y), number(Math.max(width, 0.5)), number(height), style, title));
        }

        void line(double x1, double y1, double x2, double y2, String style) {
            shapes.add(new Line(number(x1), number(y1), number(x2), number(y2), style));
        }

        void path(String points, String style) {
            shapes.add(new Path(points, style));
        }

        void dot(double x, double y, double radius, String style, String title) {
            shapes.add(new Dot(number(x), number(y), number(radius), style, title));
        }

        void words(double x, double y, String text, String anchor, String style) {
            shapes.add(new Words(number(x), number(y), text, anchor, style));
        }

        Drawing build(int height) {
            return new Drawing(height, shapes);
        }
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
