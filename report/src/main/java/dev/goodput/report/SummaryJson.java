package dev.goodput.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.TokenSource;
import dev.goodput.core.trace.Manifest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `summary.json`: the metrics of a run for scripts. Its shape is a contract, kept in
/// `schema/goodput.summary-1.schema.json`. Times are in milliseconds; what does not exist is null.
public final class SummaryJson {
    static final String SCHEMA = "goodput.summary/1";

    private SummaryJson() {}

    private record Document(
            String schema,
            String dialect,
            RunJson run,
            Requests requests,
            Map<String, MetricJson> metrics,
            Map<String, Definition> definitions,
            List<LengthJson> e2eByOutputLength,
            Map<String, MetricJson> ttftSplit,
            Throughput throughput,
            List<Failure> failures,
            Map<String, Long> tokenSources,
            List<Trap> toolTrap,
            List<String> notices,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            EngineJson engine) {}

    private record RunJson(
            String tool,
            String origin,
            String status,
            String startedAt,
            @Nullable String endpoint,
            @Nullable String model,
            @Nullable String hardware) {}

    private record Requests(long scheduled, long completed, long failed) {}

    private record Definition(String dialect, String words) {}

    private record LengthJson(String label, @Nullable Integer maxTokens, MetricJson e2e) {}

    private record Throughput(
            double windowSeconds, long outputTokens, double outputTokensPerSecond, double requestsPerSecond) {}

    private record Failure(
            String category,
            String side,
            long count,
            String words,
            @Nullable Integer httpStatus,
            @Nullable String example) {}

    private record Trap(String dialect, String tool, String name, MetricJson perToken) {}

    public static String render(ReportInput input) {
        RunMetrics metrics = input.metrics();
        RunMetrics.Counts counts = metrics.counts();
        RunMetrics.Throughput throughput = metrics.throughput();
        return Json.file(new Document(
                SCHEMA,
                Dialect.GOODPUT.id(),
                run(input.run().manifest()),
                new Requests(counts.scheduled(), counts.completed(), counts.failed()),
                metrics(metrics),
                definitions(metrics),
                metrics.e2eByLength().stream().map(SummaryJson::length).toList(),
                split(metrics.ttftSplit()),
                new Throughput(
                        throughput.windowSeconds(),
                        throughput.outputTokens(),
                        throughput.outputTokensPerSecond(),
                        throughput.requestsPerSecond()),
                FailureGroup.of(input).stream().map(SummaryJson::failure).toList(),
                tokenSources(metrics),
                metrics.toolTrap().stream().map(SummaryJson::trap).toList(),
                Notices.of(input),
                EngineJson.of(input)));
    }

    private static RunJson run(Manifest manifest) {
        Manifest.Endpoint endpoint = manifest.endpoint();
        return new RunJson(
                manifest.tool(),
                manifest.origin().name().toLowerCase(Locale.ROOT),
                manifest.status().name().toLowerCase(Locale.ROOT),
                manifest.startedAt().toString(),
                endpoint == null ? null : endpoint.url(),
                endpoint == null ? null : endpoint.model(),
                manifest.hardware());
    }

    private static Map<String, MetricJson> metrics(RunMetrics metrics) {
        Map<String, MetricJson> json = new LinkedHashMap<>();
        LatencyRow.of(metrics).forEach(row -> json.put(row.id(), MetricJson.of(row.values())));
        return json;
    }

    private static Map<String, Definition> definitions(RunMetrics metrics) {
        Map<String, Definition> json = new LinkedHashMap<>();
        LatencyRow.of(metrics)
                .forEach(row -> json.put(row.id(), new Definition(row.dialect().id(), row.definition())));
        return json;
    }

    private static LengthJson length(RunMetrics.LengthBucket bucket) {
        return new LengthJson(
                bucket.label(),
                bucket.maxTokens() == Integer.MAX_VALUE ? null : (Integer) bucket.maxTokens(),
                MetricJson.of(bucket.e2e()));
    }

    private static Map<String, MetricJson> split(RunMetrics.TtftSplit split) {
        Map<String, MetricJson> json = new LinkedHashMap<>();
        MetricSections.parts(split).forEach(part -> json.put(part.id(), MetricJson.of(part.values())));
        return json;
    }

    private static Failure failure(FailureGroup group) {
        return new Failure(
                group.category().name().toLowerCase(Locale.ROOT),
                group.category().side().name().toLowerCase(Locale.ROOT),
                group.count(),
                group.category().words(),
                group.httpStatus() == 0 ? null : (Integer) group.httpStatus(),
                group.example().isEmpty() ? null : group.example());
    }

    private static Map<String, Long> tokenSources(RunMetrics metrics) {
        Map<String, Long> json = new LinkedHashMap<>();
        Arrays.stream(TokenSource.values())
                .forEach(source -> json.put(
                        source.name().toLowerCase(Locale.ROOT),
                        metrics.tokenSources().getOrDefault(source, 0L)));
        return json;
    }

    private static Trap trap(RunMetrics.PerTokenByTool entry) {
        return new Trap(entry.dialect().id(), entry.dialect().tool(), entry.calls(), MetricJson.of(entry.perToken()));
    }
}
