package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Goodput as inference-perf counts it: over successes alone, the window theirs, bounds from the settings or, where a
/// request brought its own for TTFT or TPOT, from the request.
record InferencePerfGoodput(List<InferencePerfRow> rows, InferencePerfConfig config) {
    private static final String ATTAINMENT = "_attainment_percentage";

    Recipe recipe(String name, UnaryOperator<DialectRun> part) {
        if (config.goodputBounds().isEmpty()
                && rows.stream().allMatch(row -> ownBounds(row).isEmpty())) {
            return Told.impossible("the bounds are in the settings, whose file is not there");
        }
        return new Recipe.Computed(seen -> {
            DialectRun successes = SubRun.of(part.apply(seen), RequestTrace::isCompleted);
            return name.endsWith(ATTAINMENT)
                    ? attainment(successes, name.substring(0, name.length() - ATTAINMENT.length()))
                    : number(successes, name);
        });
    }

    private Answer number(DialectRun successes, String name) {
        List<RequestTrace> all = successes.run().traces();
        List<RequestTrace> good = all.stream()
                .filter(trace -> isGood(successes, trace, bounds(trace)))
                .toList();
        return switch (name) {
            case "good_requests" -> new Answer.Value(good.size());
            case "total_requests" -> new Answer.Value(all.size());
            case "goodput_percentage" -> new Answer.Value(100.0 * good.size() / all.size());
            case "request_goodput" -> perSecond(successes, good.size());
            case "token_goodput" ->
                perSecond(
                        successes,
                        good.stream()
                                .mapToLong(trace -> tokens(successes, trace))
                                .sum());
            default -> new Answer.Refused("not known to this version of the importer");
        };
    }

    private long tokens(DialectRun successes, RequestTrace trace) {
        long prompt = Math.max(rows.get((int) trace.index()).promptTokens(), 0);
        return prompt + Reading.of(trace, successes.dialect()).outputTokens();
    }

    private static Answer perSecond(DialectRun successes, long count) {
        return switch (successes.answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(count * 1e9 / window.value());
            case Answer.Refused _ -> new Answer.Value(0);
        };
    }

    private Answer attainment(DialectRun successes, String bound) {
        Map<RequestTrace, Map<String, Double>> bounded = successes.run().traces().stream()
                .filter(trace -> bounds(trace).containsKey(bound))
                .collect(Collectors.toMap(
                        trace -> trace, trace -> Map.of(bound, bounds(trace).get(bound))));
        long kept = bounded.entrySet().stream()
                .filter(entry -> isGood(successes, entry.getKey(), entry.getValue()))
                .count();
        return bounded.isEmpty()
                ? new Answer.Refused("no request has such a bound")
                : new Answer.Value(100.0 * kept / bounded.size());
    }

    private static boolean isGood(DialectRun seen, RequestTrace trace, Map<String, Double> boundsS) {
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        boundsS.forEach((name, boundS) -> boundsNs.put(quantity(name), boundS * 1e9));
        Run alone = new Run(seen.run().manifest(), List.of(trace));
        return DialectGoodput.of(DialectRun.of(alone, seen.dialect()), boundsNs).good() == 1;
    }

    private static Quantity quantity(String bound) {
        return switch (bound) {
            case "ttft" -> Quantity.TTFT;
            case "tpot" -> Quantity.TPOT;
            case "itl" -> Quantity.ITL;
            case "ntpot" -> Quantity.NTPOT;
            default -> Quantity.E2E;
        };
    }

    private Map<String, Double> bounds(RequestTrace trace) {
        Map<String, Double> bounds = new HashMap<>(config.goodputBounds());
        bounds.keySet().retainAll(List.of("ttft", "tpot", "itl", "ntpot", "request_latency"));
        bounds.putAll(ownBounds(rows.get((int) trace.index())));
        return bounds;
    }

    private static Map<String, Double> ownBounds(InferencePerfRow row) {
        Map<String, Double> bounds = new HashMap<>();
        for (String name : List.of("ttft", "tpot")) {
            double boundS = row.fields().child("computed_metrics").number(name + "_slo_sec");
            if (!Double.isNaN(boundS)) {
                bounds.put(name, boundS);
            }
        }
        return bounds;
    }
}
