package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.Interval;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What was measured at one load, and what it shows.
///
/// @param load requests a second, or requests in flight
/// @param confirmed whether it is one whole run with the requests of a verdict
/// @param result on all its requests together
/// @param verdict INVALID where a run could not be trusted
/// @param doubts why not, in sentences
public record LoadLevel(
        double load,
        boolean confirmed,
        Run run,
        RunMetrics metrics,
        GateResult result,
        Verdict verdict,
        List<String> doubts) {

    /// @param runs one or more at this load, in the order in which they were measured
    public static LoadLevel of(double load, boolean confirmed, List<Run> runs, Slo slo) {
        Run run = runs.size() == 1 ? runs.getFirst() : together(runs);
        RunMetrics metrics = RunMetrics.of(run);
        GateResult result = Gate.judge(run, metrics, slo);
        // Whether a queue kept growing shows in each run, not where they are joined.
        List<String> doubts = Stream.concat(
                        Stream.of(result),
                        runs.size() == 1 ? Stream.empty() : runs.stream().map(part -> judge(part, slo)))
                .flatMap(judged -> judged.checks().stream())
                .filter(check -> check.voids(ofObjectives(result)))
                .map(Check::reason)
                .distinct()
                .toList();
        return new LoadLevel(
                load,
                confirmed,
                run,
                metrics,
                result,
                doubts.isEmpty() ? ofObjectives(result) : Verdict.INVALID,
                doubts);
    }

    private static GateResult judge(Run run, Slo slo) {
        return Gate.judge(run, RunMetrics.of(run), slo);
    }

    /// What the objectives come to, whatever may be said of the measurement. Too few requests for a percentile leave it
    /// open here: the search asks for more.
    private static Verdict ofObjectives(GateResult result) {
        GoodShare shown = result.goodput().shown();
        List<Verdict> verdicts = Stream.concat(
                        Stream.of(shown == null ? Verdict.INCONCLUSIVE : Objectives.verdict(shown.decision())),
                        result.objectives().stream().map(ObjectiveResult::verdict))
                .toList();
        return verdicts.contains(Verdict.FAIL)
                ? Verdict.FAIL
                : verdicts.stream().allMatch(verdict -> verdict == Verdict.PASS) ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }

    /// The runs as one, each continuing where the one before it ended. As one round: the spread of a few rounds
    /// would say next to nothing.
    private static Run together(List<Run> runs) {
        List<RequestTrace> traces = new ArrayList<>();
        long requests = 0;
        long windowNs = 0;
        @Nullable ClientHealth health = null;
        for (Run run : runs) {
            for (RequestTrace trace : run.traces()) {
                traces.add(trace.movedTo(0, requests, windowNs));
            }
            requests += run.scheduledRequests();
            windowNs += run.manifest().windowNs();
            ClientHealth next = run.manifest().clientHealth();
            health = health == null || next == null
                    ? next
                    : health.and(next, Math.max(health.loopLagP99Ns(), next.loopLagP99Ns()));
        }
        Manifest first = runs.getFirst().manifest();
        return new Run(
                first.finished(first.status(), first.startedAt(), requests, windowNs, health, first.remarks()), traces);
    }

    /// What a search wants to know of it. Its bounds are those of independent requests: they say where to look, and
    /// the verdict of the load that is named in the end does without them.
    public CapacitySearch.Level searched() {
        return new CapacitySearch.Level(
                load,
                run.scheduledRequests(),
                every(shown -> isAtLeast(shown.share(), shown.target())),
                every(LoadLevel::isSettled),
                confirmed,
                verdict);
    }

    private boolean every(Predicate<GoodShare> holds) {
        return Stream.concat(
                        Stream.of(result.goodput()).map(GoodputEstimate::shown),
                        result.objectives().stream().map(ObjectiveResult::shown))
                .filter(Objects::nonNull)
                .allMatch(holds);
    }

    private static boolean isAtLeast(double share, BigDecimal target) {
        return share >= target.doubleValue();
    }

    /// A load without a miss is left to the confirmation: to show it would cost a whole verdict at every load that is
    /// far from the limit.
    private static boolean isSettled(GoodShare shown) {
        Interval bounds = shown.plain();
        return shown.good() == shown.total()
                || isAtLeast(bounds.lower(), shown.target())
                || !isAtLeast(bounds.upper(), shown.target());
    }

    /// Good requests per second.
    public double goodRate() {
        return result.goodput().ratePerSecond();
    }

    /// Completed requests per second.
    public double throughput() {
        return metrics.throughput().requestsPerSecond();
    }
}
