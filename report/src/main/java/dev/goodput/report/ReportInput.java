package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Run;
import java.util.List;
import java.util.Optional;

/// What a report is about.
///
/// @param results verdicts under one or more SLOs. The first one decides, further ones are shown beside it; empty when
///     no SLO was given, and then there are metrics but no verdict
public record ReportInput(Run run, RunMetrics metrics, List<GateResult> results) {
    public ReportInput {
        results = List.copyOf(results);
    }

    /// The verdict that decides, if there is one.
    Optional<GateResult> decisive() {
        return results.stream().findFirst();
    }
}
