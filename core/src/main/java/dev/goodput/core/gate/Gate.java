package dev.goodput.core.gate;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Observation;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/// Judges a run: first whether the measurement can carry a verdict at all, then whether goodput is shown to reach the
/// target (PASS), shown to miss it (FAIL), or neither (INCONCLUSIVE).
///
/// The bounds are exact and distribution-free for independent requests; see [BinomialBounds].
public final class Gate {
    /// A run that would need more requests than this in all is called out of sight rather than planned.
    private static final long PLANNING_LIMIT = 1_000_000;

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
        GoodputEstimate goodput = estimate(run, metrics, slo, judgements);
        Breakdown breakdown = Breakdown.of(slo, judgements);
        List<Check> measurement = MeasurementChecks.of(run, metrics, slo, goodput, breakdown);
        Verdict verdict = verdict(goodput, measurement);

        List<Check> checks = new ArrayList<>();
        checks.add(objective(goodput));
        for (Breakdown.PerConstraint part : breakdown.constraints()) {
            checks.add(constraint(part, slo));
        }
        checks.addAll(measurement);
        return new GateResult(
                slo,
                verdict,
                reasons(run, verdict, goodput, breakdown, measurement, metrics, judgements),
                goodput,
                List.copyOf(checks),
                breakdown,
                judgements);
    }

    private static GoodputEstimate estimate(Run run, RunMetrics metrics, Slo slo, List<Judgement> judgements) {
        long good = count(judgements, Judgement.Result.GOOD);
        long missed = count(judgements, Judgement.Result.MISSED);
        long failed = count(judgements, Judgement.Result.FAILED);
        long excluded = count(judgements, Judgement.Result.EXCLUDED);
        long unresolved = run.scheduledRequests() - good - missed - failed - excluded;
        return GoodputEstimate.of(
                good,
                missed,
                failed,
                unresolved,
                slo.confidence(),
                slo.target(),
                metrics.throughput().windowSeconds());
    }

    private static long count(List<Judgement> judgements, Judgement.Result result) {
        return judgements.stream()
                .filter(judgement -> judgement.result() == result)
                .count();
    }

    private static Verdict verdict(GoodputEstimate goodput, List<Check> measurement) {
        if (measurement.stream().anyMatch(check -> !check.ok())) {
            return Verdict.INVALID;
        }
        if (goodput.lowerReachesTarget()) {
            return Verdict.PASS;
        }
        return goodput.upperMissesTarget() ? Verdict.FAIL : Verdict.INCONCLUSIVE;
    }

    private static Check objective(GoodputEstimate goodput) {
        return new Check(
                "goodput",
                Check.Kind.OBJECTIVE,
                goodput.share(),
                goodput.target().doubleValue(),
                "share",
                goodput.lowerReachesTarget(),
                share(goodput));
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

    private static String share(GoodputEstimate goodput) {
        if (goodput.total() == 0) {
            return "nothing was scheduled";
        }
        return String.format(
                Locale.ROOT,
                "%d of %d scheduled requests were good (%s); with %s confidence the true share is at least %s and"
                        + " at most %s; target %s",
                goodput.good(),
                goodput.total(),
                Percent.down(goodput.share(), goodput.target()),
                Percent.of(goodput.confidence().value()),
                Percent.down(goodput.lower(), goodput.target()),
                Percent.up(goodput.upper(), goodput.target()),
                Percent.of(goodput.target()));
    }

    private static List<String> reasons(
            Run run,
            Verdict verdict,
            GoodputEstimate goodput,
            Breakdown breakdown,
            List<Check> measurement,
            RunMetrics metrics,
            List<Judgement> judgements) {
        List<String> reasons = new ArrayList<>();
        measurement.stream().filter(check -> !check.ok()).map(Check::reason).forEach(reasons::add);
        if (goodput.total() > 0) {
            reasons.add(share(goodput));
        }
        if (verdict == Verdict.INCONCLUSIVE) {
            reasons.add(needed(goodput));
        }
        breakdown.constraints().stream()
                .filter(part -> part.missed() > 0)
                .forEach(part -> reasons.add(String.format(
                        Locale.ROOT,
                        "%s was missed by %d of %d completed requests, %d of them by this alone",
                        part.constraint(),
                        part.missed(),
                        metrics.counts().completed(),
                        part.missedAlone())));
        long unobserved = judgements.stream()
                .filter(judgement -> judgement.result() == Judgement.Result.UNRESOLVED
                        && judgement.trace().isCompleted())
                .count();
        if (unobserved > 0) {
            reasons.add(unobserved + (unobserved == 1 ? " completed request lacks" : " completed requests lack")
                    + " a time that the SLO bounds; whether they were good stays open");
        }
        metrics.counts().failures().forEach((category, count) -> reasons.add(failure(category, count)));
        reasons.addAll(unsupported(run.manifest().coverage(), metrics));
        return List.copyOf(reasons);
    }

    /// What the file of an imported run does not hold, and what that means for the verdict.
    private static List<String> unsupported(Coverage coverage, RunMetrics metrics) {
        List<String> sentences = new ArrayList<>();
        if (!coverage.schedule()) {
            sentences.add("the file holds no schedule, so coordinated omission is unknown: the clock of TTFT and E2E "
                    + metrics.dialect().on(TimeZero.class).words());
        }
        if (!coverage.failures()) {
            sentences.add("the file holds no failed requests: goodput is over the requests that it holds");
        }
        boolean ownRules = metrics.dialect().on(FirstToken.class) == Dialect.GOODPUT.on(FirstToken.class);
        if (!ownRules) {
            sentences.add("the first token is the tool's: it "
                    + metrics.dialect().on(FirstToken.class).words());
        }
        return sentences;
    }

    private static String failure(FailureCategory category, long count) {
        return count + (count == 1 ? " request" : " requests") + " failed: " + category.words();
    }

    private static String needed(GoodputEstimate goodput) {
        long more = BinomialBounds.furtherRequestsToDecide(
                goodput.good(),
                goodput.total(),
                goodput.unresolved(),
                goodput.target(),
                goodput.confidence(),
                PLANNING_LIMIT);
        return more < 0
                ? "the observed share is so close to the target that no practical number of requests would settle it"
                : "about " + more + " more requests would settle it if the share stays as observed";
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
