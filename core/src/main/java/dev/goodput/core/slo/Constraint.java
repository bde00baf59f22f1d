package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/// One bound that a request must keep, inclusive, perhaps only under conditions: `ttft<=500ms`,
/// `output_tokens_per_second>=20/s`, `e2e<=3s when output_tokens < 300`.
///
/// @param conditions all must hold for the bound to apply; empty for always
public record Constraint(Metric metric, Limit limit, List<Condition> conditions) implements Clause {
    private static final BigDecimal LONGEST_NS = BigDecimal.valueOf(Long.MAX_VALUE);

    public Constraint {
        conditions = List.copyOf(conditions);
        requireFitting(metric, limit);
    }

    /// What a constraint comes to for one completed request.
    public enum Finding {
        KEPT,
        BROKEN,
        /// Its conditions do not hold, or the request lacks the metric and the SLO calls that good.
        NOT_APPLICABLE,
        /// The request lacks the metric and the SLO takes such requests out.
        EXCLUDED,
        /// It should apply, but what it bounds was not observed.
        UNOBSERVED
    }

    /// A time that every request must keep.
    public static Constraint atMost(TimeMetric metric, long limitNs) {
        return new Constraint(metric, Limit.ofNs(limitNs), List.of());
    }

    /// What the constraint comes to for a completed request.
    ///
    /// @param notApplicable what a metric means that the request rightly lacks
    public Finding finding(Observation completed, NotApplicable notApplicable) {
        if (!Condition.allHold(conditions, completed)) {
            return Finding.NOT_APPLICABLE;
        }
        double value = value(completed);
        if (Double.isNaN(value) && metric.mayLack(completed)) {
            return switch (notApplicable) {
                case GOOD -> Finding.NOT_APPLICABLE;
                case BAD -> Finding.BROKEN;
                case EXCLUDED -> Finding.EXCLUDED;
            };
        }
        double bound = limit(completed);
        if (Double.isNaN(value) || Double.isNaN(bound)) {
            return Finding.UNOBSERVED;
        }
        return keeps(value, bound) ? Finding.KEPT : Finding.BROKEN;
    }

    /// Whether a request that was stopped half-way had broken the constraint already, whatever was still to
    /// come.
    ///
    /// @param waitedNs from the intended start to the stop, or NaN when that says nothing about the endpoint
    boolean isBrokenForGood(Observation stopped, double waitedNs) {
        double best = metric.atBest(stopped, waitedNs);
        double bound = limit.growsWithAnswer() ? Double.NaN : limit(stopped);
        return !Double.isNaN(best)
                && !Double.isNaN(bound)
                && !keeps(best, bound)
                && conditions.stream().allMatch(condition -> condition.holdsForGood(stopped));
    }

    private boolean keeps(double value, double bound) {
        return switch (metric.direction()) {
            case AT_MOST -> value <= bound;
            case AT_LEAST -> value >= bound;
        };
    }

    /// The metric's value for a request, in the metric's unit; NaN where there is none.
    public double value(Observation request) {
        return metric.of(request);
    }

    /// The limit for a request, in the metric's unit; NaN where it is not known.
    public double limit(Observation request) {
        return limit.of(request);
    }

    /// How far a request is on the wrong side of the limit, in the metric's unit; NaN where there is no value.
    public double excess(Observation request) {
        double over = value(request) - limit(request);
        return switch (metric.direction()) {
            case AT_MOST -> over;
            case AT_LEAST -> -over;
        };
    }

    /// The limit as a time that is the same for all requests; empty for every other kind of limit.
    public OptionalLong fixedNs() {
        return metric.unit() == Metric.Unit.TIME && limit instanceof Limit.Fixed fixed
                ? OptionalLong.of(fixed.value().longValueExact())
                : OptionalLong.empty();
    }

    /// @throws IllegalArgumentException when the metric cannot have such a limit
    static void requireFitting(Metric metric, Limit limit) {
        switch (limit) {
            case Limit.Fixed fixed -> requireInRange(metric, fixed.value());
            case Limit.PerToken _ -> {
                if (metric.unit() != Metric.Unit.TIME) {
                    throw new IllegalArgumentException("only a time can grow with tokens, not " + metric.id());
                }
            }
            case Limit.TimesBaseline _ -> {
                if (!isRelatable(metric)) {
                    throw new IllegalArgumentException(metric.id() + " cannot be a multiple of a baseline");
                }
            }
        }
    }

    private static void requireInRange(Metric metric, BigDecimal value) {
        boolean ok = switch (metric.unit()) {
            case TIME -> value.signum() > 0 && value.scale() <= 0 && value.compareTo(LONGEST_NS) < 0;
            case SHARE -> value.signum() > 0 && value.compareTo(BigDecimal.ONE) <= 0;
            case PER_SECOND -> value.signum() > 0;
            case COUNT -> value.signum() >= 0 && value.scale() <= 0;
        };
        if (!ok) {
            throw new IllegalArgumentException(
                    "limit of " + metric.id() + " is out of range: " + value.toPlainString());
        }
    }

    /// Whether a baseline run has a median of the metric that a limit can be a multiple of.
    private static boolean isRelatable(Metric metric) {
        return switch (metric) {
            case TimeMetric _, OutputSpeed _ -> true;
            case DeadlineMetric _, Underruns _ -> false;
        };
    }

    /// The constraint in the form in which it is written.
    @Override
    public String toString() {
        return metric + metric.direction().sign() + limit.text(metric.unit()) + Condition.text(conditions);
    }
}
