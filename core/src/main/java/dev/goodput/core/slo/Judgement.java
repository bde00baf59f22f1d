package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
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
        /// The run was stopped before its fate was decided, or the client was at fault; counts against every claim.
        UNRESOLVED
    }

    /// Judges one request on its own: no list of anything else is consulted, so nothing can be misaligned.
    public static Judgement of(RequestTrace trace, Reading reading, Slo slo) {
        List<Constraint> missed = slo.constraints().stream()
                .filter(constraint -> constraint.applies(trace, reading) && !constraint.isMet(reading))
                .toList();
        return switch (trace.outcome()) {
            case Outcome.Completed _ ->
                new Judgement(trace, reading, missed.isEmpty() ? Result.GOOD : Result.MISSED, missed);
            case Outcome.Failed failed ->
                new Judgement(
                        trace,
                        reading,
                        failed.category().isUnresolved() && missed.isEmpty() ? Result.UNRESOLVED : Result.FAILED,
                        List.of());
        };
    }

    public boolean isGood() {
        return result == Result.GOOD;
    }
}
