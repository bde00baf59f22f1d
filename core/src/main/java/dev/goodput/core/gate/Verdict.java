package dev.goodput.core.gate;

/// The answer to "is the endpoint good enough?".
public enum Verdict {
    /// The lower bound on goodput reaches the target.
    PASS,
    /// The upper bound on goodput misses the target.
    FAIL,
    /// Neither: more requests are needed.
    INCONCLUSIVE,
    /// The measurement itself cannot be trusted.
    INVALID
}
