package dev.goodput.engine.serving;

/// Hears of every step of a modelled engine as it is planned.
@FunctionalInterface
public interface StepListener {
    void step(StepRecord step);
}
