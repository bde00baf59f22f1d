package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.List;

/// What must be true of the run as a whole, or of the requests for which its conditions hold.
public sealed interface Objective extends Clause {

    /// Good requests over scheduled ones: `goodput>=99%`. Without conditions it is the [Slo#target].
    record GoodputShare(BigDecimal share, List<Condition> conditions) implements Objective {
        public GoodputShare {
            share = Units.requireShare(share, "goodput");
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return GOODPUT + ">=" + Units.percent(share) + Condition.text(conditions);
        }
    }

    /// A percentile of a time over completed requests: `p99(ttft)<=800ms`. Requests that rightly lack the
    /// metric are not part of the sample.
    ///
    /// @param perMille 10 to 999, such as 990 for P99
    /// @param limit fixed, or a multiple of the baseline's median
    record Percentile(int perMille, TimeMetric metric, Limit limit, List<Condition> conditions) implements Objective {
        public Percentile {
            if (perMille < LOWEST_PER_MILLE || perMille > HIGHEST_PER_MILLE) {
                throw new IllegalArgumentException("a percentile lies between p1 and p99.9");
            }
            if (limit instanceof Limit.PerToken) {
                throw new IllegalArgumentException("the limit of a percentile is one number for all requests");
            }
            conditions = List.copyOf(conditions);
            Constraint.requireFitting(metric, limit);
        }

        /// The limit in nanoseconds, NaN while its baseline is not known.
        public double limitNs() {
            return switch (limit) {
                case Limit.Fixed fixed -> fixed.value().doubleValue();
                case Limit.TimesBaseline times -> times.factor().doubleValue() * times.baseline();
                case Limit.PerToken _ -> Double.NaN;
            };
        }

        /// The percentile's name, such as `p99` or `p99.9`.
        public String percentile() {
            return "p" + BigDecimal.valueOf(perMille, 1).stripTrailingZeros().toPlainString();
        }

        @Override
        public String toString() {
            return percentile() + "(" + metric.id() + ")<=" + limit.text(Metric.Unit.TIME) + Condition.text(conditions);
        }
    }

    /// Failed requests over scheduled ones: `error_rate<=0.1%`.
    record ErrorRate(BigDecimal share, List<Condition> conditions) implements Objective {
        public ErrorRate {
            share = Units.requireShare(share, "error_rate");
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return ERROR_RATE + "<=" + Units.percent(share) + Condition.text(conditions);
        }
    }

    /// Good requests per second of the window: `goodput_rate>=12/s`.
    record GoodputRate(BigDecimal perSecond, List<Condition> conditions) implements Objective {
        public GoodputRate {
            if (perSecond.signum() <= 0) {
                throw new IllegalArgumentException("goodput_rate must be positive");
            }
            perSecond = perSecond.stripTrailingZeros();
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return GOODPUT_RATE + ">=" + perSecond.toPlainString() + "/s" + Condition.text(conditions);
        }
    }

    String GOODPUT = "goodput";
    String ERROR_RATE = "error_rate";
    String GOODPUT_RATE = "goodput_rate";
    int LOWEST_PER_MILLE = 10;
    int HIGHEST_PER_MILLE = 999;

    /// Empty where the objective is about all requests.
    List<Condition> conditions();

    /// Whether the objective is about the request. A request that failed half-way is covered by every length
    /// that it could have reached.
    default boolean covers(Observation request) {
        return Condition.allHold(conditions(), request);
    }
}
