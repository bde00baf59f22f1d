package dev.goodput.report;

import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.TimeMetric;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the page's script draws, written into the page as JSON.
///
/// @param steps null where no engine was modelled
record ChartData(
        List<CdfData> distributions,
        TimelineData timeline,
        InFlightData inFlight,
        @Nullable StepChart steps) {

    static ChartData of(ReportInput input) {
        List<Constraint> constraints =
                input.decisive().map(result -> result.slo().constraints()).orElse(List.of());
        List<CdfData> distributions = LatencyRow.of(input.metrics()).stream()
                .filter(row -> !row.values().isEmpty() && !row.id().endsWith("_from_send"))
                .map(row -> CdfData.of(row, limits(row.id(), constraints)))
                .toList();
        EngineSteps steps = input.steps();
        return new ChartData(
                distributions,
                TimelineData.of(input),
                InFlightData.of(input.run()),
                steps == null ? null : StepChart.of(steps, input.run().manifest()));
    }

    /// How much time is drawn as one, of an engine's steps.
    String stretchText() {
        return steps == null ? Format.ABSENT : Format.time(steps.stretchMs() * 1e6);
    }

    /// A limit on a request's longest gap is drawn among the gaps.
    private static List<Constraint> limits(String id, List<Constraint> constraints) {
        return constraints.stream()
                .filter(constraint -> constraint.metric().id().equals(id)
                        || (constraint.metric() == TimeMetric.ITL_MAX && id.equals("itl")))
                .toList();
    }
}
