package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Constraint.Finding;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Whether one request was good, and if not, why.
///
/// @param missed the constraints it broke; empty for a good request and for one that failed
public record Judgement(Observation observation, Result result, List<Constraint> missed) {

    /// The fate of a request under an SLO.
    public enum Result {
        GOOD,
        /// Completed, but broke at least one constraint.
        MISSED,
        /// Did not complete.
        FAILED,
        /// Completed and broke nothing, but lacks a metric that the SLO wants a request to have to be counted at all.
        EXCLUDED,
        /// The run was stopped before its fate was decided, the client was at fault, or what the SLO bounds was not
        /// observed; counts against every claim.
        UNRESOLVED
    }

    /// Judges one request of a run of our own.
    public static Judgement of(RequestTrace trace, Reading reading, Slo slo) {
        return of(Observation.of(trace, reading), slo);
    }

    /// Judges one request on its own: no list of anything else is consulted, so nothing can be misaligned.
    public static Judgement of(Observation request, Slo slo) {
        return switch (request.trace().outcome()) {
            case Outcome.Completed _ -> completed(request, slo);
            case Outcome.Failed failed -> new Judgement(request, failed(request, slo, failed.category()), List.of());
        };
    }

    private static Judgement completed(Observation request, Slo slo) {
        List<Constraint> missed = new ArrayList<>();
        Set<Finding> findings = EnumSet.noneOf(Finding.class);
        for (Constraint constraint : slo.constraints()) {
            Finding finding = constraint.finding(request, slo.notApplicable());
            findings.add(finding);
            if (finding == Finding.BROKEN) {
                missed.add(constraint);
            }
        }
        return new Judgement(request, completed(findings), List.copyOf(missed));
    }

    private static Result completed(Set<Finding> findings) {
        if (findings.contains(Finding.BROKEN)) {
            return Result.MISSED;
        }
        if (findings.contains(Finding.UNOBSERVED)) {
            return Result.UNRESOLVED;
        }
        return findings.contains(Finding.EXCLUDED) ? Result.EXCLUDED : Result.GOOD;
    }

    /// A request that the endpoint failed is decided; so is one that was stopped after its deadline.
    private static Result failed(Observation request, Slo slo, FailureCategory category) {
        double waitedNs = category == FailureCategory.CANCELLED
                ? Stamp.between(
                        request.trace().timeline().intendedStartNs(),
                        request.trace().timeline().endNs())
                : Double.NaN;
        return category.isUnresolved()
                        && slo.constraints().stream()
                                .noneMatch(constraint -> constraint.isBrokenForGood(request, waitedNs))
                ? Result.UNRESOLVED
                : Result.FAILED;
    }

    public RequestTrace trace() {
        return observation.trace();
    }

    public Reading reading() {
        return observation.reading();
    }

    public boolean isGood() {
        return result == Result.GOOD;
    }
}
