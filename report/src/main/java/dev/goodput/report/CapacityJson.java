package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.LoadLevel;
import dev.goodput.core.metric.RunMetrics;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `capacity.json`. Its shape is a contract, kept in `schema/goodput.capacity-1.schema.json`. Times are in
/// milliseconds; what does not exist is null.
final class CapacityJson {
    private static final String SCHEMA = "goodput.capacity/1";

    private CapacityJson() {}

    private record Document(
            String schema,
            String result,
            String subject,
            String tool,
            String slo,
            BigDecimal target,
            BigDecimal confidence,
            String unit,
            double resolution,
            @Nullable Double capacity,
            @Nullable Double shownToFail,
            @Nullable Double lastWithoutMiss,
            double mostGoodRequests,
            double highestThroughput,
            List<LevelJson> levels,
            List<String> notices) {}

    private record LevelJson(
            double load,
            String verdict,
            boolean confirmed,
            long good,
            long total,
            @Nullable Double share,
            @Nullable Double lower,
            @Nullable Double upper,
            double goodRequestsPerSecond,
            @Nullable Double requestsPerSecond,
            @Nullable Double outputTokensPerSecond,
            @Nullable Double ttftP50,
            @Nullable Double ttftP99,
            @Nullable Double tpotP99,
            @Nullable Double e2eP99,
            List<String> runs,
            List<String> doubts) {}

    static String render(CapacityInput input, String result) {
        LoadLevel first = input.curve().levels().getFirst();
        return Json.file(new Document(
                SCHEMA,
                result,
                Headline.subject(first.run().manifest()),
                PlainText.clean(first.run().manifest().tool()),
                input.slo().clauseText(),
                input.slo().target(),
                input.slo().confidence().value(),
                input.unit().id(),
                input.resolution(),
                input.curve().capacity().map(LoadLevel::load).orElse(null),
                input.curve().smallestFailed().map(LoadLevel::load).orElse(null),
                input.curve().lastWithoutMiss().map(LoadLevel::load).orElse(null),
                input.curve().knee().load(),
                input.curve().highestThroughput().load(),
                input.curve().levels().stream()
                        .map(level -> level(level, input.runs().getOrDefault(level.load(), List.of())))
                        .toList(),
                input.notices().stream().map(PlainText::clean).toList()));
    }

    private static LevelJson level(LoadLevel level, List<String> runs) {
        GoodputEstimate goodput = level.result().goodput();
        RunMetrics metrics = level.metrics();
        return new LevelJson(
                level.load(),
                level.verdict().name(),
                level.confirmed(),
                goodput.good(),
                goodput.total(),
                Json.number(goodput.share()),
                Json.number(goodput.lower()),
                Json.number(goodput.upper()),
                level.goodRate(),
                Json.number(level.throughput()),
                Json.number(metrics.throughput().outputTokensPerSecond()),
                Json.ms(metrics.ttft().p50()),
                Json.ms(metrics.ttft().p99()),
                Json.ms(metrics.tpot().p99()),
                Json.ms(metrics.e2e().p99()),
                runs,
                level.doubts().stream().map(PlainText::clean).toList());
    }
}
