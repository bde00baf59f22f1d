package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.trace.Manifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `sweep.json`. Its shape is a contract, kept in `schema/goodput.sweep-1.schema.json`. Times are in
/// milliseconds; what does not exist is null.
final class SweepJson {
    private static final String SCHEMA = "goodput.sweep/1";

    private SweepJson() {}

    private record Document(
            String schema,
            String tool,
            List<String> command,
            @Nullable String engine,
            String workload,
            @Nullable String slo,
            List<AxisJson> axes,
            List<String> findings,
            List<PointJson> points) {}

    private record AxisJson(String key, List<String> values) {}

    private record PointJson(
            Map<String, String> settings,
            @Nullable String verdict,
            Map<String, ValueJson> metrics,
            List<RunJson> runs) {}

    private record ValueJson(
            @Nullable Double mean, @Nullable Double standardDeviation) {}

    private record RunJson(
            long seed,
            long scheduled,
            long completed,
            @Nullable String verdict,
            @Nullable GoodputJson goodput,
            Map<String, @Nullable Double> metrics) {}

    private record GoodputJson(
            long good,
            long total,
            @Nullable Double lower,
            @Nullable Double upper) {}

    static String render(SweepInput input, List<String> findings) {
        Manifest manifest = input.manifest();
        Manifest.Engine engine = manifest.engine();
        return Json.file(new Document(
                SCHEMA,
                PlainText.clean(manifest.tool()),
                manifest.command(),
                engine == null ? null : PlainText.clean(engine.name()),
                PlainText.clean(manifest.workload().description()),
                input.slo().map(slo -> slo.clauseText()).orElse(null),
                input.axes().stream()
                        .map(axis -> new AxisJson(axis.key(), axis.values()))
                        .toList(),
                findings,
                input.points().stream().map(point -> point(input, point)).toList()));
    }

    private static PointJson point(SweepInput input, SweepPoint point) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 0; i < input.axes().size(); i++) {
            settings.put(input.axes().get(i).key(), point.values().get(i));
        }
        Map<String, ValueJson> metrics = new LinkedHashMap<>();
        for (SweepMetric metric : SweepMetric.values()) {
            metrics.put(metric.id(), new ValueJson(metric.json(point.mean(metric)), metric.json(point.spread(metric))));
        }
        return new PointJson(
                settings,
                point.verdict().map(Enum::name).orElse(null),
                metrics,
                point.runs().stream().map(SweepJson::run).toList());
    }

    private static RunJson run(SweepPoint.Outcome run) {
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        for (SweepMetric metric : SweepMetric.values()) {
            metrics.put(metric.id(), metric.json(run.value(metric)));
        }
        GoodputEstimate goodput = run.goodput();
        return new RunJson(
                run.seed(),
                run.counts().scheduled(),
                run.counts().completed(),
                run.verdict() == null ? null : run.verdict().name(),
                goodput == null
                        ? null
                        : new GoodputJson(
                                goodput.good(),
                                goodput.total(),
                                Json.number(goodput.lower()),
                                Json.number(goodput.upper())),
                metrics);
    }
}
