package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the columns of evalscope's percentile file come about; where nothing is left the tool writes NaN.
record EvalscopePercentileRecipes(EvalscopeRows rows) {
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2}(?:\\.[0-9])?)%");

    Recipe of(String column, String label) {
        return percentile(label)
                .map(statistic -> recipe(column, statistic))
                .orElseGet(() -> Told.impossible("a row that is no percentile"));
    }

    private static Optional<Statistic> percentile(String label) {
        Matcher percent = PERCENT.matcher(label);
        return switch (label) {
            case "min" -> Optional.of(Statistic.p(0));
            case "max" -> Optional.of(Statistic.p(100));
            default ->
                percent.matches() ? Optional.of(Statistic.p(Double.parseDouble(percent.group(1)))) : Optional.empty();
        };
    }

    private Recipe recipe(String column, Statistic statistic) {
        boolean whole = rows.isStreamed() && !rows.isMixed();
        return switch (column) {
            case "Latency (s)" -> of(Quantity.E2E, statistic);
            case "ITL (ms)" -> of(Quantity.ITL, statistic);
            case "Input tokens" -> of(Quantity.INPUT_TOKENS, statistic);
            case "Output tokens" -> of(Quantity.OUTPUT_TOKENS, statistic);
            case "Output (tok/s)" -> of(Quantity.SPEED_WITH_TTFT, statistic);
            case "TTFT (ms)" ->
                whole
                        ? of(Quantity.TTFT, statistic)
                        : seconds(
                                rows.timed().stream()
                                        .mapToDouble(EvalscopeRows.Row::ttftS)
                                        .toArray(),
                                statistic);
            case "TPOT (ms)" -> whole ? of(Quantity.TPOT, statistic) : seconds(tpotsS(), statistic);
            case "Decode (tok/s)" ->
                whole
                        ? of(Quantity.SPEED, statistic)
                        : plain(
                                Arrays.stream(tpotsS())
                                        .map(tpotS -> tpotS > 0 ? 1 / tpotS : Double.NaN)
                                        .toArray(),
                                statistic);
            case "Total (tok/s)" -> plain(perLatency(true), statistic);
            case "Input (tok/s)" -> plain(perLatency(false), statistic);
            case "Steady ITL (ms)" -> seconds(EvalscopeGaps.steady(rows), statistic);
            case "PD Handoff Latency (ms)" -> seconds(EvalscopeGaps.handoff(rows), statistic);
            case "PD Handoff Overhead (ms)" -> seconds(EvalscopeGaps.overhead(rows), statistic);
            default -> Told.impossible("not known to this version of the importer");
        };
    }

    private double[] tpotsS() {
        return rows.timed().stream()
                .mapToDouble(row -> row.tpotS() > 0 || !rows.isStreamed() ? row.tpotS() : Double.NaN)
                .toArray();
    }

    private double[] perLatency(boolean withOutput) {
        return rows.successes()
                .mapToDouble(row -> row.latencyS() > 0
                        ? (row.promptTokens() + (withOutput ? row.outputTokens() : 0)) / row.latencyS()
                        : Double.NaN)
                .toArray();
    }

    private static Recipe of(Quantity quantity, Statistic statistic) {
        return new Recipe.Computed(seen ->
                seen.sample(quantity).isEmpty() ? new Answer.Value(Double.NaN) : seen.answer(quantity, statistic));
    }

    private static Recipe seconds(double[] seconds, Statistic statistic) {
        return plain(Arrays.stream(seconds).map(value -> value * 1e9).toArray(), statistic);
    }

    private static Recipe plain(double[] values, Statistic statistic) {
        return Arrays.stream(values).allMatch(Double::isNaN)
                ? Told.value(Double.NaN)
                : Told.statistic(values, statistic, "such values");
    }
}
