package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.stat.Fisher;
import dev.goodput.core.stat.Mser;
import dev.goodput.core.stat.Trend;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whether a run shows the endpoint as its users will find it: warm, and able to keep up with what is offered.
///
/// A run that begins cold shows it worse than it is; one whose queue still grows shows it better, because the longer it
/// runs the longer users wait.
final class SteadyState {
    /// Below this a start cannot be told from the rest, nor growth from noise.
    private static final int LEAST_REQUESTS = 100;

    private static final int GROUP = 5;

    /// A start is cold when its median is this many times that of the rest.
    private static final double COLD = 1.5;

    /// The users of a closed loop arrive almost at once and wait for each other: two rounds of them are no warm-up.
    private static final int RAMP_ROUNDS = 2;

    /// How unlikely so many misses at the start must be by chance.
    private static final double SIGNIFICANT = 0.001;

    private static final int WINDOWS = 12;

    /// Growth over the run, as a share of the mean, that counts.
    private static final double GROWTH = 0.2;

    /// A window of time must hold some requests, and be longer than most answers take.
    private static final double WINDOW_IN_LATENCIES = 1;

    private SteadyState() {}

    static List<Check> of(Run run, RunMetrics metrics, List<Judgement> judgements) {
        List<Check> checks = new ArrayList<>();
        if (run.traces().size() < LEAST_REQUESTS || !run.manifest().coverage().starts() || hasRounds(run)) {
            return checks;
        }
        warmedUp(run, metrics, judgements).ifPresent(checks::add);
        if (run.manifest().schedule().isOpenLoop()) {
            keptUp(run, metrics).ifPresent(checks::add);
        }
        return checks;
    }

    private static boolean hasRounds(Run run) {
        return run.traces().getLast().asked().round() > 0;
    }

    /// By MSER-5 on TTFT in the order of the schedule: a cold start is one that is slow and misses more than the rest.
    /// A
    /// start that is a little slower and just as good takes nothing from a verdict.
    private static Optional<Check> warmedUp(Run run, RunMetrics metrics, List<Judgement> judgements) {
        int[] timed = IntStream.range(0, run.traces().size())
                .filter(i -> run.traces().get(i).isCompleted())
                .filter(i -> Double.isFinite(metrics.readings().get(i).ttftNs()))
                .toArray();
        if (timed.length < LEAST_REQUESTS) {
            return Optional.empty();
        }
        double[] ttftNs = Arrays.stream(timed)
                .mapToDouble(i -> metrics.readings().get(i).ttftNs())
                .toArray();
        Mser mser = Mser.ofGroups(ttftNs, GROUP);
        int cold = mser.steady() ? mser.truncated() : 0;
        int left = ttftNs.length - cold;
        double start = Distribution.of(Arrays.copyOf(ttftNs, cold)).p50();
        double rest =
                Distribution.of(Arrays.copyOfRange(ttftNs, cold, ttftNs.length)).p50();
        long goodAtStart = good(judgements, Arrays.copyOf(timed, cold));
        long goodAfter = good(judgements, Arrays.copyOfRange(timed, cold, timed.length));
        boolean isCold = cold > RAMP_ROUNDS * run.manifest().schedule().concurrency()
                && start >= COLD * rest
                && Fisher.candidateWorse(goodAtStart, cold, goodAfter, left) < SIGNIFICANT;
        return Optional.of(new Check(
                "endpoint was warm",
                Check.Kind.TOO_HARSH,
                isCold ? start : rest,
                COLD * rest,
                "ns",
                !isCold,
                isCold
                        ? String.format(
                                Locale.ROOT,
                                "the first %d requests waited %.0f ms for their first token at the median and %d of them"
                                        + " were good, the others %.0f ms and %d of %d: the endpoint was still warming up"
                                        + " (send --warmup %d before)",
                                cold,
                                start / 1e6,
                                goodAtStart,
                                rest / 1e6,
                                goodAfter,
                                left,
                                cold)
                        : "the first requests fared like the others, or took nothing from the verdict"));
    }

    private static long good(List<Judgement> judgements, int[] which) {
        return Arrays.stream(which).filter(i -> judgements.get(i).isGood()).count();
    }

    /// Requests in flight and TTFT both growing over the run, after the time it takes to fill up.
    private static Optional<Check> keptUp(Run run, RunMetrics metrics) {
        double lastStartNs = run.traces().getLast().timeline().intendedStartNs();
        double fromNs = metrics.e2e().isEmpty() ? 0 : Math.min(metrics.e2e().p50(), lastStartNs / 4);
        double windowNs = (lastStartNs - fromNs) / WINDOWS;
        if (metrics.e2e().isEmpty()
                || windowNs < WINDOW_IN_LATENCIES * metrics.ttft().p50()
                || !(windowNs > 0)) {
            return Optional.empty();
        }
        double[] time = new double[WINDOWS];
        double[] inFlight = new double[WINDOWS];
        double[] ttftNs = new double[WINDOWS];
        for (int w = 0; w < WINDOWS; w++) {
            double start = fromNs + w * windowNs;
            double end = start + windowNs;
            time[w] = (start + end) / 2e9;
            double[] waits = IntStream.range(0, run.traces().size())
                    .filter(i -> isIn(run.traces().get(i), start, end))
                    .mapToDouble(i -> metrics.readings().get(i).ttftNs())
                    .filter(Double::isFinite)
                    .toArray();
            if (waits.length == 0) {
                return Optional.empty();
            }
            ttftNs[w] = Distribution.of(waits).p50();
            inFlight[w] = run.traces().stream()
                            .mapToDouble(trace -> overlapNs(trace, start, end))
                            .sum()
                    / windowNs;
        }
        Trend ofQueue = Trend.of(time, inFlight, Confidence.of("0.999"));
        Trend ofWait = Trend.of(time, ttftNs, Confidence.of("0.999"));
        boolean grows = ofQueue.growsBeyond(GROWTH) && ofWait.growsBeyond(GROWTH);
        return Optional.of(new Check(
                "endpoint kept up",
                Check.Kind.TOO_KIND,
                inFlight[WINDOWS - 1],
                inFlight[0] * (1 + GROWTH),
                "count",
                !grows,
                grows
                        ? String.format(
                                Locale.ROOT,
                                "the queue was still growing: %.0f requests in flight early on, %.0f at the end, and"
                                        + " TTFT from %.0f to %.0f ms; a longer run would look worse still",
                                inFlight[0],
                                inFlight[WINDOWS - 1],
                                ttftNs[0] / 1e6,
                                ttftNs[WINDOWS - 1] / 1e6)
                        : "requests in flight and TTFT did not keep growing"));
    }

    /// How much of the window the request was in flight.
    private static double overlapNs(RequestTrace trace, double startNs, double endNs) {
        double ended = trace.timeline().endNs();
        double until = Double.isNaN(ended) ? endNs : Math.min(ended, endNs);
        return Math.max(0, until - Math.max(trace.timeline().intendedStartNs(), startNs));
    }

    private static boolean isIn(RequestTrace trace, double startNs, double endNs) {
        double intendedNs = trace.timeline().intendedStartNs();
        return startNs <= intendedNs && intendedNs < endNs;
    }
}
