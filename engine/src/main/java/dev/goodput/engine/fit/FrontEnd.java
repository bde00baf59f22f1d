package dev.goodput.engine.fit;

import dev.goodput.engine.cost.StepCost;

/// The constant time before the engine sees a request: parsing, tokenising, hand-over. Found by
/// simulating the run: with the right one, mean and median TTFT come out as measured.
final class FrontEnd {
    private static final double STEP_NS = 1e6;
    private static final int POINTS = 13;
    private static final int ROUNDS = 2;

    private FrontEnd() {}

    /// @param cost with the machine's speed over time, so that only the front end is left to explain
    static double fit(ObservedRun run, StepCost cost) {
        RunFigures measured = run.figures();
        double middle = Math.max(missing(run, cost, measured, 0), 0);
        for (int round = 0; round < ROUNDS; round++) {
            middle = Math.max(zero(run, cost, measured, Math.max(middle - STEP_NS * (POINTS - 1) / 2, 0)), 0);
        }
        return middle;
    }

    /// Where the line through what is missing crosses zero: a closed loop amplifies every change, so
    /// that one simulation says little and a line through many of them is needed.
    private static double zero(ObservedRun run, StepCost cost, RunFigures measured, double fromNs) {
        double meanX = 0;
        double meanY = 0;
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = fromNs + i * STEP_NS;
            double y = missing(run, cost, measured, x);
            meanX += x / POINTS;
            meanY += y / POINTS;
            xx += x * x / POINTS;
            xy += x * y / POINTS;
        }
        double slope = (xy - meanX * meanY) / (xx - meanX * meanX);
        // What is added in front comes out behind, at least half of it: anything else is noise.
        return meanX - meanY / Math.min(slope, -0.5);
    }

    /// By how much the modelled TTFT is too short, mean and median together.
    private static double missing(ObservedRun run, StepCost cost, RunFigures measured, double frontEndNs) {
        RunFigures modelled = Simulator.figures(run, run.engine(Math.round(frontEndNs)), cost);
        double mean = measured.value(Figure.TTFT_MEAN) - modelled.value(Figure.TTFT_MEAN);
        double median = measured.value(Figure.TTFT_P50) - modelled.value(Figure.TTFT_P50);
        return (mean + median) / 2;
    }
}
