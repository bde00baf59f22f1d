package dev.goodput.engine.serving;

import dev.goodput.core.trace.EngineStep;

/// Hears of every step of a modelled engine as it is planned.
@FunctionalInterface
public interface StepListener {
    void step(EngineStep step);
}
