package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Sample;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/// The aggregates of vLLM's documents.
final class VllmAggregates {
    private static final Map<String, Quantity> QUANTITIES =
            Map.of("ttft", Quantity.TTFT, "tpot", Quantity.TPOT, "itl", Quantity.ITL, "e2el", Quantity.E2E);

    /// Keys that say what was asked for, or hold the records.
    private static final Set<String> NOT_AGGREGATES = Set.of(
            "num_prompts",
            "max_model_len",
            "request_rate",
            "burstiness",
            "max_concurrency",
            "ramp_up_strategy",
            "ramp_up_start_rps",
            "ramp_up_end_rps",
            "rps_change_events",
            "run_number",
            "goodput",
            "num_conversations",
            "turns_per_conversation",
            "multi_turn_concurrency",
            "inter_turn_delay_ms",
            "prefix_global_ratio",
            "prefix_conversation_ratio",
            "prefix_unique_ratio",
            "failed_requests",
            "input_lens",
            "output_lens",
            "ttfts",
            "itls",
            "latencies",
            "start_times",
            "queue_times");

    private static final Recipe NO_SLO =
            new Recipe.Impossible("the SLO that goodput was counted under is not in the file");
    private static final Recipe NO_STARTS = new Recipe.Impossible("the file does not say when requests started");
    private static final Recipe NO_TURNS = new Recipe.Impossible("the file holds no records of turns");
    private static final Recipe NO_AUDIO = new Recipe.Impossible("the file holds no lengths of audio");

    private final ServingDocument document;
    private final Dialect dialect;
    private final ServingAggregates all;

    private VllmAggregates(ServingDocument document, Dialect dialect) {
        this.document = document;
        this.dialect = dialect;
        this.all = new ServingAggregates(document);
    }

    static List<ToldAggregate> of(ServingDocument document, Dialect dialect) {
        VllmAggregates aggregates = new VllmAggregates(document, dialect);
        document.json().properties().stream()
                .filter(field -> !NOT_AGGREGATES.contains(field.getKey()))
                .forEach(field -> aggregates.add(field.getKey(), field.getValue()));
        return aggregates.all.all();
    }

    private void add(String name, JsonNode node) {
        boolean known = all.addShared(name, node)
                || addOwn(name, node)
                || all.addStatistic(name, node, QUANTITIES)
                || addQueueStatistic(name, node);
        if (!known) {
            all.addUnknown(name, node, Set.of());
        }
    }

    private boolean addOwn(String name, JsonNode node) {
        List<ServingRow> rows = document.rows();
        switch (name) {
            case "request_goodput", "request_goodput:" -> all.add(name, node, ToldAggregate.PLAIN, goodput());
            case "max_output_tokens_per_s" ->
                all.add(name, node, ToldAggregate.PLAIN, ofStarts(_ -> ServingPeaks.chunksPerSecond(rows)));
            case "max_concurrent_requests" ->
                all.add(
                        name,
                        node,
                        ToldAggregate.PLAIN,
                        // The form between 0.11 and 0.33 sweeps over starts and ends.
                        dialect.id().equals("vllm-py")
                                ? ofStarts(_ -> ServingPeaks.requestsInFlight(rows))
                                : ofStarts(_ -> ServingPeaks.requestsPerBucket(rows)));
            case "rtfx" -> all.add(name, node, ToldAggregate.PLAIN, NO_AUDIO);
            case "steady_state" -> VllmSteadyState.add(all, document, node);
            case "per_turn_metrics" -> all.addRefused(name, node, NO_TURNS, Set.of("turn_index"));
            default -> {
                return false;
            }
        }
        return true;
    }

    private Recipe goodput() {
        if (!document.hasRows()) {
            return ServingAggregates.NO_RECORDS;
        }
        return ServingGoodput.read(document.json().path("goodput"))
                .<Recipe>map(goodput -> new Recipe.Computed(goodput::rate))
                .orElse(NO_SLO);
    }

    private Recipe ofStarts(Function<DialectRun, Answer> formula) {
        if (!document.hasRows()) {
            return ServingAggregates.NO_RECORDS;
        }
        return document.hasStarts() && document.hasLatencies() ? all.ofRows(formula) : NO_STARTS;
    }

    /// The wait for the client's own cap, and end to end with it.
    private boolean addQueueStatistic(String name, JsonNode node) {
        return ServingStatistics.key(name)
                .map(key -> switch (key.metric()) {
                    case "client_queue_time" ->
                        addQueueStatistic(name, node, key.statistic(), "client queue time", ServingRow::queueS);
                    case "e2el_including_client_queue" ->
                        addQueueStatistic(
                                name,
                                node,
                                key.statistic(),
                                "end to end from the dispatch",
                                row -> row.latencyS() + row.queueS());
                    default -> false;
                })
                .orElse(false);
    }

    private boolean addQueueStatistic(
            String name, JsonNode node, String statistic, String words, ToDoubleFunction<ServingRow> valueS) {
        double[] valuesNs = ServingPeaks.successes(document.rows()).stream()
                .mapToDouble(row -> valueS.applyAsDouble(row) * 1e9)
                .toArray();
        Recipe recipe = document.hasQueue() && document.hasLatencies()
                ? ServingStatistics.of(_ -> Sample.of(valuesNs, 0), statistic, words)
                : new Recipe.Impossible("the file does not say how long requests waited for a slot");
        all.add(name, node, ToldAggregate.MS, recipe);
        return true;
    }
}
