package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/// How the numbers of evalscope's summary come about.
///
/// @param parallel the setting, or NaN
/// @param rate the setting, or NaN
record EvalscopeSummaryRecipes(EvalscopeRows rows, double parallel, double rate) {

    /// What the tool writes where no request succeeded: -1, of seconds where it is a time.
    private static final double NOTHING = -1;

    Recipe of(String name) {
        return switch (name) {
            case "Test Duration (s)" -> new Recipe.Whole(RunQuantity.DURATION);
            case "Concurrency" -> setting(parallel);
            case "Request Rate (req/s)" -> setting(rate);
            case "Total Requests" -> Told.value(rows.rows().size());
            case "Success Requests" -> new Recipe.Whole(RunQuantity.COMPLETED);
            case "Failed Requests" -> new Recipe.Whole(RunQuantity.FAILED);
            case "Stream Requests" -> Told.value(streamed(true));
            case "Non-Stream Requests" -> Told.value(streamed(false));
            case "Req Throughput (req/s)" -> new Recipe.Whole(RunQuantity.REQUEST_RATE);
            case "Output Throughput (tok/s)" -> new Recipe.Whole(RunQuantity.OUTPUT_TOKEN_RATE);
            case "Total Throughput (tok/s)" -> new Recipe.Whole(RunQuantity.TOTAL_TOKEN_RATE);
            // Computed for embedding models alone and written as 0 for all others.
            case "Input Throughput (tok/s)" -> Told.value(0);
            case "Avg Latency (s)" -> mean(Quantity.E2E);
            case "Avg Input Tokens" -> mean(Quantity.INPUT_TOKENS);
            case "Avg Output Tokens" -> mean(Quantity.OUTPUT_TOKENS);
            case "Avg TTFT (ms)" -> rows.isMixed() ? mean(EvalscopeRows.Row::ttftS) : mean(Quantity.TTFT);
            case "Avg TPOT (ms)" -> tpot();
            case "Avg ITL (ms)" -> Told.of(Quantity.ITL, Statistic.mean());
            case "Avg Steady ITL (ms)" -> mean(EvalscopeGaps.steady(rows));
            case "Avg PD Handoff Latency (ms)" -> mean(EvalscopeGaps.handoff(rows));
            case "Avg PD Handoff Overhead (ms)" -> mean(EvalscopeGaps.overhead(rows));
            case "Avg Decoded Tok/Iter" -> Told.value(decodedPerIteration());
            case "Spec. Accept Rate" -> Told.value(Math.clamp(1 - 1 / decodedPerIteration(), 0.0, 1.0));
            case "Avg Turns/Request",
                    "KV Cache Hit Rate (%)",
                    "Avg First-Turn TTFT (ms)",
                    "Avg Subsequent-Turn TTFT (ms)" ->
                Told.impossible("the database does not keep which turn of which conversation a request was");
            default -> Told.impossible("not known to this version of the importer");
        };
    }

    private static Recipe setting(double value) {
        return Double.isNaN(value)
                ? Told.impossible("a setting, and the file of settings is not there")
                : Told.value(value);
    }

    private long streamed(boolean streamed) {
        return rows.rows().stream().filter(row -> row.streamed() == streamed).count();
    }

    private static Recipe mean(Quantity quantity) {
        return new Recipe.Computed(seen -> seen.count(Fate.SUCCESS) > 0
                ? seen.answer(quantity, Statistic.mean())
                : new Answer.Value(quantity.isTime() ? NOTHING * 1e9 : NOTHING));
    }

    private Recipe mean(ToDoubleFunction<EvalscopeRows.Row> seconds) {
        return mean(rows.timed().stream().mapToDouble(seconds).toArray());
    }

    private static Recipe mean(double[] seconds) {
        return Told.value(Arrays.stream(seconds).average().orElse(NOTHING) * 1e9);
    }

    /// Streamed answers of one token have none; where nothing is streamed their zeros count.
    private Recipe tpot() {
        if (rows.isStreamed() && !rows.isMixed()) {
            return mean(Quantity.TPOT);
        }
        DoubleStream seconds = rows.timed().stream()
                .filter(row -> !rows.isStreamed() || row.outputTokens() > 1)
                .mapToDouble(EvalscopeRows.Row::tpotS);
        double none = rows.isStreamed() ? 0 : NOTHING;
        return Told.value(seconds.average().orElse(none) * 1e9);
    }

    /// A chunk a token or fewer is no speculative decoding and is left out.
    private double decodedPerIteration() {
        return rows.successes()
                .mapToDouble(EvalscopeRows.Row::decodedPerIteration)
                .filter(decoded -> decoded > 1)
                .average()
                .orElse(Double.NaN);
    }
}
