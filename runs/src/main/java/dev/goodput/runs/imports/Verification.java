package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// Each of a tool's own aggregates against what its own raw data give: equal, different, or refused by name.
public record Verification(List<Row> rows) {
    /// Relative difference up to which two doubles are the same number: sums in another order differ by less.
    public static final double TOLERANCE = 1e-9;

    /// @param ours what the raw data give, in the tool's unit; NaN when refused
    /// @param reason why it was refused; empty otherwise
    public record Row(String name, double told, double ours, Result result, String reason) {}

    /// How one aggregate came out.
    public enum Result {
        EQUAL,
        DIFFERS,
        REFUSED
    }

    public static Verification of(Imported imported) {
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());
        return new Verification(imported.aggregates().stream()
                .map(aggregate -> row(aggregate, seen))
                .toList());
    }

    public long count(Result result) {
        return rows.stream().filter(row -> row.result() == result).count();
    }

    /// What the raw data give, in nanoseconds for times.
    static Answer recomputed(Recipe recipe, DialectRun seen) {
        return switch (recipe) {
            case Recipe.Of(var quantity, var statistic) -> seen.answer(quantity, statistic);
            case Recipe.Whole(var quantity) -> seen.answer(quantity);
            case Recipe.Computed(var formula) -> formula.apply(seen);
            case Recipe.Impossible(String reason) -> new Answer.Refused(reason);
        };
    }

    private static Row row(ToldAggregate aggregate, DialectRun seen) {
        return switch (recomputed(aggregate.recipe(), seen)) {
            case Answer.Refused(String reason) ->
                new Row(aggregate.name(), aggregate.told(), Double.NaN, Result.REFUSED, reason);
            case Answer.Value(double value) -> {
                double ours = value / aggregate.unit();
                Result result = isEqual(aggregate, ours) ? Result.EQUAL : Result.DIFFERS;
                yield new Row(aggregate.name(), aggregate.told(), ours, result, "");
            }
        };
    }

    private static boolean isEqual(ToldAggregate aggregate, double ours) {
        double told = aggregate.told();
        if (Double.isNaN(told) || Double.isInfinite(told)) {
            return Double.compare(told, ours) == 0;
        }
        if (Math.abs(ours - told) <= TOLERANCE * Math.max(Math.abs(told), Math.abs(ours))) {
            return true;
        }
        return aggregate.decimals() != ToldAggregate.DOUBLE && roundsTo(ours, told, aggregate.decimals());
    }

    /// Whether a value rounds to what was printed. A value within rounding noise of a tie may go either way.
    private static boolean roundsTo(double ours, double told, int decimals) {
        if (Double.isNaN(ours) || Double.isInfinite(ours)) {
            return false;
        }
        BigDecimal printed = new BigDecimal(Double.toString(told)).setScale(decimals, RoundingMode.HALF_EVEN);
        BigDecimal half = BigDecimal.ONE.movePointLeft(decimals).divide(BigDecimal.TWO);
        BigDecimal noise = new BigDecimal(Math.abs(ours) * TOLERANCE);
        return new BigDecimal(ours).subtract(printed).abs().compareTo(half.add(noise)) <= 0;
    }
}
