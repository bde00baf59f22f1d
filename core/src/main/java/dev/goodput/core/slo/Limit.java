package dev.goodput.core.slo;

import dev.goodput.core.slo.Condition.Size;
import java.math.BigDecimal;

/// What a metric is held against.
public sealed interface Limit {

    /// A number in the unit of the metric: nanoseconds, a share from 0 to 1, per second, or a count.
    record Fixed(BigDecimal value) implements Limit {
        public Fixed {
            value = value.stripTrailingZeros();
        }
    }

    /// A time that grows with the request: `200ms + 0.05ms * input_tokens`.
    ///
    /// @param baseNs what every request has, may be 0
    record PerToken(long baseNs, long perTokenNs, Size size) implements Limit {
        public PerToken {
            if (baseNs < 0) {
                throw new IllegalArgumentException("a limit cannot start below 0");
            }
            Units.requirePositive(perTokenNs, "limit per token");
        }
    }

    /// A multiple of what a baseline run had at the median: `3 * baseline`.
    ///
    /// @param baseline the median of the metric in the baseline run; NaN until [Slo#against] has looked it up
    record TimesBaseline(BigDecimal factor, double baseline) implements Limit {
        public TimesBaseline {
            if (factor.signum() <= 0) {
                throw new IllegalArgumentException("a multiple of the baseline must be positive");
            }
            factor = factor.stripTrailingZeros();
        }

        public TimesBaseline(BigDecimal factor) {
            this(factor, Double.NaN);
        }
    }

    static Limit ofNs(long ns) {
        return new Fixed(BigDecimal.valueOf(ns));
    }

    /// The number for one request, NaN where what it depends on is not known.
    default double of(Observation request) {
        return switch (this) {
            case Fixed fixed -> fixed.value().doubleValue();
            case PerToken perToken -> {
                double tokens = perToken.size().of(request);
                yield perToken.baseNs() + perToken.perTokenNs() * tokens;
            }
            case TimesBaseline times -> times.factor().doubleValue() * times.baseline();
        };
    }

    /// Whether the limit of a request that was stopped half-way might have been another at its end.
    default boolean growsWithAnswer() {
        return this instanceof PerToken perToken && perToken.size() == Size.OUTPUT_TOKENS;
    }

    /// As it is written in an SLO for a metric of that unit.
    default String text(Metric.Unit unit) {
        return switch (this) {
            case Fixed fixed -> unit.text(fixed.value());
            case PerToken perToken ->
                (perToken.baseNs() == 0 ? "" : Units.format(perToken.baseNs()) + " + ")
                        + Units.format(perToken.perTokenNs()) + " * "
                        + perToken.size().id();
            case TimesBaseline times -> times.factor().toPlainString() + " * baseline";
        };
    }
}
