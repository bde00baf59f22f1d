package dev.goodput.engine.cost;

import java.util.List;

/// Steps of one load that do not take the same time: each is multiplied by a factor drawn from those
/// that were measured.
///
/// The draw follows from the seed and the step's start alone, so that a step has one time however often
/// it is asked for.
///
/// @param factors equally likely factors, such as quantiles of the residuals of a fit
public record JitteredCost(StepCost cost, List<Double> factors, long seed) implements StepCost {
    public JitteredCost {
        factors = List.copyOf(factors);
        if (factors.isEmpty() || factors.stream().anyMatch(factor -> !(factor > 0 && factor < 1e6))) {
            throw new IllegalArgumentException("jitter is a list of factors above 0");
        }
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        double factor = factors.get((int) Long.remainderUnsigned(mix(startNs ^ mix(seed)), factors.size()));
        return Math.max(1, Math.round(cost.stepNs(load, startNs) * factor));
    }

    /// Spreads neighbouring numbers over all 64 bits: the finaliser of SplittableRandom (Steele, Lea
    /// and Flood 2014).
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
