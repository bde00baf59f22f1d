package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Run;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a report is about.
///
/// @param results verdicts under one or more SLOs. The first one decides, further ones are shown beside
///     it; empty when no SLO was given, and then there are metrics but no verdict
/// @param steps those of the modelled engine that answered; null where there was none, or its steps
///     were not kept
public record ReportInput(
        Run run,
        RunMetrics metrics,
        List<GateResult> results,
        @Nullable EngineSteps steps) {
    public ReportInput {
        results = List.copyOf(results);
    }

    /// A report on a run without steps.
    public ReportInput(Run run, RunMetrics metrics, List<GateResult> results) {
        this(run, metrics, results, null);
    }

    /// Where the time of requests went, as a modelled engine told it; empty where none did.
    Optional<EngineRequests> engineRequests() {
        return EngineRequests.of(run);
    }

    /// The verdict that decides, if there is one.
    Optional<GateResult> decisive() {
        return results.stream().findFirst();
    }
}
