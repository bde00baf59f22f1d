package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import java.util.function.ToDoubleFunction;

/// Recipes that several tools share.
final class Told {
    private Told() {}

    static Recipe of(Quantity quantity, Statistic statistic) {
        return new Recipe.Of(quantity, statistic);
    }

    static Recipe impossible(String reason) {
        return new Recipe.Impossible(reason);
    }

    /// A number that the tool got from its own rows without any definition of time.
    static Recipe value(double value) {
        return new Recipe.Computed(_ -> new Answer.Value(value));
    }

    static Recipe computed(ToDoubleFunction<DialectRun> formula) {
        return new Recipe.Computed(seen -> new Answer.Value(formula.applyAsDouble(seen)));
    }

    /// A statistic of values that the file holds and that are no quantity of the dialect.
    static Recipe statistic(double[] values, Statistic statistic, String words) {
        return new Recipe.Computed(seen -> seen.answer(values, statistic, words));
    }
}
