package dev.goodput.engine.cost;

import java.util.List;

/// A machine whose speed changes: a step is multiplied by the factor of the window in which it starts.
/// After the last window the first follows again.
///
/// @param windowNs how long a window lasts
/// @param factors one a window; above 1 is slower
/// @param offsetNs where in the windows the engine's clock begins
public record DriftingCost(StepCost cost, long windowNs, List<Double> factors, long offsetNs) implements StepCost {
    public DriftingCost {
        factors = List.copyOf(factors);
        Calibration.checkWindow(windowNs);
        Calibration.checkFactors("speed", factors);
        if (factors.isEmpty()) {
            throw new IllegalArgumentException("speed needs at least one factor");
        }
    }

    @Override
    public StepLoad newLoad() {
        return cost.newLoad();
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        int window = (int) Math.floorMod(Math.floorDiv(startNs + offsetNs, windowNs), (long) factors.size());
        return Math.max(1, Math.round(cost.stepNs(load, startNs) * factors.get(window)));
    }
}
