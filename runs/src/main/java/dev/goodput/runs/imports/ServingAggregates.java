package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Collects every aggregate of a result document, each with the way to recompute it or the reason why there is none.
final class ServingAggregates {
    static final Recipe NO_RECORDS = new Recipe.Impossible("the file holds no records of requests, only their totals");
    private static final Recipe NO_INPUTS = new Recipe.Impossible("the file holds no prompt lengths of requests");
    private static final Recipe NO_OUTPUTS = new Recipe.Impossible("the file holds no output lengths of requests");
    private static final Recipe UNKNOWN =
            new Recipe.Impossible("this importer does not know how the tool came to the number");
    private static final int MAX_UNKNOWN = 10_000;

    private final ServingDocument document;
    private final List<ToldAggregate> all = new ArrayList<>();
    private int unknown;

    ServingAggregates(ServingDocument document) {
        this.document = document;
    }

    List<ToldAggregate> all() {
        return all;
    }

    /// A number of the document with its recipe; nothing where the tool wrote null.
    void add(String name, JsonNode node, double unit, Recipe recipe) {
        if (node.isNumber()) {
            all.add(ToldAggregate.ofDouble(name, node.doubleValue(), unit, recipe));
        } else if (!node.isNull() && !node.isMissingNode()) {
            throw new ImportException(document.where() + ": '" + name + "' is not a number: " + Snippet.of(node));
        }
    }

    /// The number at the top of the document under a key that all tools share.
    ///
    /// @return whether the key is one of those
    boolean addShared(String name, JsonNode node) {
        Recipe recipe = switch (name) {
            case "duration" -> new Recipe.Whole(RunQuantity.DURATION);
            case "completed" -> whole(RunQuantity.COMPLETED);
            case "failed" -> whole(RunQuantity.FAILED);
            case "request_throughput" -> whole(RunQuantity.REQUEST_RATE);
            case "total_input_tokens" -> ofInputs(new Recipe.Whole(RunQuantity.INPUT_TOKENS_TOTAL));
            case "total_output_tokens" -> ofOutputs(new Recipe.Whole(RunQuantity.OUTPUT_TOKENS_TOTAL));
            case "input_throughput" -> ofInputs(new Recipe.Computed(ServingAggregates::inputRate));
            case "output_throughput" -> ofOutputs(new Recipe.Whole(RunQuantity.OUTPUT_TOKEN_RATE));
            case "total_token_throughput", "total_throughput" ->
                // Embeddings have no output: their tools count the prompts alone.
                document.json().has("total_output_tokens")
                        ? ofInputs(ofOutputs(new Recipe.Whole(RunQuantity.TOTAL_TOKEN_RATE)))
                        : ofInputs(new Recipe.Computed(ServingAggregates::inputRate));
            default -> null;
        };
        if (recipe == null) {
            return false;
        }
        add(name, node, name.equals("duration") ? ToldAggregate.S : ToldAggregate.PLAIN, recipe);
        return true;
    }

    /// A statistic in milliseconds of one of the quantities.
    ///
    /// @param quantities by the tool's names
    /// @return whether the key is one of those
    boolean addStatistic(String name, JsonNode node, Map<String, Quantity> quantities) {
        ServingStatistics.Key key = ServingStatistics.key(name).orElse(null);
        Quantity quantity = key == null ? null : quantities.get(key.metric());
        if (key == null || quantity == null) {
            return false;
        }
        Recipe recipe = document.hasRows() ? ServingStatistics.of(quantity, key.statistic()) : NO_RECORDS;
        add(name, node, ToldAggregate.MS, recipe);
        return true;
    }

    /// Every number at or below a node that no rule claims: told, and refused by name.
    void addUnknown(String name, JsonNode node, Set<String> skipped) {
        addRefused(name, node, UNKNOWN, skipped);
    }

    /// Every number at or below a node, refused for one reason.
    void addRefused(String name, JsonNode node, Recipe reason, Set<String> skipped) {
        if (node.isNumber()) {
            if (++unknown > MAX_UNKNOWN) {
                throw new ImportException(document.where() + ": more than " + MAX_UNKNOWN
                        + " numbers that are no known aggregates; not a result file");
            }
            add(name, node, ToldAggregate.PLAIN, reason);
        } else if (node.isObject()) {
            node.properties().stream()
                    .filter(field -> !skipped.contains(field.getKey()))
                    .forEach(field -> addRefused(name + "." + field.getKey(), field.getValue(), reason, skipped));
        } else if (node.isArray()) {
            int i = 0;
            for (JsonNode entry : node) {
                addRefused(name + "[" + i++ + "]", entry, reason, skipped);
            }
        }
    }

    /// A recipe that needs records of requests.
    Recipe ofRows(Function<DialectRun, Answer> formula) {
        return document.hasRows() ? new Recipe.Computed(formula) : NO_RECORDS;
    }

    private Recipe whole(RunQuantity quantity) {
        return document.hasRows() ? new Recipe.Whole(quantity) : NO_RECORDS;
    }

    private Recipe ofInputs(Recipe recipe) {
        return !document.hasRows() ? NO_RECORDS : document.hasInputs() ? recipe : NO_INPUTS;
    }

    private Recipe ofOutputs(Recipe recipe) {
        return !document.hasRows() ? NO_RECORDS : document.hasOutputs() ? recipe : NO_OUTPUTS;
    }

    private static Answer inputRate(DialectRun seen) {
        return switch (seen.answer(RunQuantity.DURATION)) {
            case Answer.Value duration ->
                new Answer.Value(seen.answer(RunQuantity.INPUT_TOKENS_TOTAL).orNaN() * 1e9 / duration.value());
            case Answer.Refused refused -> refused;
        };
    }
}
