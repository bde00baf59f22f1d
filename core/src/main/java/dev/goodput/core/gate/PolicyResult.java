package dev.goodput.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A verdict by a policy. The level at 100 % decides by its SLO; a baseline that it is shown to be worse than makes a
/// FAIL of everything but INVALID. Headroom and the other levels are told, and decide nothing.
///
/// @param levels ascending, 100 % among them
/// @param headroom null where 150 % was not measured
/// @param comparison of the level at 100 % with the baseline; null where there is none
/// @param reasons why, most important first, one sentence each
public record PolicyResult(
        Policy policy,
        List<Level> levels,
        @Nullable Headroom headroom,
        @Nullable Comparison comparison,
        Verdict verdict,
        List<String> reasons) {

    /// One load with what was measured there.
    ///
    /// @param percent of the expected peak
    public record Level(int percent, Comparison.Side side) {}

    /// @param levels as measured, by the policy's SLO; one of them at 100 %
    /// @param baseline judged by the same SLO; null where there is none
    public static PolicyResult of(Policy policy, List<Level> levels, Comparison.@Nullable Side baseline) {
        Comparison.Side peak = level(levels, Policy.PEAK).orElseThrow().side();
        Comparison comparison = baseline == null
                ? null
                : Comparison.of(
                        baseline, peak, policy.margins(), peak.result().slo().confidence());
        Headroom headroom = level(levels, Policy.BEYOND_PEAK)
                .flatMap(beyond -> Headroom.of(peak.result(), beyond.side().result(), policy.headroom()))
                .orElse(null);
        Verdict verdict = verdict(peak.result().verdict(), comparison);
        return new PolicyResult(
                policy,
                List.copyOf(levels),
                headroom,
                comparison,
                verdict,
                reasons(peak.result(), levels, headroom, comparison));
    }

    /// The level that decides.
    public Level peak() {
        return level(levels, Policy.PEAK).orElseThrow();
    }

    /// What the comparison came to, in one sentence; empty without a baseline.
    public String againstBaseline() {
        return comparison == null ? "" : told(comparison);
    }

    private static Optional<Level> level(List<Level> levels, int percent) {
        return levels.stream().filter(level -> level.percent() == percent).findFirst();
    }

    private static Verdict verdict(Verdict atPeak, @Nullable Comparison comparison) {
        boolean isWorse = comparison != null && comparison.outcome() == Regression.REGRESSION;
        return isWorse && atPeak != Verdict.INVALID ? Verdict.FAIL : atPeak;
    }

    private static List<String> reasons(
            GateResult peak, List<Level> levels, @Nullable Headroom headroom, @Nullable Comparison comparison) {
        List<String> reasons = new ArrayList<>();
        if (comparison != null && comparison.outcome() == Regression.REGRESSION) {
            reasons.add(told(comparison));
        }
        peak.reasons().forEach(reason -> reasons.add("at 100% load: " + reason));
        if (comparison != null && comparison.outcome() != Regression.REGRESSION) {
            reasons.add(told(comparison));
        }
        if (headroom != null) {
            reasons.add(headroom.reason());
        }
        levels.stream()
                .filter(level -> level.percent() != Policy.PEAK)
                .filter(level -> level.side().result().verdict() == Verdict.INVALID)
                .forEach(level -> reasons.add("at " + level.percent() + "% load, which does not decide: INVALID, "
                        + level.side().result().reasons().getFirst()));
        return List.copyOf(reasons);
    }

    private static String told(Comparison comparison) {
        List<String> rows = new ArrayList<>();
        comparison.rows().stream()
                .filter(row -> row.outcome() == comparison.outcome())
                .forEach(row -> rows.add(told(row)));
        String details = rows.isEmpty() ? "" : ": " + String.join("; ", rows);
        return switch (comparison.outcome()) {
            case REGRESSION -> "worse than the baseline" + details;
            case NO_REGRESSION -> "not worse than the baseline by the margins" + details;
            case INCONCLUSIVE -> "whether it is worse than the baseline is open, which does not block" + details;
            case INVALID ->
                "no comparison with the baseline, which does not block: one of the two measurements is INVALID";
        };
    }

    private static String told(Comparison.Row row) {
        String unit = row.unit().equals("share") ? " points" : "%";
        String change = String.format(Locale.ROOT, "%s %+.1f%s", row.name(), row.change() * 100, unit);
        if (Double.isInfinite(row.interval().lower())) {
            return change + " (too few requests to bound it)";
        }
        return change
                + String.format(
                        Locale.ROOT,
                        " (between %+.1f and %+.1f, margin %s%s)",
                        row.interval().lower() * 100,
                        row.interval().upper() * 100,
                        row.margin().movePointRight(2).stripTrailingZeros().toPlainString(),
                        unit);
    }
}
