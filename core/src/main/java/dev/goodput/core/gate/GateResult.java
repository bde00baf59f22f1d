package dev.goodput.core.gate;

import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import java.util.List;

/// A verdict on a run under one SLO, with everything that led to it.
///
/// @param reasons why, most important first, one sentence each
/// @param judgements one a recorded request, in the order of the run's traces
public record GateResult(
        Slo slo,
        Verdict verdict,
        List<String> reasons,
        GoodputEstimate goodput,
        List<Check> checks,
        Breakdown breakdown,
        List<Judgement> judgements) {}
