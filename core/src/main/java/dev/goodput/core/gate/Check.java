package dev.goodput.core.gate;

/// One thing that was looked at, with its value, its limit and whether it held.
///
/// @param kind what a failed check means for the verdict
/// @param value and `limit` as numbers in `unit`; NaN where there is none
/// @param unit `share`, `ns` or `count`
/// @param reason one sentence for people
public record Check(String name, Kind kind, double value, double limit, String unit, boolean ok, String reason) {

    /// What a check is about.
    public enum Kind {
        /// Decides between PASS, FAIL and INCONCLUSIVE.
        OBJECTIVE,
        /// Shows how one constraint contributes; does not decide on its own.
        CONSTRAINT,
        /// Failing makes the run INVALID.
        MEASUREMENT
    }
}
