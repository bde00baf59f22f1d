package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The parts of a report on a policy, for every rendering.
final class PolicySections {
    private PolicySections() {}

    static List<Section> of(PolicyResult policy) {
        List<Section> sections = new ArrayList<>();
        sections.add(sweep(policy));
        sections.add(latencies(policy));
        Comparison comparison = policy.comparison();
        if (comparison != null) {
            sections.add(baseline(comparison));
        }
        return sections;
    }

    /// The level that decides, as a report of its own.
    static ReportInput peak(PolicyResult policy) {
        Comparison.Side side = policy.peak().side();
        return new ReportInput(side.run(), side.metrics(), List.of(side.result()));
    }

    /// What every figure of the policy rests on.
    static List<ManifestFacts> facts(PolicyResult policy) {
        return ManifestFacts.of(peak(policy));
    }

    static String load(Policy policy, int percent) {
        return policy.load() == null ? Format.ABSENT : policy.load().at(percent).words();
    }

    private static Section sweep(PolicyResult policy) {
        Table.Builder table = Table.builder()
                .text("of peak")
                .text("load")
                .text("verdict")
                .numbers("goodput", "at least", "at most", "requests", "good/s");
        for (PolicyResult.Level level : policy.levels()) {
            GoodputEstimate goodput = level.side().result().goodput();
            table.row(
                    level.percent() + "%",
                    load(policy.policy(), level.percent()),
                    verdict(level),
                    Format.percent(goodput.share()),
                    goodput.lowerText(),
                    goodput.upperText(),
                    Format.count(goodput.total()),
                    Format.rate(goodput.ratePerSecond()));
        }
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "100% is the expected peak and decides. The other levels are a sweep of fewer requests: they show where"
                        + " it goes, and only INVALID is told of their verdicts.");
        List<Integer> left = policy.policy().levels().stream()
                .filter(percent -> !policy.policy().distinctLevels().contains(percent))
                .toList();
        if (!left.isEmpty()) {
            remarks.add("Not measured, because it is the load of another level: "
                    + String.join(
                            ", ", left.stream().map(percent -> percent + "%").toList()) + ".");
        }
        return new Section("sweep", "Goodput against load", table.build(), remarks);
    }

    /// Throughput stands beside what it costs: it goes on rising where users already wait.
    private static Section latencies(PolicyResult policy) {
        Table.Builder table = Table.builder()
                .text("of peak")
                .numbers("TTFT P50, ms", "P99, ms", "TPOT P50, ms", "P99, ms", "E2E P50, ms", "P99, ms", "tokens/s");
        for (PolicyResult.Level level : policy.levels()) {
            RunMetrics metrics = level.side().metrics();
            table.row(
                    level.percent() + "%",
                    MetricSections.percentile(metrics.ttft(), 500),
                    MetricSections.percentile(metrics.ttft(), 990),
                    MetricSections.percentile(metrics.tpot(), 500),
                    MetricSections.percentile(metrics.tpot(), 990),
                    MetricSections.percentile(metrics.e2e(), 500),
                    MetricSections.percentile(metrics.e2e(), 990),
                    Format.rate(metrics.throughput().outputTokensPerSecond()));
        }
        return new Section("latency-sweep", "Latency against load", table.build());
    }

    private static String verdict(PolicyResult.Level level) {
        Verdict verdict = level.side().result().verdict();
        return level.percent() == Policy.PEAK || verdict == Verdict.INVALID ? verdict.name() : Format.ABSENT;
    }

    private static Section baseline(Comparison comparison) {
        Table.Builder table = Table.builder()
                .text("what")
                .text("outcome")
                .numbers("baseline", "now", "change", "at least", "at most", "margin");
        for (Comparison.Row row : comparison.rows()) {
            boolean isShare = row.unit().equals("share");
            table.row(
                    isShare ? row.name() : row.name() + " P50",
                    row.outcome().name().replace('_', ' '),
                    isShare ? Format.percent(row.baseline()) : Format.time(row.baseline()),
                    isShare ? Format.percent(row.candidate()) : Format.time(row.candidate()),
                    change(row.change(), isShare),
                    change(row.interval().lower(), isShare),
                    change(row.interval().upper(), isShare),
                    Format.percent(row.margin()));
        }
        List<String> remarks = new ArrayList<>();
        remarks.addAll(comparison.moved().stream().map(PlainText::clean).toList());
        remarks.addAll(comparison.unlike().stream().map(PlainText::clean).toList());
        remarks.add("Measured: " + measured(comparison.baseline().run().manifest()) + " against "
                + measured(comparison.candidate().run().manifest()) + ".");
        return new Section("baseline", "Against the baseline", table.build(), remarks);
    }

    private static String measured(Manifest manifest) {
        Manifest.Endpoint endpoint = manifest.endpoint();
        return PlainText.clean((endpoint == null ? "unknown model" : endpoint.model()) + " on "
                + (manifest.hardware() == null ? "unknown hardware" : manifest.hardware()) + ", " + manifest.startedAt()
                + ", " + manifest.tool());
    }

    private static String change(double change, boolean isShare) {
        if (!Double.isFinite(change)) {
            return Format.ABSENT;
        }
        return String.format(Locale.ROOT, "%+.2f%s", change * 100, isShare ? " points" : "%");
    }
}
