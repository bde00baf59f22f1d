package dev.goodput.engine.cost;

/// How long an engine step takes.
@FunctionalInterface
public interface StepCost {
    /// @param load what the step computes; only read
    /// @param startNs when it starts, on the engine's clock: a machine may be slower at one time than
    ///     at another
    /// @return at least 1
    long stepNs(StepLoad load, long startNs);

    /// An empty load that has every sum which the cost reads.
    default StepLoad newLoad() {
        return new StepLoad();
    }
}
