package dev.goodput.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One value against another: lines and clouds of points.
///
/// @param rules straight lines that mean something, such as a limit
public record CurveFigure(
        String title, String caption, Scale x, Scale y, List<Series> series, List<Rule> rules, List<Legend> key)
        implements Figure {
    private static final double LEFT = 76;
    private static final double RIGHT = Drawing.WIDTH - 34.0;
    private static final double TOP = 26;
    private static final double BOTTOM = 300;
    private static final int ROWS = 15;
    private static final int GUTTER = 9;

    public CurveFigure {
        series = List.copyOf(series);
        rules = List.copyOf(rules);
        key = List.copyOf(key);
    }

    /// @param joined whether neighbours are joined by a line
    public record Series(Shade shade, boolean joined, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /// @param words shown when pointed at; a point of a line without words is not marked
    public record Point(double x, double y, String words) {}

    /// @param upright whether `at` is on the axis of x
    public record Rule(boolean upright, double at, String words) {}

    private double px(double value) {
        return LEFT + (RIGHT - LEFT) * x.at(value);
    }

    private double py(double value) {
        return BOTTOM - (BOTTOM - TOP) * y.at(value);
    }

    @Override
    public Drawing drawing() {
        Drawing.Builder draw = new Drawing.Builder();
        draw.words(0, 12, y.words(), "start", "axis");
        for (double tick : y.ticks(5)) {
            draw.line(LEFT, py(tick), RIGHT, py(tick), "grid");
            draw.words(LEFT - 8, py(tick) + 4.5, y.text(tick), "end", "tick");
        }
        for (double tick : x.ticks(9)) {
            draw.line(px(tick), BOTTOM, px(tick), BOTTOM + 5, "grid");
            draw.words(px(tick), BOTTOM + 21, x.text(tick), "middle", "tick");
        }
        draw.words(RIGHT, BOTTOM + 42, x.words(), "end", "axis");
        for (Rule rule : rules) {
            if (rule.upright()) {
                draw.line(px(rule.at()), TOP - 8, px(rule.at()), BOTTOM, "rule");
            } else {
                draw.line(LEFT, py(rule.at()), RIGHT, py(rule.at()), "rule");
            }
        }
        for (Series line : series) {
            if (line.joined()) {
                draw.path(
                        line.points().stream()
                                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", px(point.x()), py(point.y())))
                                .collect(Collectors.joining(" ")),
                        "line-" + line.shade().style());
            }
            for (Point point : line.points()) {
                if (!line.joined() || !point.words().isEmpty()) {
                    double radius = line.joined() ? 4.5 : 2.6;
                    draw.dot(
                            px(point.x()),
                            py(point.y()),
                            radius,
                            "point-" + line.shade().style(),
                            point.words());
                }
            }
        }
        ruleWords(draw);
        return draw.build((int) BOTTOM + 50);
    }

    /// Over everything else; those of upright lines beside each other at the foot, where lines are seldom.
    private void ruleWords(Drawing.Builder draw) {
        double foot = BOTTOM - 10;
        for (Rule rule : rules) {
            if (rule.upright()) {
                boolean isRight = x.at(rule.at()) > 0.8;
                draw.words(
                        px(rule.at()) + (isRight ? -6 : 6), foot, rule.words(), isRight ? "end" : "start", "rule-text");
                foot -= 20;
            } else {
                draw.words(RIGHT, py(rule.at()) - 6, rule.words(), "end", "rule-text");
            }
        }
    }

    @Override
    public List<String> lines(TerminalStyle style) {
        int columns = style.width() - GUTTER - 5;
        char[][] cells = new char[ROWS][columns];
        for (char[] row : cells) {
            Arrays.fill(row, ' ');
        }
        int foot = ROWS - 1;
        for (Rule rule : rules) {
            rule(cells, rule, foot, style);
            foot -= rule.upright() ? 1 : 0;
        }
        series.stream().filter(Series::joined).forEach(line -> join(cells, line, style));
        series.forEach(line -> line.points().stream()
                .filter(point -> !line.joined() || !point.words().isEmpty())
                .forEach(point -> cells[row(point.y())][column(point.x(), columns)] =
                        line.shade().point(style)));
        List<String> lines = new ArrayList<>();
        lines.add(y.words());
        String[] labels = new String[ROWS];
        Arrays.fill(labels, "");
        y.ticks(5).forEach(tick -> labels[row(tick)] = y.text(tick));
        char wall = style.blocks() ? '│' : '|';
        IntStream.range(0, ROWS)
                .forEach(i -> lines.add(String.format(Locale.ROOT, "%" + GUTTER + "s %s", labels[i], wall)
                        + new String(cells[i]).stripTrailing()));
        lines.add(" ".repeat(GUTTER + 1) + (style.blocks() ? "└" + "─".repeat(columns) : "+" + "-".repeat(columns)));
        TextGrid.Ruler ruler = new TextGrid.Ruler(columns);
        x.ticks(Math.max(2, columns / 10)).forEach(tick -> ruler.put(x.at(tick), x.text(tick)));
        lines.add(" ".repeat(GUTTER + 2) + ruler);
        lines.add(" ".repeat(GUTTER + 2)
                + " ".repeat(Math.max(0, columns - x.words().length()))
                + x.words());
        return lines;
    }

    private int row(double value) {
        return (int) Math.round((1 - y.at(value)) * (ROWS - 1));
    }

    private int column(double value, int columns) {
        return (int) Math.round(x.at(value) * (columns - 1));
    }

    private void rule(char[][] cells, Rule rule, int foot, TerminalStyle style) {
        int columns = cells[0].length;
        int at = rule.upright() ? column(rule.at(), columns) : row(rule.at());
        if (rule.upright()) {
            for (char[] row : cells) {
                row[at] = style.blocks() ? '┊' : ':';
            }
            words(cells[foot], at + 2, rule.words());
        } else {
            Arrays.fill(cells[at], style.blocks() ? '┄' : '-');
            words(cells[at], columns - rule.words().length() - 4, " " + rule.words() + " ");
        }
    }

    private static void words(char[] row, int from, String words) {
        if (from >= 0 && from + words.length() <= row.length) {
            words.getChars(0, words.length(), row, from);
        }
    }

    /// A line in every column between two of its points, without holes where it is steep.
    private void join(char[][] cells, Series line, TerminalStyle style) {
        int columns = cells[0].length;
        char mark = (isMarked(line) ? Shade.QUIET : line.shade()).point(style);
        for (int i = 1; i < line.points().size(); i++) {
            Point a = line.points().get(i - 1);
            Point b = line.points().get(i);
            int from = column(a.x(), columns);
            int to = column(b.x(), columns);
            int before = row(a.y());
            for (int c = from; c <= to; c++) {
                double share = to == from ? 1 : (double) (c - from) / (to - from);
                double at = y.at(a.y()) + (y.at(b.y()) - y.at(a.y())) * share;
                int row = (int) Math.round((1 - at) * (ROWS - 1));
                for (int r = Math.min(row, before); r <= Math.max(row, before); r++) {
                    cells[r][c] = mark;
                }
                before = row;
            }
        }
    }

    private static boolean isMarked(Series line) {
        return line.points().stream().anyMatch(point -> !point.words().isEmpty());
    }
}
