package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What goodput would be on this very run if the TPOT limit were another and every other constraint stayed: the
/// recorded readings are judged again, nothing is modelled.
///
/// @param base the SLO whose other constraints are kept
record TpotSensitivity(Slo base, List<Point> points) {
    private static final long MS = 1_000_000;

    /// From comfortable reading speed to what is sold as fast.
    private static final long[] LIMITS_MS = {30, 25, 20, 15, 12, 10};

    /// The two limits that the sentence compares.
    private static final long LOOSE_MS = 30;

    private static final long TIGHT_MS = 15;

    record Point(long limitNs, long good, long total) {
        double share() {
            return (double) good / total;
        }
    }

    /// The curve of the SLO called `target`, or of the one that decides. Empty without an SLO, without requests, or
    /// where no request has a TPOT.
    static Optional<TpotSensitivity> of(ReportInput input) {
        long total = input.run().scheduledRequests();
        Optional<GateResult> base = input.results().stream()
                .filter(result -> result.slo().name().equals("target"))
                .findFirst()
                .or(input::decisive);
        if (base.isEmpty() || total == 0 || input.metrics().tpot().isEmpty()) {
            return Optional.empty();
        }
        List<Point> points = Arrays.stream(LIMITS_MS)
                .mapToObj(limitMs -> point(base.get(), limitMs * MS, total))
                .toList();
        return Optional.of(new TpotSensitivity(base.get().slo(), points));
    }

    /// One sentence about the step from [#LOOSE_MS] to [#TIGHT_MS].
    String sentence() {
        String loose = Format.percent(at(LOOSE_MS).share());
        String tight = Format.percent(at(TIGHT_MS).share());
        return "Tightening TPOT from " + LOOSE_MS + " ms to " + TIGHT_MS + " ms "
                + (loose.equals(tight) ? "leaves goodput at " + loose : "moves goodput from " + loose + " to " + tight)
                + ".";
    }

    /// The other constraints, in words.
    String kept() {
        List<String> others = base.constraints().stream()
                .filter(constraint -> constraint.metric() != TimeMetric.TPOT)
                .map(Constraint::toString)
                .toList();
        return others.isEmpty() ? "no other constraint" : String.join(", ", others) + " kept";
    }

    private Point at(long limitMs) {
        return points.stream()
                .filter(point -> point.limitNs() == limitMs * MS)
                .findFirst()
                .orElseThrow();
    }

    private static Point point(GateResult base, long limitNs, long total) {
        List<Constraint> constraints = new ArrayList<>(base.slo().constraints());
        constraints.removeIf(constraint -> constraint.metric() == TimeMetric.TPOT);
        constraints.add(Constraint.atMost(TimeMetric.TPOT, limitNs));
        Slo slo = base.slo().withClauses(constraints, base.slo().objectives());
        long good = base.judgements().stream()
                .filter(judged -> Judgement.of(judged.observation(), slo).isGood())
                .count();
        return new Point(limitNs, good, total);
    }
}
