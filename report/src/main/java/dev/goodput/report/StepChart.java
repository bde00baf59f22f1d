package dev.goodput.report;

import dev.goodput.core.trace.Manifest;
import java.util.ArrayList;
import java.util.List;

/// What an engine did over time, as the page's script draws it: one value of each list from each moment
/// of `t` on, until the next. Where the engine had nothing to do, all are 0.
///
/// @param t seconds from the run's epoch, ascending
/// @param decodes mean over the steps of a stretch, as are `prefillTokens` and `stepMs`
/// @param mostTokens the most of a step, as are `longestMs`, `kvPercent` and `waiting`
/// @param tokenBudget 0 where it is not known
/// @param stretchMs the steps of so much time are drawn as one
record StepChart(
        List<Double> t,
        List<Double> decodes,
        List<Double> prefillTokens,
        List<Double> mostTokens,
        List<Double> stepMs,
        List<Double> longestMs,
        List<Double> kvPercent,
        List<Integer> waiting,
        int tokenBudget,
        double stretchMs) {

    static StepChart of(EngineSteps steps, Manifest manifest) {
        Manifest.Engine engine = manifest.engine();
        StepTimeline timeline = steps.timeline();
        StepChart chart = new StepChart(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                engine == null ? 0 : engine.tokenBudget(),
                timeline.widthNs() / 1e6);
        long busyUntilNs = Long.MAX_VALUE;
        for (StepTimeline.Stretch stretch : timeline.stretches()) {
            if (stretch.startNs - busyUntilNs > timeline.widthNs()) {
                chart.idleFrom(busyUntilNs);
            }
            chart.add(stretch);
            busyUntilNs = busyUntilNs == Long.MAX_VALUE ? stretch.endNs : Math.max(busyUntilNs, stretch.endNs);
        }
        if (!chart.t.isEmpty()) {
            chart.idleFrom(busyUntilNs);
        }
        return chart;
    }

    private void add(StepTimeline.Stretch stretch) {
        t.add(seconds(stretch.startNs));
        decodes.add(tenths(stretch.decodes / stretch.steps));
        prefillTokens.add(tenths(stretch.prefillTokens / stretch.steps));
        mostTokens.add(stretch.mostTokens);
        stepMs.add(CdfData.rounded(stretch.stepNs / stretch.steps));
        longestMs.add(CdfData.rounded(stretch.longestNs));
        kvPercent.add(Math.rint(stretch.mostKvShare * 1e4) / 1e2);
        waiting.add(stretch.mostWaiting);
    }

    private void idleFrom(long ns) {
        t.add(seconds(ns));
        List.of(decodes, prefillTokens, mostTokens, stepMs, longestMs, kvPercent)
                .forEach(values -> values.add(0.0));
        waiting.add(0);
    }

    private static double seconds(long ns) {
        return Math.rint(ns / 1e6) / 1e3;
    }

    private static double tenths(double value) {
        return Math.rint(value * 10) / 10;
    }
}
