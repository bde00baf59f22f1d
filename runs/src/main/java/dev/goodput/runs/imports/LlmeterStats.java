package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// llmeter's `stats.json`: flat, times in seconds, `FIELD-average` and `FIELD-pNN`.
final class LlmeterStats {
    private static final String NO_ROWS = "responses.jsonl is not there, so no request is on record";
    private static final String NO_STARTS =
            "request_time has whole seconds, so the time it divides by cannot be rebuilt";

    /// What the user set, which measures nothing.
    private static final Set<String> SETTINGS = Set.of("clients", "n_requests", "run_duration");

    private static final Map<String, Quantity> FIELDS = Map.of(
            "time_to_first_token", Quantity.TTFT,
            "time_to_last_token", Quantity.E2E,
            "time_per_output_token", Quantity.TPOT,
            "num_tokens_output", Quantity.OUTPUT_TOKENS,
            "num_tokens_input", Quantity.INPUT_TOKENS);

    private LlmeterStats() {}

    /// @param prefix what to put before the names
    /// @param requests whether the single requests are there
    static List<ToldAggregate> of(Path file, String prefix, boolean requests) {
        List<ToldAggregate> told = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry :
                NodeReader.of(file, 0, ImportSource.json(file)).node().properties()) {
            String name = entry.getKey();
            if (!entry.getValue().isNumber() || SETTINGS.contains(name)) {
                continue;
            }
            int dash = name.lastIndexOf('-');
            Quantity quantity = dash < 0 ? null : FIELDS.get(name.substring(0, dash));
            double unit = quantity != null && quantity.isTime() ? ToldAggregate.S : ToldAggregate.PLAIN;
            Recipe recipe = quantity == null ? whole(name) : new Recipe.Of(quantity, statistic(file, name, dash));
            told.add(ToldAggregate.ofDouble(
                    prefix + name,
                    entry.getValue().doubleValue(),
                    unit,
                    requests ? recipe : new Recipe.Impossible(NO_ROWS)));
        }
        return told;
    }

    private static Statistic statistic(Path file, String name, int dash) {
        String statistic = name.substring(dash + 1);
        if (statistic.equals("average")) {
            return Statistic.mean();
        }
        try {
            if (statistic.startsWith("p")) {
                return Statistic.p(Double.parseDouble(statistic.substring(1)));
            }
        } catch (IllegalArgumentException e) {
            // Told below, like any other statistic that is not known.
        }
        throw new ImportException(file + ": '" + name + "' is a statistic that is not known");
    }

    private static Recipe whole(String name) {
        return switch (name) {
            case "total_requests" ->
                new Recipe.Computed(seen -> new Answer.Value(seen.run().traces().size()));
            case "failed_requests" -> new Recipe.Computed(seen -> new Answer.Value(errors(seen)));
            case "failed_requests_rate" ->
                new Recipe.Computed(seen -> new Answer.Value(
                        (double) errors(seen) / seen.run().traces().size()));
            case "total_output_tokens" -> new Recipe.Computed(seen -> sum(seen, Quantity.OUTPUT_TOKENS));
            case "total_input_tokens" -> new Recipe.Computed(seen -> sum(seen, Quantity.INPUT_TOKENS));
            case "total_test_time",
                    "requests_per_minute",
                    "average_input_tokens_per_minute",
                    "average_output_tokens_per_minute",
                    "output_tps" -> new Recipe.Impossible(NO_STARTS);
            default -> new Recipe.Impossible("how llmeter computes it is not known");
        };
    }

    /// An answer without a token is no error to llmeter.
    private static long errors(DialectRun seen) {
        return seen.run().traces().stream()
                .filter(trace ->
                        trace.outcome() instanceof Outcome.Failed failed && failed.category() != FailureCategory.EMPTY)
                .count();
    }

    private static Answer sum(DialectRun seen, Quantity quantity) {
        return new Answer.Value(seen.sample(quantity).sum());
    }
}
