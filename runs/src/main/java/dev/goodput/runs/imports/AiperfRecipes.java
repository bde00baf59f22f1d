package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Sample;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.Percentile;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// How AIPerf makes each of its metrics from its records: as its metric types and its sweep over time do it.
///
/// Values that are times in a trace are asked of the trace. Metrics that no trace has, such as differences of token
/// usage, are taken from the record's own values.
final class AiperfRecipes implements RecipeBook {
    /// Metrics that a trace answers under the dialect.
    private static final Map<String, Quantity> OF_TRACES = Map.of(
            "time_to_first_token", Quantity.TTFT,
            "time_to_second_token", Quantity.TTST,
            "time_to_first_output_token", Quantity.TTAT,
            "inter_token_latency", Quantity.ITL,
            "inter_chunk_latency", Quantity.CHUNK_GAP,
            "request_latency", Quantity.E2E,
            "output_sequence_length", Quantity.OUTPUT_TOKENS,
            "output_token_throughput_per_user", Quantity.SPEED,
            "e2e_output_token_throughput", Quantity.SPEED_WITH_TTFT);

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    private static final String ADJUSTED = "adj_";

    private final AiperfRecords records;
    private final MetricColumns columns;
    private final AiperfTotals totals;
    private final AiperfGoodput goodput;
    private final AiperfLoadCurves curves;
    private final boolean streaming;

    /// @param streaming whether the records hold stamps inside requests
    AiperfRecipes(AiperfRecords records, AiperfSummary summary, AiperfWindow window, boolean streaming) {
        this.records = records;
        this.columns = records.columns();
        this.totals = new AiperfTotals(records);
        this.goodput = new AiperfGoodput(columns, records.rows().size(), summary.objectives());
        this.curves = new AiperfLoadCurves(records, window, summary.number("effective_concurrency", "avg"));
        this.streaming = streaming;
    }

    Recipe errors(AiperfRecords.ErrorKey key) {
        return plain(_ -> records.errors(key));
    }

    @Override
    public Recipe of(String metric, String statistic, double unit) {
        Optional<Statistic> known = StatisticNames.of(statistic);
        if (known.isEmpty()) {
            return new Recipe.Impossible("'" + statistic + "' is no statistic that AIPerf is known to make");
        }
        Statistic asked = known.get();
        if (metric.startsWith(ADJUSTED) && columns.has(metric.substring(ADJUSTED.length()))) {
            return adjusted(metric.substring(ADJUSTED.length()), asked, unit);
        }
        Optional<String> missing = AiperfNeeds.of(metric).stream()
                .filter(column -> !columns.has(column))
                .findFirst();
        if (missing.isPresent() && records.anySuccess()) {
            return new Recipe.Impossible("the records hold no '" + missing.get() + "', which it takes");
        }
        Quantity quantity = OF_TRACES.get(metric);
        if (quantity != null && streaming) {
            return new Recipe.Of(quantity, asked);
        }
        Optional<Recipe> overTime = curves.recipe(metric, asked);
        if (overTime.isPresent()) {
            return overTime.get();
        }
        if (metric.equals("good_request_count") && asked == Statistic.Simple.MEAN) {
            return goodput.recipe(metric);
        }
        Optional<ToDoubleFunction<AiperfRow>> delay = delay(metric);
        if (delay.isPresent()) {
            double[] ms = records.rows().stream().mapToDouble(delay.get()).toArray();
            return ofSample(Sample.of(ms, 0), asked, metric, unit);
        }
        if (columns.has(metric)) {
            return ofSample(columns.sample(metric), asked, metric, unit);
        }
        return asked == Statistic.Simple.MEAN ? scalar(metric) : notInRecords(metric);
    }

    private static Recipe notInRecords(String metric) {
        return new Recipe.Impossible("the records hold no '" + StatisticsBlock.name(metric) + "'");
    }

    /// Waits for a slot, from stamps that AIPerf holds as doubles of the Unix epoch, which step by 256 ns. Failed
    /// requests are in.
    private static Optional<ToDoubleFunction<AiperfRow>> delay(String metric) {
        return switch (metric) {
            case "credit_to_start_latency" -> Optional.of(row -> sinceIssue(row, row.startNs()));
            case "effective_latency" -> Optional.of(row -> sinceIssue(row, row.endNs()));
            default -> Optional.empty();
        };
    }

    private static double sinceIssue(AiperfRow row, long toNs) {
        return row.creditNs() == AiperfRow.UNKNOWN
                ? Double.NaN
                : Math.max((double) toNs - (double) row.creditNs(), 0) / NS_PER_MS;
    }

    /// Percentiles in which every failed request is one infinity; mean, largest and sum are infinite then.
    private Recipe adjusted(String metric, Statistic asked, double unit) {
        return new Recipe.Computed(seen -> {
            Sample sample = Sample.of(columns.values(metric), failed(seen));
            return switch (asked) {
                case Statistic.Percentile(int perMille) ->
                    new Answer.Value(sample.percentile(perMille, Percentile.NEAREST_INF) * unit);
                case Statistic.Simple.COUNT -> new Answer.Value(sample.count() + failed(seen));
                case Statistic.Simple.MIN ->
                    new Answer.Value(sample.isEmpty() ? Double.POSITIVE_INFINITY : sample.value(0) * unit);
                case Statistic.Simple.MEAN, Statistic.Simple.MAX, Statistic.Simple.SUM ->
                    new Answer.Value(Double.POSITIVE_INFINITY);
                case Statistic.Simple.STD -> new Answer.Refused("infinite values have no standard deviation");
            };
        });
    }

    private static long failed(DialectRun seen) {
        return (long) seen.answer(RunQuantity.FAILED).orNaN();
    }

    private static Recipe ofSample(Sample sample, Statistic asked, String metric, double unit) {
        Recipe recipe = taken(sample, asked, metric, unit);
        return asked == Statistic.Simple.STD
                ? new Recipe.Cancelling(recipe, taken(sample, Statistic.Simple.MAX, metric, unit))
                : recipe;
    }

    /// Values are in the unit of the file, answers in nanoseconds for times.
    private static Recipe taken(Sample sample, Statistic asked, String metric, double unit) {
        return new Recipe.Computed(seen -> switch (seen.answer(sample, asked, metric)) {
            case Answer.Value(double value) -> new Answer.Value(value * unit);
            case Answer.Refused refused -> refused;
        });
    }

    private Recipe scalar(String metric) {
        return switch (metric) {
            case "request_count" -> new Recipe.Whole(RunQuantity.COMPLETED);
            case "error_request_count" -> new Recipe.Whole(RunQuantity.FAILED);
            case "request_throughput" -> new Recipe.Whole(RunQuantity.REQUEST_RATE);
            case "output_token_throughput" -> new Recipe.Whole(RunQuantity.OUTPUT_TOKEN_RATE);
            case "total_osl" -> new Recipe.Whole(RunQuantity.OUTPUT_TOKENS_TOTAL);
            case "goodput", "good_request_fraction" -> goodput.recipe(metric);
            case "input_token_throughput" -> perSecond(seen -> columns.sum("input_sequence_length"));
            case "total_token_throughput" ->
                perSecond(seen -> columns.sum("input_sequence_length")
                        + seen.answer(RunQuantity.OUTPUT_TOKENS_TOTAL).orNaN());
            case "completed_request_count" ->
                plain(seen -> seen.answer(RunQuantity.COMPLETED).orNaN() + failed(seen));
            case "request_error_rate" ->
                plain(seen ->
                        100 * failed(seen) / (seen.answer(RunQuantity.COMPLETED).orNaN() + failed(seen)));
            default -> totals.recipe(metric);
        };
    }

    private static Recipe perSecond(ToDoubleFunction<DialectRun> amount) {
        return new Recipe.Computed(seen -> switch (seen.answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(amount.applyAsDouble(seen) * NS_PER_S / window.value());
            case Answer.Refused refused -> refused;
        });
    }

    private static Recipe plain(ToDoubleFunction<DialectRun> number) {
        return new Recipe.Computed(seen -> new Answer.Value(number.applyAsDouble(seen)));
    }
}
