package dev.goodput.core.stat;

/// What is held of neighbouring requests.
public enum Dependence {
    /// They share a queue, so their fates may be correlated; how much is estimated from the run itself.
    MEASURED,
    /// They are independent. Nothing in a run shows this; whoever says so answers for it.
    INDEPENDENT
}
