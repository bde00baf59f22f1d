package dev.goodput.report;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import java.util.List;

/// P50, P90 and P99 of several distributions on one common axis, drawn without a script.
///
/// @param axisEnd the value at the right end, with its unit
record Ranges(String label, List<Range> ranges, String axisEnd) {

    /// @param p50 place on the axis as a percentage of its width; so are `p90` and `p99`
    /// @param length from P50 to P99
    /// @param text the three values in words
    record Range(String label, String p50, String p90, String p99, String length, String text) {}

    private record Row(String label, Distribution values) {}

    static Ranges lengths(RunMetrics metrics) {
        return of(
                "E2E by output length, P50, P90 and P99",
                metrics.e2eByLength().stream()
                        .map(bucket -> new Row(bucket.label(), bucket.e2e()))
                        .toList());
    }

    static Ranges split(ReportInput input) {
        return of(
                "TTFT in parts, P50, P90 and P99",
                input
                        .engineRequests()
                        .map(EngineRequests::ttftParts)
                        .orElseGet(() -> MetricSections.parts(input.metrics().ttftSplit()))
                        .stream()
                        .map(part -> new Row(part.label(), part.values()))
                        .toList());
    }

    private static Ranges of(String label, List<Row> rows) {
        double end = rows.stream()
                .mapToDouble(row -> row.values().p99())
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        List<Range> ranges = rows.stream()
                .filter(row -> !row.values().isEmpty())
                .map(row -> range(row, end > 0 ? end : 1))
                .toList();
        return new Ranges(label, ranges, Format.time(end));
    }

    private static Range range(Row row, double end) {
        Distribution values = row.values();
        return new Range(
                row.label(),
                Bars.width(values.p50() / end),
                Bars.width(values.p90() / end),
                Bars.width(values.p99() / end),
                Bars.width((values.p99() - values.p50()) / end),
                Format.ms(values.p50()) + " · " + Format.ms(values.p90()) + " · " + Format.ms(values.p99()) + " ms");
    }
}
