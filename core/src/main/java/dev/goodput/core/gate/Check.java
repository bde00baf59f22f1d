package dev.goodput.core.gate;

/// One thing that was looked at, with its value, its limit and whether it held.
///
/// @param kind what a failed check means for the verdict
/// @param value and `limit` as numbers in `unit`; NaN where there is none
/// @param unit `share`, `ns`, `per_second`, `count` or `index` (a plain number)
/// @param reason one sentence for people
public record Check(String name, Kind kind, double value, double limit, String unit, boolean ok, String reason) {

    /// What a check is about.
    public enum Kind {
        /// Decides between PASS, FAIL and INCONCLUSIVE.
        OBJECTIVE,
        /// Shows how one constraint contributes; does not decide on its own.
        CONSTRAINT,
        /// Failing makes the run INVALID.
        MEASUREMENT,
        /// Failing means that users fare worse than what was measured: a PASS is INVALID, a FAIL stands.
        TOO_KIND,
        /// Failing means that users fare better than what was measured: a FAIL is INVALID, a PASS stands.
        TOO_HARSH
    }

    /// Whether the check is about the measurement, not about the endpoint.
    public boolean isOfMeasurement() {
        return switch (kind) {
            case OBJECTIVE, CONSTRAINT -> false;
            case MEASUREMENT, TOO_KIND, TOO_HARSH -> true;
        };
    }

    /// Whether the check takes the ground from under a verdict.
    public boolean voids(Verdict verdict) {
        return !ok
                && switch (kind) {
                    case OBJECTIVE, CONSTRAINT -> false;
                    case MEASUREMENT -> true;
                    case TOO_KIND -> verdict != Verdict.FAIL;
                    case TOO_HARSH -> verdict != Verdict.PASS;
                };
    }
}
