package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/// One bound that a request must keep: `metric <= limit`, inclusive, perhaps only under a condition.
///
/// @param limitNs the largest value that is still good, positive
/// @param condition when the bound applies, or null for always
public record Constraint(
        Metric metric, long limitNs, @Nullable Condition condition) {
    public Constraint {
        if (limitNs <= 0) {
            throw new IllegalArgumentException("limit of " + metric.id() + " must be positive");
        }
    }

    /// Whether the constraint applies to the request and the request has the metric at all.
    public boolean applies(RequestTrace trace, Reading reading) {
        return (condition == null || condition.holds(trace, reading)) && !Double.isNaN(metric.of(reading));
    }

    /// Whether a request to which the constraint applies keeps it.
    public boolean isMet(Reading reading) {
        return metric.of(reading) <= limitNs;
    }

    /// Whether a request that was stopped half-way had broken the constraint already, whatever was still to come.
    ///
    /// @param waitedNs from the intended start to the stop, or NaN when that says nothing about the endpoint
    boolean isBrokenForGood(RequestTrace trace, Reading reading, double waitedNs) {
        return (condition == null || condition.holdsForGood(trace, reading))
                && metric.atLeast(reading, waitedNs) > limitNs;
    }

    /// Whether the constraint should apply to the completed request, but what it bounds was not observed.
    boolean isUnobserved(RequestTrace trace, Reading reading) {
        return (condition == null || condition.holds(trace, reading))
                && metric.isOfEveryAnswer()
                && Double.isNaN(metric.of(reading));
    }

    /// The constraint in the form in which it is written, such as `e2e<=3s when output_tokens < 300`.
    @Override
    public String toString() {
        return metric.id() + "<=" + Units.format(limitNs) + (condition == null ? "" : " when " + condition);
    }
}
