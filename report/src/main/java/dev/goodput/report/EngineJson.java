package dev.goodput.report;

import dev.goodput.core.trace.Manifest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of `summary.json` that only a modelled engine can fill.
///
/// @param steps null where its steps were not kept
/// @param requests null where no request completed
record EngineJson(
        @Nullable String name,
        @Nullable Integer tokenBudget,
        @Nullable Integer maxSequences,
        Map<String, String> facts,
        @Nullable Steps steps,
        @Nullable Requests requests) {

    /// @param preemptions of all requests, those that did not complete included
    record Steps(
            long count,
            int replicas,
            double shareWithPrefill,
            double timeShareWithPrefill,
            SpreadJson decodeOnly,
            SpreadJson withPrefill,
            SpreadJson decodes,
            SpreadJson tokens,
            SpreadJson waiting,
            SpreadJson kvUse,
            long preemptions) {}

    record SpreadJson(
            String unit,
            long count,
            @Nullable Double mean,
            @Nullable Double p50,
            @Nullable Double p90,
            @Nullable Double p99,
            @Nullable Double max) {

        static SpreadJson of(String unit, Samples.Spread spread, double perUnit) {
            return new SpreadJson(
                    unit,
                    spread.count(),
                    Json.number(spread.mean() / perUnit),
                    Json.number(spread.p50() / perUnit),
                    Json.number(spread.p90() / perUnit),
                    Json.number(spread.p99() / perUnit),
                    Json.number(spread.max() / perUnit));
        }
    }

    record Requests(
            Map<String, MetricJson> ttftParts,
            MetricJson decode,
            double queueShareOfTtft,
            long preemptedRequests,
            @Nullable Double cachedPromptShare) {}

    /// Null where no engine was modelled.
    static @Nullable EngineJson of(ReportInput input) {
        Manifest.Engine engine = input.run().manifest().engine();
        EngineSteps steps = input.steps();
        Requests requests = input.engineRequests().map(EngineJson::requests).orElse(null);
        if (engine == null && steps == null && requests == null) {
            return null;
        }
        return new EngineJson(
                engine == null ? null : engine.name(),
                engine == null ? null : (Integer) engine.tokenBudget(),
                engine == null ? null : (Integer) engine.maxSequences(),
                engine == null ? Map.of() : engine.facts(),
                steps == null ? null : steps(steps),
                requests);
    }

    private static Steps steps(EngineSteps steps) {
        return new Steps(
                steps.count(),
                steps.replicas(),
                steps.shareWithPrefill(),
                steps.timeShareWithPrefill(),
                SpreadJson.of("ms", steps.decodeNs(), 1e6),
                SpreadJson.of("ms", steps.mixedNs(), 1e6),
                SpreadJson.of("requests", steps.decodes(), 1),
                SpreadJson.of("tokens", steps.tokens(), 1),
                SpreadJson.of("requests", steps.waiting(), 1),
                SpreadJson.of("share", steps.kvShare(), 1),
                steps.preemptions());
    }

    private static Requests requests(EngineRequests requests) {
        Map<String, MetricJson> parts = new LinkedHashMap<>();
        requests.ttftParts().forEach(part -> parts.put(part.id(), MetricJson.of(part.values())));
        return new Requests(
                parts,
                MetricJson.of(requests.values(EngineRequests.Parts::decodeNs)),
                requests.queueShareOfTtft(),
                requests.preemptedRequests(),
                Json.number(requests.cachedShare()));
    }
}
