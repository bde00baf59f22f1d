package dev.goodput.core.gate;

import dev.goodput.core.slo.Objective;
import dev.goodput.core.stat.GoodShare;
import org.jspecify.annotations.Nullable;

/// What a run shows of one objective.
///
/// @param value as observed, in `unit`; NaN where there is none
/// @param lower and `upper` bound the true value, each with the SLO's confidence; NaN where the run bounds nothing
/// @param unit `share`, `ns` or `per_second`
/// @param verdict PASS when shown to be kept, FAIL when shown to be missed, INVALID when the run cannot show it at all
/// @param shown the share of requests that the verdict is about (at a percentile: of those within the limit); null for
///     a rate and where there is none
/// @param reason one sentence
public record ObjectiveResult(
        Objective objective,
        double value,
        double limit,
        double lower,
        double upper,
        String unit,
        Verdict verdict,
        @Nullable GoodShare shown,
        String reason) {}
