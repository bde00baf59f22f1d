package dev.goodput.engine.cost;

import dev.goodput.core.stat.Mixing;
import java.util.List;

/// Steps of one load that do not all take the same time.
///
/// Each is multiplied by a factor drawn from those that were measured. They are those of a step of
/// `referenceNs`; a longer one varies less, by the root of its length, because what disturbs it evens
/// out.
///
/// The draw follows from the seed and the step's start alone: a step has one time however often it is
/// asked for.
///
/// @param factors equally likely, such as quantiles of the residuals of a fit
/// @param referenceNs the step that they belong to
public record JitteredCost(StepCost cost, List<Double> factors, double referenceNs, long seed) implements StepCost {
    /// No step is that much faster than usual.
    private static final double LEAST = 0.05;

    public JitteredCost {
        factors = List.copyOf(factors);
        Calibration.checkFactors("jitter", factors);
        if (factors.isEmpty()) {
            throw new IllegalArgumentException("jitter needs at least one factor");
        }
        if (!(referenceNs >= 0)) {
            throw new IllegalArgumentException("jitter belongs to steps of some length");
        }
    }

    @Override
    public StepLoad newLoad() {
        return cost.newLoad();
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        long usualNs = cost.stepNs(load, startNs);
        double drawn =
                factors.get((int) Long.remainderUnsigned(Mixing.mix(startNs ^ Mixing.mix(seed)), factors.size()));
        double factor = 1 + (drawn - 1) * Math.sqrt(referenceNs / usualNs);
        return Math.max(1, Math.round(usualNs * Math.max(factor, LEAST)));
    }
}
