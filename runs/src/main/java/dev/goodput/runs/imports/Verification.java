package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Statistic;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// Each of a tool's own aggregates against what its own raw data give: equal, different, or refused by name.
public record Verification(List<Row> rows) {
    /// Relative difference up to which two doubles are the same number: sums in another order differ by less.
    public static final double TOLERANCE = 1e-9;

    /// What is left, relative to their size, of equal doubles that were subtracted after some sums.
    private static final double RESIDUE = 1e-13;

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
        // Stamps far from the run's start hold fewer digits of a nanosecond: a gap is no finer than two of them.
        double resolutionNs = 2 * Math.ulp((double) imported.run().manifest().windowNs());
        return new Verification(imported.aggregates().stream()
                .map(aggregate -> row(aggregate, seen, resolutionNs))
                .toList());
    }

    public long count(Result result) {
        return rows.stream().filter(row -> row.result() == result).count();
    }

    /// What the raw data give, in nanoseconds for times.
    static Answer answer(Recipe recipe, DialectRun seen) {
        return switch (recipe) {
            case Recipe.Of(var quantity, var statistic) -> seen.answer(quantity, statistic);
            case Recipe.Whole(var quantity) -> seen.answer(quantity);
            case Recipe.Computed(var formula) -> formula.apply(seen);
            case Recipe.Cancelling(Recipe value, Recipe _) -> answer(value, seen);
            case Recipe.Impossible(String reason) -> new Answer.Refused(reason);
        };
    }

    /// How far two computations of the same value may lie apart where what it is made of cancels; else 0.
    private static double residue(Recipe recipe, DialectRun seen) {
        Answer size = switch (recipe) {
            case Recipe.Of(var quantity, var statistic)
            when statistic == Statistic.Simple.STD -> seen.answer(quantity, Statistic.Simple.MAX);
            case Recipe.Cancelling(Recipe _, Recipe larger) -> answer(larger, seen);
            case Recipe.Of _, Recipe.Whole _, Recipe.Computed _, Recipe.Impossible _ -> new Answer.Value(0);
        };
        double residue = Math.abs(size.orNaN()) * RESIDUE;
        return Double.isFinite(residue) ? residue : 0;
    }

    private static Row row(ToldAggregate aggregate, DialectRun seen, double resolutionNs) {
        Answer answer = answer(aggregate.recipe(), seen);
        return switch (answer) {
            case Answer.Refused(String reason) ->
                new Row(aggregate.name(), aggregate.told(), Double.NaN, Result.REFUSED, reason);
            case Answer.Value(double value) -> {
                double ours = value / aggregate.unit();
                double residue = residue(aggregate.recipe(), seen) / aggregate.unit();
                boolean equal = isEqual(aggregate, ours, resolutionNs) || Math.abs(ours - aggregate.told()) <= residue;
                Result result = equal ? Result.EQUAL : Result.DIFFERS;
                yield new Row(aggregate.name(), aggregate.told(), ours, result, "");
            }
        };
    }

    private static boolean isEqual(ToldAggregate aggregate, double ours, double resolutionNs) {
        double told = aggregate.told();
        if (Double.isNaN(told) || Double.isInfinite(told)) {
            return Double.compare(told, ours) == 0;
        }
        double noise = aggregate.unit() > ToldAggregate.NS ? resolutionNs / aggregate.unit() : 0;
        if (Math.abs(ours - told) <= Math.max(noise, TOLERANCE * Math.max(Math.abs(told), Math.abs(ours)))) {
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
