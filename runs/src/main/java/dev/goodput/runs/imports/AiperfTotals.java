package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.axis.Window;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// AIPerf's numbers that are sums and counts over its records.
final class AiperfTotals {
    /// Totals that are not named after what they sum.
    private static final Map<String, String> SUMMED = Map.of(
            "total_isl", "input_sequence_length",
            "total_output_tokens", "output_token_count",
            "total_reasoning_tokens", "reasoning_token_count",
            "total_error_isl", "error_isl");

    private static final String TOTAL = "total_";
    private static final double NS_PER_MS = 1e6;
    /// AIPerf's defaults: more than this many percent between the server's and its own count is a discrepancy.
    private static final double USAGE_DISCREPANCY_PERCENT = 10;
    /// An answer is off its requested length beyond this share of it, or this many tokens, whichever is less.
    private static final double LENGTH_MISMATCH_SHARE = 0.05;

    private static final double LENGTH_MISMATCH_TOKENS = 50;

    private final AiperfRecords records;
    private final MetricColumns columns;

    AiperfTotals(AiperfRecords records) {
        this.records = records;
        this.columns = records.columns();
    }

    Recipe recipe(String metric) {
        String summed =
                SUMMED.getOrDefault(metric, metric.startsWith(TOTAL) ? metric.substring(TOTAL.length()) : metric);
        if (!summed.equals(metric) && columns.has(summed)) {
            return new Recipe.Computed(_ -> new Answer.Value(columns.sum(summed)));
        }
        return switch (metric) {
            case "benchmark_duration" -> new Recipe.Computed(this::duration);
            case "usage_discrepancy_count" -> counted(() -> count(this::isDiscrepant));
            case "osl_mismatch_count" -> counted(() -> count(this::isOffLength));
            case "min_request_timestamp" -> new Recipe.Computed(_ -> ofSuccesses(firstStartNs()));
            case "max_response_timestamp" -> new Recipe.Computed(_ -> ofSuccesses(lastEndNs()));
            case "context_overflow_count" ->
                new Recipe.Impossible("the records do not say which failures were overflows of the context");
            default ->
                new Recipe.Impossible("the records hold no '" + StatisticsBlock.name(metric)
                        + "', and how AIPerf derives it from them is not established");
        };
    }

    private static Recipe counted(LongSupplier count) {
        return new Recipe.Computed(_ -> new Answer.Value(count.getAsLong()));
    }

    /// From the first start to the last end of a success. Versions that divide by the phase hold these stamps in
    /// doubles of the Unix epoch, which step by 256 ns.
    private Answer duration(DialectRun seen) {
        if (seen.dialect().on(Window.class) == Window.VALID_SPAN) {
            return seen.answer(RunQuantity.DURATION);
        }
        return ofSuccesses(lastEndNs() - firstStartNs());
    }

    private static Answer ofSuccesses(double ns) {
        return Double.isNaN(ns) ? new Answer.Refused("no request succeeded") : new Answer.Value(ns);
    }

    private double firstStartNs() {
        return successes().mapToDouble(i -> row(i).startNs()).min().orElse(Double.NaN);
    }

    private double lastEndNs() {
        return successes()
                .mapToDouble(i ->
                        row(i).startNs() + (long) NvidiaUnits.wholeNs(columns.at(i, "request_latency") * NS_PER_MS))
                .max()
                .orElse(Double.NaN);
    }

    private IntStream successes() {
        return IntStream.range(0, records.rows().size()).filter(i -> row(i).failure() == null);
    }

    private AiperfRow row(int i) {
        return records.rows().get(i);
    }

    private long count(IntPredicate counted) {
        return IntStream.range(0, records.rows().size()).filter(counted).count();
    }

    private boolean isDiscrepant(int row) {
        return List.of(
                        "usage_prompt_tokens_diff_pct",
                        "usage_completion_tokens_diff_pct",
                        "usage_reasoning_tokens_diff_pct")
                .stream()
                .anyMatch(metric -> columns.at(row, metric) > USAGE_DISCREPANCY_PERCENT);
    }

    private boolean isOffLength(int row) {
        double osl = columns.at(row, "output_sequence_length");
        double requested = Math.rint(osl / (1 + columns.at(row, "osl_mismatch_diff_pct") / 100));
        return Math.abs(osl - requested) > Math.min(requested * LENGTH_MISMATCH_SHARE, LENGTH_MISMATCH_TOKENS);
    }
}
