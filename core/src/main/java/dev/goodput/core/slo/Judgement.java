package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import java.util.List;

/// Whether one request was good, and if not, why.
///
/// @param missed the constraints it broke; empty for a good request and for one that failed
public record Judgement(RequestTrace trace, Reading reading, Result result, List<Constraint> missed) {

    /// The fate of a request under an SLO.
    public enum Result {
        GOOD,
        /// Completed, but broke at least one constraint.
        MISSED,
        /// Did not complete.
        FAILED,
        /// The run was stopped before its fate was decided, the client was at fault, or what the SLO bounds was not
        /// observed; counts against every claim.
        UNRESOLVED
    }

    /// Judges one request on its own: no list of anything else is consulted, so nothing can be misaligned.
    public static Judgement of(RequestTrace trace, Reading reading, Slo slo) {
        List<Constraint> missed = slo.constraints().stream()
                .filter(constraint -> constraint.applies(trace, reading) && !constraint.isMet(reading))
                .toList();
        return switch (trace.outcome()) {
            case Outcome.Completed _ -> new Judgement(trace, reading, completed(trace, reading, slo, missed), missed);
            case Outcome.Failed failed ->
                new Judgement(trace, reading, failed(trace, reading, slo, failed.category()), List.of());
        };
    }

    private static Result completed(RequestTrace trace, Reading reading, Slo slo, List<Constraint> missed) {
        if (!missed.isEmpty()) {
            return Result.MISSED;
        }
        return slo.constraints().stream().anyMatch(constraint -> constraint.isUnobserved(trace, reading))
                ? Result.UNRESOLVED
                : Result.GOOD;
    }

    /// A request that the endpoint failed is decided; so is one that was stopped after its deadline.
    private static Result failed(RequestTrace trace, Reading reading, Slo slo, FailureCategory category) {
        double waitedNs = category == FailureCategory.CANCELLED
                ? Stamp.between(
                        trace.timeline().intendedStartNs(), trace.timeline().endNs())
                : Double.NaN;
        return category.isUnresolved()
                        && slo.constraints().stream()
                                .noneMatch(constraint -> constraint.isBrokenForGood(trace, reading, waitedNs))
                ? Result.UNRESOLVED
                : Result.FAILED;
    }

    public boolean isGood() {
        return result == Result.GOOD;
    }
}
