package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The aggregates of SGLang's lines.
final class SglangAggregates {
    private static final Map<String, Quantity> QUANTITIES =
            Map.of("ttft", Quantity.TTFT, "tpot", Quantity.TPOT, "itl", Quantity.ITL, "e2e_latency", Quantity.E2E);

    private static final Set<String> INPUT_KEYS =
            Set.of("total_input_tokens", "total_input_text_tokens", "input_throughput", "total_throughput");

    /// Keys that say what was asked for, or hold the records.
    private static final Set<String> NOT_AGGREGATES = Set.of(
            "request_rate",
            "max_concurrency",
            "sharegpt_output_len",
            "random_input_len",
            "random_output_len",
            "random_range_ratio",
            "server_info",
            "goodput_slos_ms",
            "input_lens",
            "output_lens",
            "ttfts",
            "itls");

    private static final Recipe OTHER_COUNT = new Recipe.Impossible(
            "the total is of the client's own prompt counts, and" + " the file holds the server's for each request");
    private static final Recipe NO_TOKENIZER =
            new Recipe.Impossible("it takes the model's tokenizer to count the answers again");
    private static final Recipe NO_VISION =
            new Recipe.Impossible("the file does not say which prompt tokens are images");
    private static final Recipe NO_STARTS = new Recipe.Impossible("the file does not say when requests started");
    private static final Recipe NO_SLO = new Recipe.Impossible("the SLO that goodput was counted under cannot be read");
    private static final Recipe FROM_SERVER =
            new Recipe.Impossible("the number was asked of the server, not of requests");

    private final ServingDocument document;
    private final boolean otherInputs;
    private final Optional<ServingGoodput> goodput;
    private final ServingAggregates all;

    private SglangAggregates(ServingDocument document, boolean isNative) {
        this.document = document;
        long inputs = ServingPeaks.successes(document.rows()).stream()
                .mapToLong(ServingRow::inputTokens)
                .sum();
        // Prompt lengths are the server's where it sent usage, always so on the native endpoint.
        this.otherInputs = isNative || inputs != document.number("total_input_tokens");
        this.goodput = ServingGoodput.read(document.json().path("goodput_slos_ms"));
        this.all = new ServingAggregates(document);
    }

    static List<ToldAggregate> of(ServingDocument document, boolean isNative) {
        SglangAggregates aggregates = new SglangAggregates(document, isNative);
        document.json().properties().stream()
                .filter(field -> !NOT_AGGREGATES.contains(field.getKey()))
                .forEach(field -> aggregates.add(field.getKey(), field.getValue()));
        return aggregates.all.all();
    }

    private void add(String name, JsonNode node) {
        if (document.hasRows() && otherInputs && INPUT_KEYS.contains(name)) {
            all.add(name, node, ToldAggregate.PLAIN, OTHER_COUNT);
        } else if (!all.addShared(name, node) && !addOwn(name, node) && !all.addStatistic(name, node, QUANTITIES)) {
            all.addUnknown(name, node, Set.of());
        }
    }

    private boolean addOwn(String name, JsonNode node) {
        Recipe recipe = switch (name) {
            case "total_input_text_tokens" ->
                document.number("total_input_vision_tokens") == 0
                        ? whole(RunQuantity.INPUT_TOKENS_TOTAL)
                        : document.hasRows() ? NO_VISION : ServingAggregates.NO_RECORDS;
            case "total_input_vision_tokens" -> NO_VISION;
            case "total_output_tokens_retokenized" -> NO_TOKENIZER;
            case "accept_length" -> FROM_SERVER;
            case "concurrency" -> whole(RunQuantity.CONCURRENCY);
            case "max_output_tokens_per_s", "max_concurrent_requests" -> NO_STARTS;
            case "request_goodput" -> ofGoodput(goodput, ServingGoodput::rate);
            case "slo_attainment" -> ofGoodput(goodput, ServingGoodput::share);
            case "slo_attainment_by_metric" -> {
                node.properties().forEach(field -> addAttainment(name, field.getKey(), field.getValue()));
                yield null;
            }
            default -> null;
        };
        if (recipe != null) {
            all.add(name, node, ToldAggregate.PLAIN, recipe);
        }
        return recipe != null || name.equals("slo_attainment_by_metric");
    }

    private void addAttainment(String name, String metric, JsonNode node) {
        Optional<ServingGoodput> one =
                ServingGoodput.quantity(metric).flatMap(quantity -> goodput.flatMap(bounds -> bounds.only(quantity)));
        all.add(name + "." + metric, node, ToldAggregate.PLAIN, ofGoodput(one, ServingGoodput::share));
    }

    private Recipe whole(RunQuantity quantity) {
        return document.hasRows() ? new Recipe.Whole(quantity) : ServingAggregates.NO_RECORDS;
    }

    private interface Counted {
        Answer of(ServingGoodput bounds, DialectRun seen);
    }

    private Recipe ofGoodput(Optional<ServingGoodput> bounds, Counted number) {
        if (!document.hasRows()) {
            return ServingAggregates.NO_RECORDS;
        }
        return bounds.<Recipe>map(known -> new Recipe.Computed(seen -> number.of(known, seen)))
                .orElse(NO_SLO);
    }
}
