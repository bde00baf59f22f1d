package dev.goodput.engine.cost;

import java.util.SplittableRandom;

/// Steps of one load that do not all take the same time: each is multiplied by a lognormal factor of
/// mean 1. The draw follows from the seed and the step's start alone.
///
/// @param variation coefficient of variation of the factor
public record LognormalJitter(StepCost cost, double variation, long seed) implements StepCost {
    public LognormalJitter {
        if (!(variation >= 0 && variation <= 3)) {
            throw new IllegalArgumentException("the jitter of steps lies between 0 and 3 times their mean");
        }
    }

    @Override
    public StepLoad newLoad() {
        return cost.newLoad();
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        double variance = StrictMath.log1p(variation * variation);
        double drawn = new SplittableRandom(seed ^ (startNs * 0x9E3779B97F4A7C15L)).nextGaussian();
        double factor = StrictMath.exp(Math.sqrt(variance) * drawn - variance / 2);
        return Math.max(1, Math.round((double) cost.stepNs(load, startNs) * factor));
    }
}
