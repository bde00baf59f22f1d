package dev.goodput.engine.cost;

import java.util.List;

/// All that a fit says of the time of steps: how long they take, how much single ones differ, and how
/// the machine's speed changed.
///
/// @param coefficients of the mean step
/// @param jitter factors of a step of `coefficients.stepMs()`, equally likely; none for steps that all
///     take their mean
/// @param speedWindowNs how long each factor of `speed` holds
/// @param speed factors of the machine's speed over time, above 1 slower; none for a constant speed
public record Calibration(Calibrated coefficients, List<Double> jitter, long speedWindowNs, List<Double> speed) {
    private static final double NS_PER_MS = 1e6;
    private static final double MOST = 1e6;

    public Calibration {
        jitter = List.copyOf(jitter);
        speed = List.copyOf(speed);
        checkFactors("jitter", jitter);
        checkWindow(speedWindowNs);
        checkFactors("speed", speed);
    }

    /// @param name whose factors they are
    static void checkFactors(String name, List<Double> factors) {
        for (double factor : factors) {
            if (!(factor > 0 && factor < MOST)) {
                throw new IllegalArgumentException(
                        name + " is a list of factors above 0 and below a million, but one is " + factor);
            }
        }
    }

    static void checkWindow(long windowNs) {
        if (windowNs < 1) {
            throw new IllegalArgumentException("a window of speed must be longer than nothing");
        }
    }

    /// Mean steps at a constant speed.
    public static Calibration constant(Calibrated coefficients) {
        return new Calibration(coefficients, List.of(), 1, List.of());
    }

    /// @param seed what the jitter is drawn from
    /// @param offsetNs where in the machine's speed the engine's clock begins
    public StepCost cost(long seed, long offsetNs) {
        StepCost cost = coefficients;
        if (!speed.isEmpty()) {
            cost = new DriftingCost(cost, speedWindowNs, speed, offsetNs);
        }
        return jitter.isEmpty() ? cost : new JitteredCost(cost, jitter, coefficients.stepMs() * NS_PER_MS, seed);
    }
}
