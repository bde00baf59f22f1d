package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Sample;
import dev.goodput.core.metric.Statistic;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The statistics of inference-perf by name: `mean`, `min`, `max`, `median`, and `p` with whatever percentile was set.
final class InferencePerfStatistic {
    private InferencePerfStatistic() {}

    static Recipe of(Quantity quantity, String name, UnaryOperator<DialectRun> part) {
        @Nullable Statistic statistic = statistic(name);
        if (statistic != null) {
            return new Recipe.Computed(seen -> part.apply(seen).answer(quantity, statistic));
        }
        double percent = percent(name);
        return Double.isNaN(percent)
                ? unknown()
                : new Recipe.Computed(seen -> {
                    DialectRun run = part.apply(seen);
                    Answer count = run.answer(quantity, Statistic.Simple.COUNT);
                    return count instanceof Answer.Refused ? count : percentile(run.sample(quantity), percent);
                });
    }

    static Recipe of(double[] values, String name) {
        @Nullable Statistic statistic = statistic(name);
        if (statistic != null) {
            return Told.statistic(values, statistic, "such value");
        }
        double percent = percent(name);
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Double.isNaN(percent) || sorted.length == 0 ? unknown() : Told.value(linear(sorted, percent));
    }

    private static Recipe unknown() {
        return Told.impossible("not known to this version of the importer");
    }

    /// Null for a percentile finer than a tenth of a percent, and for what is no statistic.
    private static @Nullable Statistic statistic(String name) {
        return switch (name) {
            case "mean" -> Statistic.Simple.MEAN;
            case "min" -> Statistic.Simple.MIN;
            case "max" -> Statistic.Simple.MAX;
            case "median" -> Statistic.median();
            default -> {
                double percent = percent(name);
                yield Math.abs(percent * 10 - Math.rint(percent * 10)) < 1e-9 ? Statistic.p(percent) : null;
            }
        };
    }

    private static double percent(String name) {
        if (!name.matches("p[0-9]{1,3}(\\.[0-9]{1,9})?")) {
            return Double.NaN;
        }
        double percent = Double.parseDouble(name.substring(1));
        return percent <= 100 ? percent : Double.NaN;
    }

    private static Answer percentile(Sample sample, double percent) {
        if (sample.isEmpty()) {
            return new Answer.Refused("there is no such value");
        }
        double[] sorted = new double[sample.count()];
        Arrays.setAll(sorted, sample::value);
        return new Answer.Value(linear(sorted, percent));
    }

    private static double linear(double[] sorted, double percent) {
        double position = (sorted.length - 1) * (percent / 100);
        int low = (int) Math.floor(position);
        double part = position - low;
        return part == 0 ? sorted[low] : sorted[low] + part * (sorted[low + 1] - sorted[low]);
    }
}
