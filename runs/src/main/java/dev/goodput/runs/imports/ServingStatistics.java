package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Sample;
import dev.goodput.core.metric.Statistic;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The statistics of serving benchmarks by their keys, such as `p99_ttft_ms`.
final class ServingStatistics {
    private static final Pattern KEY =
            Pattern.compile("(mean|median|std|min|max|p(\\d{1,3}(?:\\.\\d{1,9})?))_([a-z0-9_]+?)_ms");

    private ServingStatistics() {}

    /// A key taken apart.
    ///
    /// @param statistic `mean`, `median`, `std`, `min`, `max` or a percentile such as `p99.9`
    record Key(String statistic, String metric) {}

    static Optional<Key> key(String name) {
        Matcher matcher = KEY.matcher(name);
        return matcher.matches() ? Optional.of(new Key(matcher.group(1), matcher.group(3))) : Optional.empty();
    }

    /// The recipe of a statistic of a per-request quantity.
    static Recipe of(Quantity quantity, String statistic) {
        return statistic(statistic)
                .<Recipe>map(known -> new Recipe.Of(quantity, known))
                .orElseGet(() -> new Recipe.Computed(seen -> {
                    Answer median = seen.answer(quantity, Statistic.median());
                    return median instanceof Answer.Refused
                            ? median
                            : fine(seen, seen.sample(quantity), statistic, quantity.words());
                }));
    }

    /// The recipe of a statistic of values that are no quantity of their own.
    static Recipe of(Function<DialectRun, Sample> sample, String statistic, String words) {
        return new Recipe.Computed(seen -> answer(seen, sample.apply(seen), statistic, words));
    }

    static Answer answer(DialectRun seen, Sample sample, String statistic, String words) {
        return statistic(statistic)
                .map(known -> seen.answer(sample, known, words))
                .orElseGet(() -> fine(seen, sample, statistic, words));
    }

    /// Empty for a percentile that is finer than tenths of a percent.
    private static Optional<Statistic> statistic(String name) {
        return switch (name) {
            case "mean" -> Optional.of(Statistic.Simple.MEAN);
            case "median" -> Optional.of(Statistic.median());
            case "std" -> Optional.of(Statistic.Simple.STD);
            case "min" -> Optional.of(Statistic.Simple.MIN);
            case "max" -> Optional.of(Statistic.Simple.MAX);
            default -> {
                BigDecimal perMille =
                        new BigDecimal(name.substring(1)).movePointRight(1).stripTrailingZeros();
                boolean whole = perMille.scale() <= 0 && perMille.compareTo(BigDecimal.valueOf(1000)) <= 0;
                yield whole ? Optional.of(new Statistic.Percentile(perMille.intValueExact())) : Optional.empty();
            }
        };
    }

    /// These tools interpolate linearly, whatever the percentile.
    private static Answer fine(DialectRun seen, Sample sample, String statistic, String words) {
        double p = Double.parseDouble(statistic.substring(1)) / 100;
        if (p > 1) {
            return new Answer.Refused("there is no percentile above 100");
        }
        if (sample.isEmpty()) {
            return seen.answer(sample, Statistic.median(), words);
        }
        double position = (sample.count() - 1) * p;
        int low = (int) position;
        double above = sample.value(Math.min(low + 1, sample.count() - 1));
        return new Answer.Value(sample.value(low) + (position - low) * (above - sample.value(low)));
    }
}
