package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Observation;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.stat.EarlyStopping;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Judges a run: first whether the measurement can carry a verdict at all, then whether every objective is shown to be
/// kept (PASS), one is shown to be missed (FAIL), or neither (INCONCLUSIVE).
///
/// The bounds are exact for independent requests and corrected for the correlation that the run shows, see
/// [dev.goodput.core.stat.GoodShare].
public final class Gate {
    private Gate() {}

    public static GateResult judge(Run run, RunMetrics metrics, Slo slo) {
        List<RequestTrace> traces = run.traces();
        List<Judgement> judgements = IntStream.range(0, traces.size())
                .mapToObj(i -> new Observation(
                        traces.get(i),
                        metrics.readings().get(i),
                        metrics.dialect(),
                        run.manifest().coverage().events()))
                .map(request -> Judgement.of(request, slo))
                .toList();
        Objectives objectives = new Objectives(run, metrics, slo, judgements);
        GoodputEstimate goodput = estimate(run, metrics, slo, judgements, objectives);
        List<ObjectiveResult> others = objectives.others();
        Breakdown breakdown = Breakdown.of(slo, judgements);
        Optional<EarlyStop> early = earlyStop(run, slo, judgements);
        Verdict ofTarget = ofTarget(goodput, early);
        List<Check> measurement = MeasurementChecks.of(run, metrics, slo, goodput, breakdown, judgements);
        Verdict verdict = verdict(ofTarget, others, measurement);

        List<Check> checks = new ArrayList<>();
        checks.add(target(goodput, ofTarget));
        others.forEach(other -> checks.add(objective(other)));
        breakdown.constraints().forEach(part -> checks.add(constraint(part, slo)));
        checks.addAll(measurement);
        return new GateResult(
                slo,
                verdict,
                new Reasons(run, metrics, slo, goodput, others, judgements).of(verdict, measurement, breakdown, early),
                goodput,
                others,
                List.copyOf(checks),
                breakdown,
                Groups.of(slo, judgements),
                judgements);
    }

    /// The fewest requests that can show a PASS of the target, all of them good; 0 where no number can.
    public static long fewestForPass(Slo slo) {
        if (slo.target().compareTo(BigDecimal.ONE) >= 0) {
            return 0;
        }
        return switch (slo.dependence()) {
            case INDEPENDENT -> EarlyStopping.minimumRequests(0, slo.target(), slo.confidence());
            case MEASURED ->
                (long) Math.ceil(GoodShare.requiredExpectedMisses(slo.confidence())
                        / BigDecimal.ONE.subtract(slo.target()).doubleValue()
                        * (1 - 1e-12));
        };
    }

    private static GoodputEstimate estimate(
            Run run, RunMetrics metrics, Slo slo, List<Judgement> judgements, Objectives objectives) {
        GoodShare shown = objectives.target();
        long good = count(judgements, Judgement.Result.GOOD);
        long missed = count(judgements, Judgement.Result.MISSED);
        long failed = count(judgements, Judgement.Result.FAILED);
        long excluded = count(judgements, Judgement.Result.EXCLUDED);
        double seconds = metrics.throughput().windowSeconds();
        return new GoodputEstimate(
                good,
                missed,
                failed,
                run.scheduledRequests() - good - missed - failed - excluded,
                excluded,
                shown,
                objectives.bootstrap(shown).orElse(null),
                slo.confidence(),
                slo.target(),
                seconds > 0 ? good / seconds : 0);
    }

    private static long count(List<Judgement> judgements, Judgement.Result result) {
        return judgements.stream()
                .filter(judgement -> judgement.result() == result)
                .count();
    }

    private static Optional<EarlyStop> earlyStop(Run run, Slo slo, List<Judgement> judgements) {
        long within = run.manifest().schedule().stopsEarlyWithin();
        if (within <= 0) {
            return Optional.empty();
        }
        EarlyStop early = new EarlyStop(within, slo);
        judgements.forEach(early::add);
        return Optional.of(early);
    }

    private static Verdict ofTarget(GoodputEstimate goodput, Optional<EarlyStop> early) {
        if (early.isPresent()) {
            return Objectives.verdict(early.get().decision());
        }
        GoodShare shown = goodput.shown();
        return shown == null ? Verdict.INVALID : Objectives.verdict(shown.decision());
    }

    private static Verdict verdict(Verdict ofTarget, List<ObjectiveResult> others, List<Check> measurement) {
        List<Verdict> all = Stream.concat(Stream.of(ofTarget), others.stream().map(ObjectiveResult::verdict))
                .toList();
        Verdict verdict = all.contains(Verdict.FAIL)
                ? Verdict.FAIL
                : all.contains(Verdict.INVALID)
                        ? Verdict.INVALID
                        : all.contains(Verdict.INCONCLUSIVE) ? Verdict.INCONCLUSIVE : Verdict.PASS;
        return measurement.stream().anyMatch(check -> check.voids(verdict)) ? Verdict.INVALID : verdict;
    }

    private static Check target(GoodputEstimate goodput, Verdict verdict) {
        GoodShare shown = goodput.shown();
        return new Check(
                "goodput",
                Check.Kind.OBJECTIVE,
                goodput.share(),
                goodput.target().doubleValue(),
                "share",
                verdict == Verdict.PASS,
                shown == null ? "nothing was scheduled" : Reasons.ofTarget(goodput, shown));
    }

    private static Check objective(ObjectiveResult result) {
        return new Check(
                result.objective().toString(),
                Check.Kind.OBJECTIVE,
                result.value(),
                result.limit(),
                result.unit(),
                result.verdict() == Verdict.PASS,
                result.reason());
    }

    private static Check constraint(Breakdown.PerConstraint part, Slo slo) {
        double kept = part.applied() == 0 ? Double.NaN : (double) (part.applied() - part.missed()) / part.applied();
        boolean ok = part.applied() == 0 || kept >= slo.target().doubleValue();
        String reason = part.applied() == 0
                ? "applied to no completed request"
                : "kept by " + (part.applied() - part.missed()) + " of the " + part.applied()
                        + " completed requests it applies to";
        return new Check(
                part.constraint().toString(),
                Check.Kind.CONSTRAINT,
                kept,
                slo.target().doubleValue(),
                "share",
                ok,
                reason);
    }

    /// The tightest limit among the constraints that `metric` picks, or a default where the SLO has none.
    static long tightestNs(Slo slo, Set<TimeMetric> metrics, long otherwiseNs) {
        return slo.constraints().stream()
                .filter(constraint -> constraint.metric() instanceof TimeMetric time && metrics.contains(time))
                .flatMapToLong(constraint -> constraint.fixedNs().stream())
                .min()
                .orElse(otherwiseNs);
    }
}
