package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Coverage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads the result files of TensorRT-LLM's `benchmark_serving`, which grew from vLLM's script of 2025.
final class TrtServingImporter implements Importer {
    private static final List<String> MARKS =
            List.of("\"model_id\"", "\"num_prompts\"", "\"burstiness\"", "\"user_throughput\"");
    private static final Map<String, Quantity> QUANTITIES =
            Map.of("ttft", Quantity.TTFT, "tpot", Quantity.TPOT, "itl", Quantity.ITL, "e2el", Quantity.E2E);
    private static final Set<String> NOT_AGGREGATES = Set.of(
            "num_prompts",
            "request_rate",
            "burstiness",
            "max_concurrency",
            "goodput",
            "input_lens",
            "output_lens",
            "ttfts",
            "itls",
            "e2els");
    private static final Recipe NO_SLO =
            new Recipe.Impossible("the SLO that goodput was counted under is not in the file");
    private static final Recipe NO_STEPS = new Recipe.Impossible("the file holds no counts of engine steps");
    private static final Recipe NO_ENERGY = new Recipe.Impossible("energy was asked of the server, not of requests");
    private static final Recipe NO_STREAM =
            new Recipe.Impossible("the run did not stream: the tool wrote a TTFT of −1 s");

    @Override
    public String tool() {
        return "TensorRT-LLM benchmark_serving";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream().anyMatch(file -> isResult(ImportSource.beginning(file)));
        } catch (ImportException _) {
            return false;
        }
    }

    static boolean isResult(String beginning) {
        return beginning.stripLeading().startsWith("{") && MARKS.stream().allMatch(beginning::contains);
    }

    @Override
    public List<Imported> read(ImportSource source) {
        return source.files().stream()
                .filter(file -> isResult(ImportSource.beginning(file)))
                .flatMap(file -> ServingDocument.all(file, ServingSchema.TENSORRT).stream()
                        .map(document -> imported(file, document)))
                .toList();
    }

    private static Imported imported(Path file, ServingDocument document) {
        Dialect dialect = Dialects.byId(document.isChat() ? "trt-serving" : "trt-serving-completions")
                .orElseThrow();
        boolean streamed = document.hasChunks() && document.rows().stream().noneMatch(row -> row.ttftS() < 0);
        ImportedRuns run = new ImportedRuns(dialect, file);
        document.describe(run);
        ServingTraces traces =
                new ServingTraces(false, false, document.hasLatencies(), false, ServingTraces.Counts.CLIENT_PROMPT);
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                streamed ? Coverage.Events.OUTPUT_CHUNKS : Coverage.Events.NONE,
                document.hasRows(),
                notes(document, streamed));
        return new Imported(run.build(traces.of(document.rows()), coverage), dialect, aggregates(document, streamed));
    }

    private static List<String> notes(ServingDocument document, boolean streamed) {
        if (!document.hasRows()) {
            return List.of("the file holds totals only, no records of requests");
        }
        return streamed
                ? List.of(
                        "a stream that ended early but in order is a success, and nothing in the file tells",
                        "output lengths are the server's usage, else the tool's tokenizer; nothing in the file tells")
                : List.of("the run did not stream: there is no TTFT, and no gaps");
    }

    private static List<ToldAggregate> aggregates(ServingDocument document, boolean streamed) {
        ServingAggregates all = new ServingAggregates(document);
        document.json().properties().stream()
                .filter(field -> !NOT_AGGREGATES.contains(field.getKey()))
                .forEach(field -> add(all, document, streamed, field.getKey(), field.getValue()));
        return all.all();
    }

    private static void add(
            ServingAggregates all, ServingDocument document, boolean streamed, String name, JsonNode node) {
        boolean ofStream = ServingStatistics.key(name)
                .filter(key -> Set.of("ttft", "tpot", "itl").contains(key.metric()))
                .isPresent();
        if (ofStream && document.hasRows() && !streamed) {
            all.add(name, node, ToldAggregate.MS, NO_STREAM);
        } else if (name.equals("request_goodput:") || name.equals("request_goodput")) {
            all.add(name, node, ToldAggregate.PLAIN, goodput(document));
        } else if (name.equals("user_throughput")) {
            all.add(name, node, ToldAggregate.PLAIN, userThroughput(document));
        } else if (name.contains("avg_decoded_tokens_per_iter")) {
            all.addRefused(name, node, NO_STEPS, Set.of());
        } else if (name.equals("energy")) {
            all.addRefused(name, node, NO_ENERGY, Set.of());
        } else if (!all.addShared(name, node) && !all.addStatistic(name, node, QUANTITIES)) {
            all.addUnknown(name, node, Set.of());
        }
    }

    private static Recipe goodput(ServingDocument document) {
        if (!document.hasRows()) {
            return ServingAggregates.NO_RECORDS;
        }
        return ServingGoodput.read(document.json().path("goodput"))
                .<Recipe>map(goodput -> new Recipe.Computed(goodput::rate))
                .orElse(NO_SLO);
    }

    /// The mean over requests of tokens a second, TTFT inside.
    private static Recipe userThroughput(ServingDocument document) {
        return document.hasRows()
                ? new Recipe.Of(Quantity.SPEED_WITH_TTFT, Statistic.mean())
                : ServingAggregates.NO_RECORDS;
    }
}
