package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Whether the measurement can carry a verdict. The tool judges itself first: a run whose client was late, overloaded
/// or cut short is INVALID, never PASS.
final class MeasurementChecks {
    private static final long MS = 1_000_000;

    /// Lateness below this is noise of any operating system's timers.
    private static final long LATENESS_FLOOR_NS = 5 * MS;

    /// Share of the tightest TTFT limit that the client may add by sending late.
    private static final double LATENESS_SHARE_OF_TTFT = 0.02;

    /// Event-loop lag below this is what a healthy client on a shared machine shows.
    private static final long LOOP_LAG_FLOOR_NS = 10 * MS;

    /// Share of the tightest per-token limit that late stamps may come to at P99.
    private static final double LOOP_LAG_SHARE_OF_TPOT = 0.5;

    /// More client-side failures than this share, and the run says more about the client than about the endpoint.
    private static final double MAX_CLIENT_FAILURE_SHARE = 0.01;

    private MeasurementChecks() {}

    static List<Check> of(
            Run run,
            RunMetrics metrics,
            Slo slo,
            GoodputEstimate goodput,
            Breakdown breakdown,
            List<Judgement> judgements) {
        List<Check> checks = new ArrayList<>();
        checks.add(hasData(goodput));
        breakdown.constraints().stream()
                .filter(part -> part.constraint().conditions().isEmpty() && part.applied() == 0)
                .filter(_ -> metrics.counts().completed() > 0)
                .forEach(part -> checks.add(neverApplied(part.constraint())));
        checks.add(ranToItsEnd(run));
        checks.add(clientFailures(metrics));
        if (run.manifest().schedule().kind().equals(Manifest.Schedule.POISSON)
                && run.manifest().schedule().concurrency() == 0) {
            checks.add(sentOnTime(run, slo));
        }
        ClientHealth health = run.manifest().clientHealth();
        if (health != null) {
            checks.add(stampedOnTime(health, slo));
        }
        checks.addAll(SteadyState.of(run, metrics, judgements));
        checks.addAll(AskedAndGot.of(run, metrics));
        return checks;
    }

    private static Check hasData(GoodputEstimate goodput) {
        long decided = goodput.total() - goodput.unresolved();
        return check(
                "requests were made",
                (double) decided,
                1,
                "count",
                decided >= 1,
                goodput.total() == 0
                        ? "the run holds no request"
                        : decided + " of " + goodput.total() + " scheduled requests came to an end that can be judged");
    }

    /// Every request being good because none could be bad is no evidence.
    private static Check neverApplied(Constraint constraint) {
        return check(
                constraint + " was put to the test",
                0,
                1,
                "count",
                false,
                constraint + " applied to no completed request: the run shows nothing about it");
    }

    private static Check ranToItsEnd(Run run) {
        boolean ended = run.manifest().status() != Manifest.Status.RUNNING;
        return check(
                "run ended in order",
                Double.NaN,
                Double.NaN,
                "count",
                ended,
                ended
                        ? "the run wrote its end"
                        : "the run was cut short (killed, or still running): what was in flight is missing, and slow"
                                + " answers with it");
    }

    private static Check clientFailures(RunMetrics metrics) {
        long scheduled = metrics.counts().scheduled();
        long failures = metrics.counts().failures().entrySet().stream()
                .filter(entry -> entry.getKey().side() == FailureCategory.Side.CLIENT)
                .mapToLong(Map.Entry::getValue)
                .sum();
        double share = scheduled == 0 ? 0 : (double) failures / scheduled;
        return check(
                "client did its part",
                share,
                MAX_CLIENT_FAILURE_SHARE,
                "share",
                share <= MAX_CLIENT_FAILURE_SHARE,
                failures + " of " + scheduled + " requests failed on the client's side");
    }

    /// Only for an open loop without a cap: with a cap, waiting for a slot is part of the latency, not lateness.
    /// Requests that failed count as well: an overloaded client makes late requests and failing ones.
    private static Check sentOnTime(Run run, Slo slo) {
        Distribution lateness = Distribution.of(run.traces().stream()
                .mapToDouble(trace -> Stamp.between(
                        trace.timeline().intendedStartNs(), trace.timeline().startNs())));
        double limitNs = Math.max(
                LATENESS_FLOOR_NS,
                LATENESS_SHARE_OF_TTFT * Gate.tightestNs(slo, EnumSet.of(TimeMetric.TTFT, TimeMetric.TTAT), 0));
        double p99 = lateness.isEmpty() ? 0 : lateness.p99();
        return check(
                "requests left on time",
                p99,
                limitNs,
                "ns",
                p99 <= limitNs,
                String.format(
                        Locale.ROOT,
                        "99%% of requests left at most %.1f ms after their intended start (limit %.1f ms)",
                        p99 / MS,
                        limitNs / MS));
    }

    private static Check stampedOnTime(ClientHealth health, Slo slo) {
        double limitNs = Math.max(
                LOOP_LAG_FLOOR_NS,
                LOOP_LAG_SHARE_OF_TPOT * Gate.tightestNs(slo, EnumSet.of(TimeMetric.TPOT, TimeMetric.ITL_MAX), 0));
        return check(
                "answers were stamped on time",
                (double) health.loopLagP99Ns(),
                limitNs,
                "ns",
                health.loopLagP99Ns() <= limitNs,
                String.format(
                        Locale.ROOT,
                        "the client's event loops lagged by %.1f ms at P99 (limit %.1f ms)",
                        (double) health.loopLagP99Ns() / MS,
                        limitNs / MS));
    }

    private static Check check(String name, double value, double limit, String unit, boolean ok, String reason) {
        return new Check(name, Check.Kind.MEASUREMENT, value, limit, unit, ok, reason);
    }
}
