package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.stream.DoubleStream;

/// Numbers of one explanation in one unit with equally many decimals, enough to see the smallest move. A move is shown
/// as the difference of the values beside it, so that what is printed adds up too.
///
/// @param symbol what stands behind a number; empty for a plain count
/// @param perUnit what one unit is in the unit of the measure
record Unit(String symbol, double perUnit, int decimals) {
    private static final int FEWEST = 4;
    private static final int MOST = 6;

    static Unit of(Measure measure, Explanation explanation) {
        double perUnit = measure.isTime() ? 1e6 : isShare(measure) ? 0.01 : 1;
        DoubleStream moves = explanation.steps().stream().mapToDouble(step -> Math.abs(step.move() / perUnit));
        double smallest = moves.min().orElse(1);
        boolean isWhole = explanation.steps().stream()
                        .allMatch(step -> isWhole(step.valueBefore() / perUnit) && isWhole(step.valueAfter() / perUnit))
                && isWhole(orZero(explanation.fromValue()) / perUnit)
                && isWhole(orZero(explanation.toValue()) / perUnit)
                && !measure.isTime();
        int decimals = isWhole ? 0 : (int) Math.clamp(2 - Math.floor(Math.log10(smallest)), FEWEST, MOST);
        return new Unit(symbol(measure), perUnit, decimals);
    }

    private static double orZero(Answer answer) {
        double value = answer.orNaN();
        return Double.isFinite(value) ? value : 0;
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    private static boolean isShare(Measure measure) {
        return measure instanceof Measure.Good good && good.form() == Measure.Good.Form.SHARE;
    }

    private static String symbol(Measure measure) {
        return switch (measure) {
            case Measure.OfRequests(Quantity quantity, Statistic statistic) ->
                statistic == Statistic.Simple.COUNT ? "" : symbol(quantity);
            case Measure.OfRun(RunQuantity quantity) -> symbol(quantity);
            case Measure.Good good ->
                switch (good.form()) {
                    case SHARE -> "%";
                    case COUNT -> "good requests";
                    case RATE -> "good requests/s";
                };
        };
    }

    private static String symbol(Quantity quantity) {
        return switch (quantity) {
            case TTFT, TTAT, TTST, TPOT, ITL, CHUNK_GAP, NTPOT, E2E, E2E_FROM_SCHEDULE -> "ms";
            case OUTPUT_TOKENS, INPUT_TOKENS -> "tokens";
            case SPEED, SPEED_WITH_TTFT, PREFILL_SPEED -> "tokens/s";
        };
    }

    private static String symbol(RunQuantity quantity) {
        return switch (quantity) {
            case DURATION -> "ms";
            case COMPLETED, FAILED, CONCURRENCY -> "requests";
            case REQUEST_RATE -> "requests/s";
            case OUTPUT_TOKENS_TOTAL, INPUT_TOKENS_TOTAL -> "tokens";
            case OUTPUT_TOKEN_RATE, TOTAL_TOKEN_RATE -> "tokens/s";
        };
    }

    /// Without the unit.
    String number(double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,." + decimals + "f", rounded(value))
                : Format.ABSENT;
    }

    String with(double value) {
        return symbol.isEmpty() || !Double.isFinite(value) ? number(value) : number(value) + " " + symbol;
    }

    /// How far it is from one value to another as both are shown, with its sign. One too small for that is written with
    /// an exponent.
    String move(double from, double to) {
        if (to != from && rounded(to).compareTo(rounded(from)) == 0) {
            return String.format(Locale.ROOT, "%+.1e", (to - from) / perUnit).replace('-', '−');
        }
        return String.format(Locale.ROOT, "%+,." + decimals + "f", rounded(to).subtract(rounded(from)))
                .replace('-', '−');
    }

    private BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value / perUnit).setScale(decimals, RoundingMode.HALF_UP);
    }
}
