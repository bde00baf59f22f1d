package dev.goodput.core.gate;

import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Metric;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Distribution;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which constraints the misses broke: each on its own, and which together.
public record Breakdown(List<PerConstraint> constraints, List<Combination> combinations) {

    /// @param applied requests that have the metric and to which the constraint applies
    /// @param missed completed requests that broke it
    /// @param missedAlone those of them that broke nothing else
    /// @param excess by how much they broke it: value minus limit, in nanoseconds; empty where it is no time
    public record PerConstraint(
            Constraint constraint, long applied, long missed, long missedAlone, Distribution excess) {}

    /// A set of constraints that `count` requests broke together, and nothing else.
    public record Combination(List<Constraint> constraints, long count) {}

    static Breakdown of(Slo slo, List<Judgement> judgements) {
        List<PerConstraint> perConstraint = slo.constraints().stream()
                .map(constraint -> perConstraint(constraint, slo, judgements))
                .toList();
        Map<List<Constraint>, Long> counts = new LinkedHashMap<>();
        for (Judgement judgement : judgements) {
            if (!judgement.missed().isEmpty()) {
                counts.merge(judgement.missed(), 1L, Long::sum);
            }
        }
        List<Combination> combinations = counts.entrySet().stream()
                .map(entry -> new Combination(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Combination::count).reversed())
                .toList();
        return new Breakdown(perConstraint, combinations);
    }

    private static PerConstraint perConstraint(Constraint constraint, Slo slo, List<Judgement> judgements) {
        long applied = judgements.stream()
                .filter(judgement -> judgement.trace().isCompleted()
                        && applies(constraint.finding(judgement.observation(), slo.notApplicable())))
                .count();
        List<Judgement> missed = judgements.stream()
                .filter(judgement -> judgement.missed().contains(constraint))
                .toList();
        long alone = missed.stream()
                .filter(judgement -> judgement.missed().size() == 1)
                .count();
        Distribution excess = constraint.metric().unit() == Metric.Unit.TIME
                ? Distribution.of(missed.stream().mapToDouble(judgement -> constraint.excess(judgement.observation())))
                : Distribution.EMPTY;
        return new PerConstraint(constraint, applied, missed.size(), alone, excess);
    }

    private static boolean applies(Constraint.Finding finding) {
        return finding == Constraint.Finding.KEPT || finding == Constraint.Finding.BROKEN;
    }
}
