package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/// AIPerf's goodput: bounds on any metrics of a record, all of which must hold.
final class AiperfGoodput {
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;

    private static final Map<String, Quantity> BOUNDED_TIMES = Map.of(
            "time_to_first_token", Quantity.TTFT,
            "time_to_second_token", Quantity.TTST,
            "inter_token_latency", Quantity.ITL,
            "request_latency", Quantity.E2E);

    /// Metrics of which more is better: their bound is from below.
    private static final Set<String> LARGER_IS_BETTER = Set.of(
            "output_token_throughput_per_user",
            "e2e_output_token_throughput",
            "prefill_throughput_per_user",
            "output_sequence_length",
            "input_sequence_length",
            "output_token_count",
            "reasoning_token_count",
            "rtfx");

    private final MetricColumns columns;
    private final int rows;
    private final Map<String, Double> objectives;

    /// @param objectives bounds by metric, in the units of the file
    AiperfGoodput(MetricColumns columns, int rows, Map<String, Double> objectives) {
        this.columns = columns;
        this.rows = rows;
        this.objectives = objectives;
    }

    /// @param metric `good_request_count`, `good_request_fraction` or `goodput`
    Recipe recipe(String metric) {
        if (objectives.isEmpty() && !columns.has("good_request_count")) {
            return new Recipe.Impossible("the file does not say which objectives the requests were judged by");
        }
        return new Recipe.Computed(seen -> switch (metric) {
            case "goodput" -> rate(seen);
            case "good_request_fraction" -> share(seen);
            default -> new Answer.Value(good(seen));
        });
    }

    private Answer rate(DialectRun seen) {
        return switch (seen.answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(good(seen) * NS_PER_S / window.value());
            case Answer.Refused refused -> refused;
        };
    }

    private Answer share(DialectRun seen) {
        double attempted = seen.answer(RunQuantity.COMPLETED).orNaN()
                + seen.answer(RunQuantity.FAILED).orNaN();
        return new Answer.Value(attempted == 0 ? 0 : good(seen) / attempted);
    }

    private double good(DialectRun seen) {
        if (objectives.isEmpty()) {
            return columns.sum("good_request_count");
        }
        if (BOUNDED_TIMES.keySet().containsAll(objectives.keySet())) {
            Map<Quantity, Double> boundsNs = new LinkedHashMap<>();
            objectives.forEach(
                    (metric, ms) -> boundsNs.put(Objects.requireNonNull(BOUNDED_TIMES.get(metric)), ms * NS_PER_MS));
            return DialectGoodput.of(seen, boundsNs).good();
        }
        return IntStream.range(0, rows).filter(this::isGood).count();
    }

    private boolean isGood(int row) {
        return objectives.entrySet().stream().allMatch(objective -> {
            double value = columns.at(row, objective.getKey());
            return LARGER_IS_BETTER.contains(objective.getKey())
                    ? value >= objective.getValue()
                    : value <= objective.getValue();
        });
    }
}
