package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Sample;
import dev.goodput.core.metric.Statistic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// LoadGen's results and how each is recomputed. Latencies count from the schedule; means are truncated to whole
/// nanoseconds; rates have six significant digits in the detail log and two decimals in the summary.
///
/// Settings, planned quantities and texts without a number are no aggregates and left out.
final class LoadgenAggregates {
    private static final String NO_TRACE = "LoadGen ran without trace logging, so no request is on record";
    private static final String NO_TOKENS = "LoadGen logs the token counts of single samples in accuracy runs only";
    private static final String NO_FIRST_TOKENS =
            "the trace holds no first token that can be told to belong to a sample";

    private static final Pattern SIMPLE = Pattern.compile("result_(min|max|mean)_latency_ns");
    private static final Pattern PERCENTILE = Pattern.compile("result_([0-9.]+)_percentile_latency_ns");
    private static final Pattern QUERY =
            Pattern.compile("result_(min|max|mean)_query_latency_ns|result_([0-9.]+)_percentile_per_query_latency_ns");
    private static final Pattern FIRST = Pattern.compile("result_first_token_(min|max|mean)_latency_ns");
    private static final Pattern FIRST_PERCENTILE =
            Pattern.compile("result_first_token_([0-9.]+)_percentile_latency_ns");
    private static final Pattern TPOT = Pattern.compile("result_time_(?:to|per)_output_token_(min|max|mean)(?:_ns)?");
    private static final Pattern TPOT_PERCENTILE =
            Pattern.compile("result_time_(?:to|per)_output_token_([0-9.]+)_percentile_ns");

    private final LoadgenLog log;
    private final List<LoadgenTrace.Sample> samples;
    private final boolean firsts;
    private final boolean counted;
    private final LoadgenEarlyStopping earlyStopping;

    /// @param firsts whether every sample's first token is known
    /// @param counted whether every sample's token count is known
    LoadgenAggregates(LoadgenLog log, List<LoadgenTrace.Sample> samples, boolean firsts, boolean counted) {
        this.log = log;
        this.samples = samples;
        this.firsts = firsts;
        this.counted = counted;
        this.earlyStopping = new LoadgenEarlyStopping(log);
    }

    /// Of the detail log.
    List<ToldAggregate> ofDetail() {
        List<ToldAggregate> told = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : log.values().entrySet()) {
            String key = entry.getKey();
            JsonNode value = entry.getValue();
            if (!key.startsWith("result_") && !key.startsWith("early_stopping_") && !key.equals("num_errors")) {
                continue;
            }
            if (value.isNumber()) {
                double number = value.doubleValue();
                told.add(new ToldAggregate(
                        key, number, unit(key), value.isIntegralNumber() ? 0 : decimals(number), recipe(key)));
            } else if (value.isString()) {
                told.addAll(earlyStoppingText(key, value.stringValue()));
            }
        }
        return told;
    }

    /// Of the summary, whose numbers are those of the detail log in other words.
    List<ToldAggregate> ofSummary(Path file) {
        List<ToldAggregate> told = new ArrayList<>();
        new LoadgenSummary(log.scenario())
                .read(
                        file,
                        (name, key, text) -> told.add(new ToldAggregate(
                                name, Double.parseDouble(text), unit(key), LoadgenSummary.decimals(text), recipe(key))),
                        (key, text) -> earlyStoppingText(key, text)
                                .forEach(aggregate -> told.add(new ToldAggregate(
                                        "summary " + aggregate.name(),
                                        aggregate.told(),
                                        aggregate.unit(),
                                        aggregate.decimals(),
                                        aggregate.recipe()))));
        return told;
    }

    /// This one rate is per nanosecond.
    private static double unit(String key) {
        return key.equals("result_token_throughput") ? ToldAggregate.S : ToldAggregate.PLAIN;
    }

    /// Digits after the point of a number printed with six significant ones.
    private static int decimals(double number) {
        return number == 0 ? 0 : Math.max(0, 5 - (int) Math.floor(Math.log10(Math.abs(number))));
    }

    private List<ToldAggregate> earlyStoppingText(String key, String text) {
        List<ToldAggregate> told = new ArrayList<>();
        earlyStopping.numbers(text).forEach((figure, value) -> {
            String name = key + ": " + figure.words();
            told.add(new ToldAggregate(name, value, ToldAggregate.PLAIN, 0, earlyStopping(key, figure)));
        });
        return told;
    }

    private Recipe earlyStopping(String key, LoadgenEarlyStopping.Figure figure) {
        Quantity quantity = key.contains("ttft") ? Quantity.TTFT : key.contains("tpot") ? Quantity.TPOT : Quantity.E2E;
        if (figure.isConstant()) {
            return new Recipe.Computed(_ -> earlyStopping.recompute(figure, new double[0], quantity));
        }
        if (figure.needsValues()) {
            return of(quantity, seen -> earlyStopping.recompute(figure, sorted(seen, quantity), quantity));
        }
        return of(Quantity.E2E, seen -> earlyStopping.recompute(figure, sorted(seen, Quantity.E2E), quantity));
    }

    /// A key that is not known is refused rather than passed over.
    private Recipe recipe(String key) {
        Matcher simple = SIMPLE.matcher(key);
        if (simple.matches()) {
            return of(Quantity.E2E, statistic(Quantity.E2E, simple.group(1)));
        }
        Matcher percentile = PERCENTILE.matcher(key);
        if (percentile.matches()) {
            return of(Quantity.E2E, percentile(Quantity.E2E, percentile.group(1)));
        }
        Matcher first = FIRST.matcher(key);
        if (first.matches()) {
            return of(Quantity.TTFT, statistic(Quantity.TTFT, first.group(1)));
        }
        Matcher firstPercentile = FIRST_PERCENTILE.matcher(key);
        if (firstPercentile.matches()) {
            return of(Quantity.TTFT, percentile(Quantity.TTFT, firstPercentile.group(1)));
        }
        Matcher tpot = TPOT.matcher(key);
        if (tpot.matches()) {
            return of(Quantity.TPOT, statistic(Quantity.TPOT, tpot.group(1)));
        }
        Matcher tpotPercentile = TPOT_PERCENTILE.matcher(key);
        if (tpotPercentile.matches()) {
            return of(Quantity.TPOT, percentile(Quantity.TPOT, tpotPercentile.group(1)));
        }
        Matcher query = QUERY.matcher(key);
        if (query.matches()) {
            Statistic statistic = query.group(1) == null
                    ? LoadgenTimes.percentile(query.group(2))
                    : Statistic.Simple.valueOf(query.group(1).toUpperCase(Locale.ROOT));
            return of(Quantity.E2E, _ -> LoadgenTimes.query(samples, statistic));
        }
        return rate(key);
    }

    private Recipe rate(String key) {
        LoadgenTimes times = new LoadgenTimes(samples);
        return switch (key) {
            case "num_errors" -> new Recipe.Computed(_ -> new Answer.Value(log.errors()));
            case "result_query_count" -> number(_ -> times.queries());
            case "result_overlatency_query_count" ->
                number(seen -> over(
                        sorted(seen, Quantity.E2E),
                        log.number("effective_target_latency_ns").orElse(Double.NaN)));
            case "result_scheduled_samples_per_sec" -> number(_ -> (times.count() - 1) * 1e9 / times.lastScheduledNs());
            case "result_completed_samples_per_sec" -> number(_ -> (times.count() - 1) * 1e9 / times.lastDoneNs());
            case "result_qps_with_loadgen_overhead" -> number(_ -> (times.count() - 1) * 1e9 / times.lastIssuedNs());
            case "result_qps_without_loadgen_overhead" -> number(seen -> 1e9 / meanNs(seen));
            case "result_samples_per_second" -> number(seen -> times.count() * 1e9 / times.longestNs());
            case "result_tokens_per_second" -> tokens(seen -> tokens(seen) * 1e9 / times.longestNs());
            case "result_completed_tokens_per_second" -> tokens(seen -> tokens(seen) * 1e9 / times.lastDoneNs());
            case "result_token_throughput_with_loadgen_overhead" ->
                tokens(seen -> tokens(seen) * 1e9 / times.lastIssuedNs());
            // In tokens per second here; the detail log's is per nanosecond.
            case "result_token_throughput", LoadgenSummary.TOKENS_PER_SECOND ->
                tokens(seen -> tokens(seen) * 1e9 / (meanNs(seen) * times.count()));
            case "early_stopping_latency_ss" ->
                earlyStoppingLatency(
                        log.number("effective_target_latency_percentile").orElse(Double.NaN));
            case "early_stopping_latency_ms" -> earlyStoppingLatency(0.99);
            default -> new Recipe.Impossible("how LoadGen computes it is not known");
        };
    }

    /// The estimate stays 0 where too few queries ran; with token latencies it is the one of TTFT, which is made last.
    private Recipe earlyStoppingLatency(double share) {
        boolean tokens = log.values().containsKey("early_stopping_ttft_result");
        Quantity quantity = tokens ? Quantity.TTFT : Quantity.E2E;
        return of(quantity, seen -> LoadgenEarlyStopping.estimate(sorted(seen, quantity), share));
    }

    private Recipe of(Quantity quantity, Function<DialectRun, Answer> formula) {
        if (samples.isEmpty()) {
            return new Recipe.Impossible(NO_TRACE);
        }
        if (quantity == Quantity.TTFT && !firsts) {
            return new Recipe.Impossible(NO_FIRST_TOKENS);
        }
        return quantity == Quantity.TPOT && !(counted && firsts)
                ? new Recipe.Impossible(NO_TOKENS)
                : new Recipe.Computed(formula);
    }

    private Recipe number(ToDoubleFunction<DialectRun> formula) {
        return of(Quantity.E2E, seen -> new Answer.Value(formula.applyAsDouble(seen)));
    }

    private Recipe tokens(ToDoubleFunction<DialectRun> formula) {
        return samples.isEmpty() || counted ? number(formula) : new Recipe.Impossible(NO_TOKENS);
    }

    private static Function<DialectRun, Answer> statistic(Quantity quantity, String name) {
        return switch (name) {
            case "min" -> seen -> seen.answer(quantity, Statistic.Simple.MIN);
            case "max" -> seen -> seen.answer(quantity, Statistic.Simple.MAX);
            default -> seen -> new Answer.Value(truncatedMean(sorted(seen, quantity)));
        };
    }

    private static Function<DialectRun, Answer> percentile(Quantity quantity, String percent) {
        Statistic statistic = LoadgenTimes.percentile(percent);
        return seen -> seen.answer(quantity, statistic);
    }

    /// An unsigned division of the sum, as LoadGen does it: a negative sum becomes a mean of quintillions.
    private static double truncatedMean(double[] values) {
        long sum = 0;
        for (double value : values) {
            sum += (long) value;
        }
        return values.length == 0 ? Double.NaN : (double) Long.divideUnsigned(sum, values.length);
    }

    private static double meanNs(DialectRun seen) {
        return truncatedMean(sorted(seen, Quantity.E2E));
    }

    /// Answers of at most one token count as none.
    private static double tokens(DialectRun seen) {
        Sample tokens = seen.sample(Quantity.OUTPUT_TOKENS);
        double sum = 0;
        for (int i = 0; i < tokens.count(); i++) {
            sum += tokens.value(i) > 1 ? tokens.value(i) : 0;
        }
        return sum;
    }

    static long over(double[] values, double limit) {
        long over = 0;
        for (double value : values) {
            over += value > limit ? 1L : 0L;
        }
        return over;
    }

    private static double[] sorted(DialectRun seen, Quantity quantity) {
        Sample sample = seen.sample(quantity);
        double[] values = new double[sample.count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sample.value(i);
        }
        return values;
    }

    /// A share of requests such as 0.99, as the decimal it was written as.
    static BigDecimal share(double share) {
        return BigDecimal.valueOf(share);
    }
}
