package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Manifest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `policy.json`: the verdict by a policy for scripts. Its shape is a contract, kept in
/// `schema/goodput.policy-verdict-1.schema.json`. Times are in milliseconds; what does not exist is null.
public final class PolicyJson {
    static final String SCHEMA = "goodput.policy-verdict/1";

    private PolicyJson() {}

    private record Document(
            String schema,
            String verdict,
            List<String> reasons,
            String tool,
            @Nullable String model,
            @Nullable String endpoint,
            @Nullable String hardware,
            String workload,
            String slo,
            BigDecimal target,
            BigDecimal confidence,
            List<LevelJson> levels,
            @Nullable HeadroomJson headroom,
            @Nullable BaselineJson baseline) {}

    private record LevelJson(
            int percent,
            String load,
            String verdict,
            String startedAt,
            long good,
            long requests,
            @Nullable Double share,
            double atLeast,
            double atMost,
            double designEffect,
            @Nullable Double goodPerSecond,
            double outputTokensPerSecond,
            MetricJson ttft,
            MetricJson tpot,
            MetricJson e2e,
            List<String> reasons) {}

    private record HeadroomJson(
            double shareAtPeak,
            double shareBeyond,
            double fallAtLeast,
            double fallAtMost,
            BigDecimal limit,
            boolean ok,
            String reason) {}

    private record BaselineJson(
            String outcome,
            List<RowJson> rows,
            List<String> moved,
            List<String> unlike,
            String startedAt,
            String tool) {}

    private record RowJson(
            String name,
            String unit,
            @Nullable Double baseline,
            @Nullable Double candidate,
            @Nullable Double change,
            @Nullable Double changeAtLeast,
            @Nullable Double changeAtMost,
            BigDecimal margin,
            String outcome) {}

    public static String render(PolicyResult policy) {
        Manifest manifest = policy.peak().side().run().manifest();
        Manifest.Endpoint endpoint = manifest.endpoint();
        GateResult peak = policy.peak().side().result();
        return Json.file(new Document(
                SCHEMA,
                policy.verdict().name(),
                policy.reasons(),
                manifest.tool(),
                endpoint == null ? null : endpoint.model(),
                endpoint == null ? null : endpoint.url(),
                manifest.hardware(),
                manifest.workload().description(),
                Stream.concat(peak.slo().constraints().stream(), peak.slo().objectives().stream())
                        .map(Object::toString)
                        .collect(Collectors.joining(", ", peak.slo().name() + ": ", "")),
                peak.slo().target(),
                peak.slo().confidence().value(),
                policy.levels().stream().map(level -> level(policy, level)).toList(),
                headroom(policy.headroom()),
                baseline(policy.comparison())));
    }

    private static LevelJson level(PolicyResult policy, PolicyResult.Level level) {
        GateResult result = level.side().result();
        RunMetrics metrics = level.side().metrics();
        return new LevelJson(
                level.percent(),
                PolicySections.load(policy.policy(), level.percent()),
                result.verdict().name(),
                level.side().run().manifest().startedAt().toString(),
                result.goodput().good(),
                result.goodput().total(),
                Json.number(result.goodput().share()),
                result.goodput().lower(),
                result.goodput().upper(),
                result.goodput().designEffect(),
                Json.number(result.goodput().ratePerSecond()),
                metrics.throughput().outputTokensPerSecond(),
                MetricJson.of(metrics.ttft()),
                MetricJson.of(metrics.tpot()),
                MetricJson.of(metrics.e2e()),
                result.reasons());
    }

    private static @Nullable HeadroomJson headroom(@Nullable Headroom headroom) {
        return headroom == null
                ? null
                : new HeadroomJson(
                        headroom.atPeak(),
                        headroom.beyond(),
                        headroom.bounds().lower(),
                        headroom.bounds().upper(),
                        headroom.limit(),
                        headroom.ok(),
                        headroom.reason());
    }

    private static @Nullable BaselineJson baseline(@Nullable Comparison comparison) {
        return comparison == null
                ? null
                : new BaselineJson(
                        comparison.outcome().name().toLowerCase(Locale.ROOT),
                        comparison.rows().stream().map(PolicyJson::row).toList(),
                        comparison.moved(),
                        comparison.unlike(),
                        comparison.baseline().run().manifest().startedAt().toString(),
                        comparison.baseline().run().manifest().tool());
    }

    private static RowJson row(Comparison.Row row) {
        boolean isTime = row.unit().equals("ns");
        return new RowJson(
                row.name(),
                isTime ? "ms" : row.unit(),
                isTime ? Json.ms(row.baseline()) : Json.number(row.baseline()),
                isTime ? Json.ms(row.candidate()) : Json.number(row.candidate()),
                Json.number(row.change()),
                Json.number(row.interval().lower()),
                Json.number(row.interval().upper()),
                row.margin(),
                row.outcome().name().toLowerCase(Locale.ROOT));
    }
}
