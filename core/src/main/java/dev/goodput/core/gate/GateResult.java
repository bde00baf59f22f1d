package dev.goodput.core.gate;

import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import java.util.List;

/// A verdict on a run under one SLO, with everything that led to it.
///
/// @param reasons why, most important first, one sentence each
/// @param objectives what the run shows of the objectives besides the target, in the order of the SLO
/// @param groups goodput by class and length, as far as the SLO asks for it
/// @param judgements one a recorded request, in the order of the run's traces
public record GateResult(
        Slo slo,
        Verdict verdict,
        List<String> reasons,
        GoodputEstimate goodput,
        List<ObjectiveResult> objectives,
        List<Check> checks,
        Breakdown breakdown,
        List<Group> groups,
        List<Judgement> judgements) {}
