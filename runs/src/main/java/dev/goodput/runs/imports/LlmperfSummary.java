package dev.goodput.runs.imports;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The aggregates of LLMPerf's summary: one flat object of `results_<metric>_<statistic>`.
final class LlmperfSummary {
    private static final String RESULTS = "results_";
    private static final Pattern STATISTIC = Pattern.compile("(.+)_(?:quantiles_p([0-9]{1,2})|(mean|min|max|stddev))");
    private static final Pattern CODE = Pattern.compile("'?([^',:{}]+)'?: *([0-9]{1,9})");

    private LlmperfSummary() {}

    static List<ToldAggregate> aggregates(JsonFields summary, LlmperfRows rows) {
        List<ToldAggregate> aggregates = new ArrayList<>();
        for (Map.Entry<String, JsonFields> field : summary.entries()) {
            String name = field.getKey();
            if (!name.startsWith(RESULTS)) {
                continue;
            }
            if (name.equals("results_error_code_frequency")) {
                addCodes(aggregates, name, summary.textOr(name, ""), rows);
                continue;
            }
            JsonNode value = field.getValue().node();
            if (!value.isNumber() && !value.isString()) {
                continue;
            }
            double told = number(field.getValue());
            String metric = name.substring(RESULTS.length());
            aggregates.add(ToldAggregate.ofDouble(name, told, unit(metric), recipe(metric, rows)));
        }
        return aggregates;
    }

    /// Least and most of whole numbers are written as text.
    private static double number(JsonFields field) {
        if (field.node().isString()) {
            try {
                return Double.parseDouble(field.node().stringValue());
            } catch (NumberFormatException e) {
                throw new ImportException(field.file() + ": '" + field.where() + "' is not a number", e);
            }
        }
        return field.number();
    }

    private static void addCodes(List<ToldAggregate> aggregates, String name, String dictionary, LlmperfRows rows) {
        Matcher codes = CODE.matcher(dictionary);
        while (codes.find()) {
            String code = codes.group(1).strip();
            long ours = IntStream.of(rows.errorCode())
                    .filter(status -> code.equals(String.valueOf(status)) || code.equals(status + ".0"))
                    .count();
            aggregates.add(ToldAggregate.ofDouble(
                    name + "." + code, Double.parseDouble(codes.group(2)), ToldAggregate.PLAIN, Told.value(ours)));
        }
    }

    private static double unit(String metric) {
        return metric.startsWith("ttft_s") || metric.startsWith("end_to_end_latency_s")
                ? ToldAggregate.S
                : ToldAggregate.PLAIN;
    }

    private static Recipe recipe(String metric, LlmperfRows rows) {
        long errors = rows.size() - rows.completed();
        return switch (metric) {
            case "num_requests_started" -> Told.value(rows.size());
            case "number_errors" -> Told.value(errors);
            case "error_rate" -> Told.value(rows.size() == 0 ? 0 : (double) errors / rows.size());
            case "num_completed_requests" -> new Recipe.Whole(RunQuantity.COMPLETED);
            case "mean_output_throughput_token_per_s" -> new Recipe.Whole(RunQuantity.OUTPUT_TOKEN_RATE);
            case "num_completed_requests_per_min" ->
                Told.impossible("the files do not hold the run's duration; ours was worked back from this number");
            default -> {
                Matcher named = STATISTIC.matcher(metric);
                yield named.matches()
                        ? recipe(named.group(1), statistic(named), rows)
                        : Told.impossible("not known to this version of the importer");
            }
        };
    }

    private static Statistic statistic(Matcher named) {
        @Nullable String percent = named.group(2);
        if (percent != null) {
            return Statistic.p(Integer.parseInt(percent));
        }
        return switch (named.group(3)) {
            case "mean" -> Statistic.Simple.MEAN;
            case "min" -> Statistic.Simple.MIN;
            case "max" -> Statistic.Simple.MAX;
            default -> Statistic.Simple.STD;
        };
    }

    private static Recipe recipe(String metric, Statistic statistic, LlmperfRows rows) {
        return switch (metric) {
            case "ttft_s" -> Told.of(Quantity.TTFT, statistic);
            case "end_to_end_latency_s" -> Told.of(Quantity.E2E, statistic);
            case "request_output_throughput_token_per_s" -> Told.of(Quantity.SPEED_WITH_TTFT, statistic);
            case "number_output_tokens" -> Told.of(Quantity.OUTPUT_TOKENS, statistic);
            case "number_input_tokens" -> Told.of(Quantity.INPUT_TOKENS, statistic);
            // The quotient itself is in the rows, what it was made of is not.
            case "inter_token_latency_s" ->
                Told.statistic(rows.ofCompleted(rows.itlS()), statistic, "inter-token latency");
            default -> Told.impossible("not known to this version of the importer");
        };
    }
}
