package dev.goodput.core.stat;

/// What a sample shows about a share and its target.
public enum Decision {
    /// The share is shown to reach the target.
    PASS,
    /// The share is shown to miss the target.
    FAIL,
    /// Neither is shown.
    INCONCLUSIVE
}
