package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// The curves of a sweep: figures against the setting, which stand in the order in which they were
/// given, equally far apart. Of two axes the second makes the lines.
final class SweepCharts {
    /// More lines cannot be told apart; the tables have them all.
    private static final int MOST_LINES = 6;

    private static final List<SweepMetric> OF_TWO_AXES = List.of(
            SweepMetric.TTFT_P99,
            SweepMetric.LONGEST_GAP_P99,
            SweepMetric.TPOT_P99,
            SweepMetric.E2E_P99,
            SweepMetric.OUTPUT_TOKENS_PER_SECOND,
            SweepMetric.GOODPUT);

    private final SweepInput input;

    private SweepCharts(SweepInput input) {
        this.input = input;
    }

    private record Series(String label, SweepMetric metric, List<SweepPoint> points) {}

    static List<LoadChart> of(SweepInput input) {
        return new SweepCharts(input)
                .charts().stream().filter(chart -> !chart.lines().isEmpty()).toList();
    }

    private List<LoadChart> charts() {
        if (input.axes().size() > 1) {
            return OF_TWO_AXES.stream().map(this::ofTwoAxes).toList();
        }
        return List.of(
                chart("TTFT", line("P50", SweepMetric.TTFT_P50), line("P99", SweepMetric.TTFT_P99)),
                chart(
                        "Gaps between chunks",
                        line("ITL P50", SweepMetric.ITL_P50),
                        line("ITL P99", SweepMetric.ITL_P99),
                        line("longest gap P99", SweepMetric.LONGEST_GAP_P99)),
                chart("TPOT", line("P50", SweepMetric.TPOT_P50), line("P99", SweepMetric.TPOT_P99)),
                chart("E2E P99", line("P99", SweepMetric.E2E_P99)),
                chart("Output", line("tokens/s", SweepMetric.OUTPUT_TOKENS_PER_SECOND)),
                chart("Goodput", line("share", SweepMetric.GOODPUT)));
    }

    private Series line(String label, SweepMetric metric) {
        return new Series(label, metric, input.points());
    }

    private LoadChart ofTwoAxes(SweepMetric metric) {
        SweepAxis second = input.axes().get(1);
        int lines = second.values().size();
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < Math.min(lines, MOST_LINES); i++) {
            List<SweepPoint> points = new ArrayList<>();
            for (int x = 0; x < input.axes().getFirst().values().size(); x++) {
                points.add(input.points().get(x * lines + i));
            }
            series.add(new Series(second.key() + "=" + second.values().get(i), metric, points));
        }
        return chart(metric.label(), series.toArray(Series[]::new));
    }

    /// Without lines where there is nothing to draw.
    private LoadChart chart(String title, Series... series) {
        SweepMetric metric = series[0].metric();
        double most = 0;
        for (Series one : series) {
            for (SweepPoint point : one.points()) {
                double value = drawn(one, point);
                most = Double.isFinite(value) ? Math.max(most, value) : most;
            }
        }
        boolean isGoodput = metric == SweepMetric.GOODPUT;
        double step = LoadChart.step(isGoodput ? 1 : most > 0 ? most : 1);
        double high = isGoodput ? 1 : step * Math.ceil((most > 0 ? most : 1) / step);
        List<LoadChart.Line> lines = new ArrayList<>();
        for (int i = 0; i < series.length; i++) {
            lines.addAll(line(series[i], "line-" + i, high));
        }
        List<LoadChart.Tick> ys = new ArrayList<>();
        for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
            ys.add(new LoadChart.Tick(
                    y(i * step, high), Scale.number(i * step * (isGoodput ? 100 : 1)) + (isGoodput ? "%" : "")));
        }
        String unit = metric.isTime() ? "ms" : isGoodput ? "share" : "tokens/s";
        String key = PlainText.clean(input.axes().getFirst().key());
        return new LoadChart(
                title,
                unit + ", by " + key,
                title + " against " + key + "; the tables below have every value.",
                xs(),
                ys,
                List.of(),
                isGoodput
                        ? input.slo()
                                .map(slo -> y(slo.target().doubleValue(), high))
                                .orElse("")
                        : "",
                List.of(),
                lines);
    }

    private List<LoadChart.Line> line(Series series, String shade, double high) {
        List<LoadChart.Point> points = new ArrayList<>();
        for (int i = 0; i < series.points().size(); i++) {
            SweepPoint point = series.points().get(i);
            double value = drawn(series, point);
            if (Double.isFinite(value)) {
                points.add(new LoadChart.Point(
                        LoadChart.number(x(i)),
                        y(value, high),
                        input.words(point) + ": " + series.metric().words(point.mean(series.metric()))));
            }
        }
        return points.isEmpty()
                ? List.of()
                : List.of(LoadChart.Line.through(PlainText.clean(series.label()), shade, points));
    }

    /// Times in milliseconds, all else as it is.
    private static double drawn(Series series, SweepPoint point) {
        double value = point.mean(series.metric());
        return series.metric().isTime() ? value / 1e6 : value;
    }

    private List<LoadChart.Tick> xs() {
        List<LoadChart.Tick> ticks = new ArrayList<>();
        double before = Double.NEGATIVE_INFINITY;
        List<String> values = input.axes().getFirst().values();
        for (int i = 0; i < values.size(); i++) {
            if (x(i) - before >= LoadChart.LEAST_APART) {
                ticks.add(new LoadChart.Tick(LoadChart.number(x(i)), PlainText.clean(values.get(i), 14)));
                before = x(i);
            }
        }
        return ticks;
    }

    private double x(int index) {
        int values = input.axes().getFirst().values().size();
        return values == 1
                ? (LoadChart.LEFT + LoadChart.RIGHT) / 2
                : LoadChart.LEFT + (LoadChart.RIGHT - LoadChart.LEFT) * index / (values - 1);
    }

    private static String y(double value, double high) {
        double share = Math.clamp(value / high, 0, 1);
        return LoadChart.number(LoadChart.BOTTOM - (LoadChart.BOTTOM - LoadChart.TOP) * share);
    }
}
