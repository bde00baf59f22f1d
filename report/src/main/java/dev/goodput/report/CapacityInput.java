package dev.goodput.report;

import dev.goodput.core.gate.LoadCurve;
import dev.goodput.core.slo.Slo;
import java.util.List;
import java.util.Map;

/// What a capacity report is about.
///
/// @param most the largest load that was asked for
/// @param resolution how close to the limit was looked for, as a share of the load
/// @param runs by load, the run directories it rests on, as they are named beside the report
/// @param notices what a reader must know before anything else, in sentences
public record CapacityInput(
        LoadCurve curve,
        LoadUnit unit,
        Slo slo,
        double most,
        double resolution,
        Map<Double, List<String>> runs,
        List<String> notices) {
    public CapacityInput {
        runs = Map.copyOf(runs);
        notices = List.copyOf(notices);
    }
}
