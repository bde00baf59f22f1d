package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/// The aggregates of MLPerf Endpoints and how each is recomputed. Percentiles and the median are values of the sample;
/// the standard deviation comes from a sum of squares in doubles; histograms have logarithmic buckets, whose edges are
/// taken from the file, and each bucket's count is one aggregate.
final class EndpointsAggregates {
    private static final String NO_EVENTS = "events.jsonl is not there, so no request is on record";
    private static final String NO_TOKENS =
            "the tool counted tokens with a tokenizer of its own and keeps no count of a single answer";
    private static final String NO_PROMPT_TOKENS =
            "the tool counted prompt tokens with a tokenizer of its own and keeps no count of a single prompt";

    private final EndpointsEvents events;
    private final boolean hasEvents;
    private final boolean counted;

    /// @param counted whether the token count of every answer could be told
    EndpointsAggregates(EndpointsEvents events, boolean hasEvents, boolean counted) {
        this.events = events;
        this.hasEvents = hasEvents;
        this.counted = counted;
    }

    private static String quantityOf(String series) {
        return switch (series) {
            case "ttft", "ttft_ns" -> "ttft";
            case "tpot", "tpot_ns" -> "tpot";
            case "latency", "sample_latency_ns" -> "latency";
            case "chunk_delta", "chunk_delta_ns" -> "chunk_delta";
            case "output_sequence_lengths", "osl" -> "osl";
            case "input_sequence_lengths", "isl" -> "isl";
            default -> "";
        };
    }

    /// Of `result_summary.json`.
    List<ToldAggregate> ofSummary(NodeReader summary) {
        List<ToldAggregate> told = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : summary.node().properties()) {
            String name = entry.getKey();
            JsonNode value = entry.getValue();
            if (value.isNumber() && !name.equals("test_started_at")) {
                told.add(ToldAggregate.ofDouble(name, value.doubleValue(), ToldAggregate.PLAIN, whole(name)));
            } else if (name.equals("finish_reason_counts")) {
                value.properties()
                        .forEach(reason -> addNumber(
                                told,
                                name + "." + reason.getKey(),
                                reason.getValue(),
                                known(_ -> events.finished(reason.getKey()))));
            } else if (!quantityOf(name).isEmpty()) {
                series(told, name, quantityOf(name), value);
            }
        }
        return told;
    }

    /// Of `final_snapshot.json`.
    List<ToldAggregate> ofSnapshot(NodeReader snapshot) {
        List<ToldAggregate> told = new ArrayList<>();
        for (JsonNode metric : snapshot.node().path("metrics")) {
            NodeReader reader = NodeReader.of(snapshot.file(), 0, metric);
            String name = reader.text("name");
            if (reader.textOr("type", "").equals("counter")) {
                addNumber(told, "snapshot " + name, metric.path("value"), whole(name));
            } else {
                series(told, "snapshot " + name, quantityOf(name), metric);
            }
        }
        return told;
    }

    private Recipe whole(String name) {
        String finished = "tracked_finish_reason_";
        if (name.startsWith(finished)) {
            return known(_ -> events.finished(name.substring(finished.length())));
        }
        return switch (name) {
            case "n_samples_issued", "tracked_samples_issued" -> known(_ -> events.issued(true));
            case "n_samples_completed", "tracked_samples_completed" -> known(_ -> events.completed(true));
            case "n_samples_failed", "tracked_samples_failed" -> known(_ -> events.failed(true));
            case "total_samples_issued" -> known(_ -> events.issued(false));
            case "total_samples_completed" -> known(_ -> events.completed(false));
            case "total_samples_failed" -> known(_ -> events.failed(false));
            case "duration_ns", "tracked_duration_ns" -> known(_ -> events.trackedDurationNs());
            case "total_duration_ns" -> known(_ -> events.totalDurationNs());
            case "legacy_loadgen_window_duration_ns" -> known(_ -> events.legacyWindowNs());
            case "qps" -> hasEvents ? new Recipe.Whole(RunQuantity.REQUEST_RATE) : new Recipe.Impossible(NO_EVENTS);
            case "tps" ->
                hasEvents && counted
                        ? new Recipe.Whole(RunQuantity.OUTPUT_TOKEN_RATE)
                        : new Recipe.Impossible(hasEvents ? NO_TOKENS : NO_EVENTS);
            default -> new Recipe.Impossible("how the tool computes it is not known");
        };
    }

    private Recipe known(ToDoubleFunction<DialectRun> formula) {
        return hasEvents
                ? new Recipe.Computed(seen -> new Answer.Value(formula.applyAsDouble(seen)))
                : new Recipe.Impossible(NO_EVENTS);
    }

    private void series(List<ToldAggregate> told, String name, String quantity, JsonNode block) {
        for (Map.Entry<String, JsonNode> entry : block.properties()) {
            String key = entry.getKey();
            String path = name + "." + key;
            JsonNode value = entry.getValue();
            switch (key) {
                case "percentiles" ->
                    value.properties()
                            .forEach(p -> addNumber(
                                    told,
                                    path + "." + p.getKey(),
                                    p.getValue(),
                                    of(quantity, seen -> percentile(seen, percent(p.getKey())))));
                case "early_stopping_percentiles" ->
                    value.properties()
                            .forEach(p -> addNumber(
                                    told,
                                    path + "." + p.getKey(),
                                    p.getValue(),
                                    of(quantity, sample -> earlyStopping(sample, percent(p.getKey())))));
                case "histogram" -> histogram(told, path, quantity, value);
                default -> addNumber(told, path, value, statistic(quantity, key));
            }
        }
    }

    private static void addNumber(List<ToldAggregate> told, String name, JsonNode value, Recipe recipe) {
        if (value.isNumber()) {
            told.add(ToldAggregate.ofDouble(name, value.doubleValue(), ToldAggregate.NS, recipe));
        }
    }

    private static double percent(String key) {
        try {
            double percent = Double.parseDouble(key);
            if (percent >= 0 && percent <= 100) {
                return percent;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new ImportException("the result names a percentile '" + key + "', which is none");
    }

    private Recipe statistic(String quantity, String key) {
        if (key.equals("count")) {
            return switch (quantity) {
                case "osl" -> known(_ -> events.answersWithText());
                case "tpot" -> known(_ -> events.answersWithRest());
                default -> of(quantity, sample -> new Answer.Value(sample.count()));
            };
        }
        return of(quantity, sample -> switch (key) {
            case "total" -> new Answer.Value(sample.sum());
            case "min" -> new Answer.Value(sample.value(0));
            case "max" -> new Answer.Value(sample.value(sample.count() - 1));
            case "avg" -> new Answer.Value(sample.mean());
            case "median" -> percentile(sample, 50);
            case "sum_sq" -> new Answer.Value(sumOfSquares(sample));
            case "std_dev" -> new Answer.Value(stdDev(sample));
            default -> new Answer.Refused("how the tool computes it is not known");
        });
    }

    /// A number of a series; an empty series has zeros.
    private Recipe of(String quantity, Function<Sample, Answer> formula) {
        if (!hasEvents) {
            return new Recipe.Impossible(NO_EVENTS);
        }
        return switch (quantity) {
            case "ttft" -> sampled(Quantity.TTFT, formula);
            case "latency" -> sampled(Quantity.E2E, formula);
            case "chunk_delta" -> events.hasAllChunks() ? sampled(Quantity.CHUNK_GAP, formula) : known(_ -> 0);
            case "tpot" -> events.answersWithRest() == 0 ? known(_ -> 0) : new Recipe.Impossible(NO_TOKENS);
            case "osl" -> events.answersWithText() == 0 ? known(_ -> 0) : new Recipe.Impossible(NO_TOKENS);
            case "isl" ->
                new Recipe.Computed(seen -> {
                    Sample sample = seen.sample(Quantity.INPUT_TOKENS);
                    boolean all = sample.count() == seen.run().traces().size();
                    return all && !sample.isEmpty() ? formula.apply(sample) : new Answer.Refused(NO_PROMPT_TOKENS);
                });
            default -> new Recipe.Impossible("how the tool computes it is not known");
        };
    }

    private static Recipe sampled(Quantity quantity, Function<Sample, Answer> formula) {
        return new Recipe.Computed(seen -> {
            Sample sample = seen.sample(quantity);
            return sample.isEmpty() ? new Answer.Value(0) : formula.apply(sample);
        });
    }

    /// The value at position ⌊(n − 1)p⌋.
    private static Answer percentile(Sample sample, double percent) {
        BigDecimal position =
                BigDecimal.valueOf(percent).movePointLeft(2).multiply(BigDecimal.valueOf(sample.count() - 1L));
        return new Answer.Value(sample.value(position.intValue()));
    }

    private static Answer earlyStopping(Sample sample, double percent) {
        BigDecimal share = BigDecimal.valueOf(percent).movePointLeft(2);
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) >= 0) {
            return new Answer.Refused("early stopping needs a percentile between 0 and 100");
        }
        long over = EarlyStopping.mostOver(sample.count(), share);
        return over < 1
                ? new Answer.Refused("there are too few requests for an estimate")
                : new Answer.Value(sample.value(sample.count() - (int) over));
    }

    /// Exact, then rounded once, as the tool's whole numbers are.
    private static double sumOfSquares(Sample sample) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < sample.count(); i++) {
            BigDecimal value = new BigDecimal(sample.value(i));
            sum = sum.add(value.multiply(value));
        }
        return sum.doubleValue();
    }

    /// The tool's own form: its cancellation shows where values lie close together.
    private static double stdDev(Sample sample) {
        int n = sample.count();
        double total = sample.sum();
        return n < 2 ? 0 : Math.sqrt(Math.max(0, (sumOfSquares(sample) - total * total / n) / (n - 1)));
    }

    /// As `{buckets: [[low, high], …], counts: […]}` or `[[[low, high], count], …]`. A bucket holds its lower edge;
    /// values
    /// beyond the edges are in the outermost ones.
    private void histogram(List<ToldAggregate> told, String path, String quantity, JsonNode histogram) {
        List<Double> highs = new ArrayList<>();
        List<JsonNode> counts = new ArrayList<>();
        if (histogram.isArray()) {
            histogram.forEach(bucket -> {
                highs.add(bucket.path(0).path(1).asDouble(Double.NaN));
                counts.add(bucket.path(1));
            });
        } else {
            histogram.path("buckets").forEach(bucket -> highs.add(bucket.path(1).asDouble(Double.NaN)));
            histogram.path("counts").forEach(counts::add);
        }
        for (int i = 0; i < Math.min(counts.size(), highs.size()); i++) {
            double low = i == 0 ? Double.NEGATIVE_INFINITY : highs.get(i - 1);
            double high = i == highs.size() - 1 ? Double.POSITIVE_INFINITY : highs.get(i);
            addNumber(told, path + "[" + i + "]", counts.get(i), of(quantity, sample -> between(sample, low, high)));
        }
    }

    private static Answer between(Sample sample, double low, double high) {
        long count = 0;
        for (int i = 0; i < sample.count(); i++) {
            count += sample.value(i) >= low && sample.value(i) < high ? 1L : 0L;
        }
        return new Answer.Value(count);
    }
}
