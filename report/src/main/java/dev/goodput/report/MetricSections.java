package dev.goodput.report;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.stat.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The parts of a report that need no SLO.
final class MetricSections {
    /// Stands behind a percentile that the sample is too small to support.
    static final String UNSUPPORTED = "*";

    private MetricSections() {}

    static List<Section> of(ReportInput input) {
        RunMetrics metrics = input.metrics();
        List<Section> sections = new ArrayList<>();
        sections.add(latency(metrics));
        sections.add(input.engineRequests().map(EngineSections::split).orElseGet(() -> split(metrics.ttftSplit())));
        sections.addAll(EngineSections.of(input));
        sections.add(byLength(metrics.e2eByLength()));
        sections.add(throughput(metrics));
        failures(input).ifPresent(sections::add);
        sections.add(trap(metrics));
        return sections;
    }

    private static Section latency(RunMetrics metrics) {
        Table.Builder table = Table.builder().text("metric").numbers("P50", "P90", "P99", "max", "count", "(mean)");
        List<LatencyRow> rows = LatencyRow.of(metrics);
        for (LatencyRow row : rows) {
            Distribution values = row.values();
            table.row(
                    row.label(),
                    percentile(values, 500),
                    percentile(values, 900),
                    percentile(values, 990),
                    Format.ms(values.max()),
                    Format.count(values.count()),
                    mean(values));
        }
        List<String> remarks = new ArrayList<>();
        remarks.add("Over completed requests; TTFT and E2E run from the intended start, the lines “from send” from the"
                + " moment the client turned to the request. ITL is the pool of all gaps between chunks.");
        unsupported(rows.stream().map(LatencyRow::values).toList()).ifPresent(remarks::add);
        return new Section("latency", "Latency, ms", table.build(), remarks);
    }

    private static Section split(RunMetrics.TtftSplit split) {
        Table.Builder table = Table.builder().text("part").numbers("P50", "P90", "P99", "max", "(mean)");
        for (Part part : parts(split)) {
            Distribution values = part.values();
            table.row(
                    part.label(),
                    percentile(values, 500),
                    percentile(values, 900),
                    percentile(values, 990),
                    Format.ms(values.max()),
                    mean(values));
        }
        return new Section(
                "split",
                "TTFT in parts, ms",
                table.build(),
                "The parts of one request add up to its TTFT; their percentiles do not.");
    }

    record Part(String id, String label, Distribution values) {}

    static List<Part> parts(RunMetrics.TtftSplit split) {
        return List.of(
                new Part("slot", "waiting for a slot", split.slot()),
                new Part("connect", "connect", split.connect()),
                new Part("send", "send", split.send()),
                new Part("head", "wait for head", split.head()),
                new Part("first_token", "head to first token", split.firstToken()));
    }

    private static Section byLength(List<RunMetrics.LengthBucket> buckets) {
        Table.Builder table = Table.builder().text("output length").numbers("P50", "P90", "P99", "max", "count");
        for (RunMetrics.LengthBucket bucket : buckets) {
            Distribution values = bucket.e2e();
            table.row(
                    bucket.label(),
                    percentile(values, 500),
                    percentile(values, 900),
                    percentile(values, 990),
                    Format.ms(values.max()),
                    Format.count(values.count()));
        }
        List<String> remarks = new ArrayList<>();
        unsupported(buckets.stream().map(RunMetrics.LengthBucket::e2e).toList()).ifPresent(remarks::add);
        return new Section("lengths", "E2E by output length, ms", table.build(), remarks);
    }

    private static Section throughput(RunMetrics metrics) {
        RunMetrics.Throughput throughput = metrics.throughput();
        RunMetrics.Counts counts = metrics.counts();
        Table table = Table.builder()
                .numbers("output tokens/s", "requests/s", "window", "tokens", "scheduled", "completed", "failed")
                .row(
                        Format.rate(throughput.outputTokensPerSecond()),
                        Format.rate(throughput.requestsPerSecond()),
                        Format.seconds(throughput.windowSeconds()),
                        Format.count(throughput.outputTokens()),
                        Format.count(counts.scheduled()),
                        Format.count(counts.completed()),
                        Format.count(counts.failed()))
                .build();
        return new Section(
                "throughput", "Throughput", table, "Throughput never decides: it says nothing about who waited.");
    }

    private static Optional<Section> failures(ReportInput input) {
        List<FailureGroup> groups = FailureGroup.of(input);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table = Table.builder()
                .text("category")
                .numbers("requests")
                .text("side")
                .code("for example");
        for (FailureGroup group : groups) {
            String status = group.httpStatus() > 0 ? "HTTP " + group.httpStatus() : "";
            String example = group.example().isEmpty() || status.isEmpty()
                    ? status + group.example()
                    : status + ": " + group.example();
            table.row(
                    group.category().words(),
                    Format.count(group.count()),
                    group.category().side().name().toLowerCase(java.util.Locale.ROOT),
                    example.isEmpty() ? Format.ABSENT : example);
        }
        return Optional.of(new Section("failures", "Failures", table.build()));
    }

    private static Section trap(RunMetrics metrics) {
        Table.Builder table =
                Table.builder().text("tool").code("calls it").numbers("(mean)", "P50", "P90", "P99", "count");
        table.row(trapRow("goodput", "TPOT", metrics.tpot()));
        for (RunMetrics.PerTokenByTool entry : metrics.toolTrap()) {
            table.row(trapRow(entry.dialect().tool(), entry.calls(), entry.perToken()));
        }
        return new Section(
                "trap",
                "The tool trap: time between tokens of this run, ms",
                table.build(),
                ToolTrap.explanation(metrics));
    }

    private static String[] trapRow(String tool, String name, Distribution values) {
        return new String[] {
            tool,
            name,
            Format.ms(values.mean()),
            percentile(values, 500),
            percentile(values, 900),
            percentile(values, 990),
            Format.count(values.count())
        };
    }

    static String mean(Distribution values) {
        return values.isEmpty() ? Format.ABSENT : "(" + Format.ms(values.mean()) + ")";
    }

    static String percentile(Distribution values, int perMille) {
        String shown = Format.ms(values.quantile(perMille));
        return values.isEmpty() || Quantiles.isSupported(values.count(), perMille) ? shown : shown + UNSUPPORTED;
    }

    private static Optional<String> unsupported(List<Distribution> shown) {
        boolean any =
                shown.stream().anyMatch(values -> !values.isEmpty() && !Quantiles.isSupported(values.count(), 990));
        return any
                ? Optional.of(UNSUPPORTED + " Too few requests to support this percentile at 95% confidence (P99 needs"
                        + " 299, P90 29, P50 5).")
                : Optional.empty();
    }
}
