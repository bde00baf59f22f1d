package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Metric;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

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

    static List<Check> of(Run run, RunMetrics metrics, Slo slo) {
        List<Check> checks = new ArrayList<>();
        checks.add(hasData(metrics));
        checks.add(ranToItsEnd(run));
        checks.add(clientFailures(metrics));
        if (run.manifest().schedule().kind().equals(Manifest.Schedule.POISSON)
                && run.manifest().schedule().concurrency() == 0) {
            checks.add(sentOnTime(metrics, slo));
        }
        ClientHealth health = run.manifest().clientHealth();
        if (health != null) {
            checks.add(stampedOnTime(health, slo));
        }
        return checks;
    }

    private static Check hasData(RunMetrics metrics) {
        long scheduled = metrics.counts().scheduled();
        return check(
                "requests were made",
                (double) scheduled,
                1,
                "count",
                scheduled >= 1,
                scheduled == 0 ? "the run holds no request" : scheduled + " requests were scheduled");
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
                .mapToLong(java.util.Map.Entry::getValue)
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
    private static Check sentOnTime(RunMetrics metrics, Slo slo) {
        Distribution lateness = metrics.ttftSplit().slot();
        double limitNs = Math.max(
                LATENESS_FLOOR_NS,
                LATENESS_SHARE_OF_TTFT * Gate.tightestNs(slo, EnumSet.of(Metric.TTFT, Metric.TTAT), 0));
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
                LOOP_LAG_SHARE_OF_TPOT * Gate.tightestNs(slo, EnumSet.of(Metric.TPOT, Metric.ITL_MAX), 0));
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
