package dev.goodput.core.gate;

/// Whether a candidate is worse than its baseline by more than a margin.
public enum Regression {
    /// Shown to be no worse by the margin.
    NO_REGRESSION,
    /// Shown to be worse, and by the margin as far as was observed.
    REGRESSION,
    /// Neither: more requests are needed.
    INCONCLUSIVE,
    /// One of the two measurements cannot be trusted.
    INVALID
}
