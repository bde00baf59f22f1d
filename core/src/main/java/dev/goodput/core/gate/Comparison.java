package dev.goodput.core.gate;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.stat.Exceedance;
import dev.goodput.core.stat.Interval;
import dev.goodput.core.stat.ShareComparison;
import dev.goodput.core.stat.Tally;
import dev.goodput.core.stat.Welch;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// A candidate run beside a baseline run, judged by the same objective.
///
/// Goodput is compared by the difference of the shares (Newcombe's hybrid score interval, each share weighted by its
/// effective number of requests), times by the ratio of their medians over stretches of the run ([BlockMedians],
/// Welch's t). A row says NO REGRESSION when the unfavourable end of the interval lies within the margin, REGRESSION
/// when even the favourable end is worse and the observed change reaches the margin. "All rows are fine" needs no
/// correction for their number; "one of them is worse" does (Bonferroni).
///
/// A measurement that is too kind to its endpoint cannot be the candidate that is no worse, nor the baseline that
/// another is worse than; one that is too harsh the other way round.
///
/// @param rows over all requests: these decide
/// @param groups the same for each class of requests and each range of lengths: to look at, not to decide by
/// @param tails how many candidate requests lie above the baseline's percentile, of TTFT, TPOT and E2E
/// @param moved what else differs, in sentences
/// @param unlike in what the two were not measured alike, in sentences
/// @param notCompared what neither run, or only one of them, holds, in sentences
/// @param flaws why a measurement cannot be trusted, in sentences; empty unless the outcome is INVALID
public record Comparison(
        Side baseline,
        Side candidate,
        Confidence confidence,
        Regression outcome,
        List<Row> rows,
        Map<String, List<Row>> groups,
        List<Tail> tails,
        List<String> moved,
        List<String> unlike,
        List<String> notCompared,
        List<String> flaws) {

    /// One run with its numbers and its verdict.
    public record Side(Run run, RunMetrics metrics, GateResult result) {}

    /// One quantity of both runs.
    ///
    /// @param unit `share` or `ns`; medians for times
    /// @param change difference of shares, or ratio of times less 1: positive is more
    /// @param interval of the change, each side with the confidence; infinite where the runs are too short
    /// @param margin by how much it may be worse
    /// @param before requests of the baseline that the row is about, and `after` of the candidate
    public record Row(
            String name,
            String unit,
            long before,
            long after,
            double baseline,
            double candidate,
            double change,
            Interval interval,
            BigDecimal margin,
            Regression outcome) {}

    /// @param above candidate requests above the baseline's percentile, of `total`
    /// @param pValue how likely so many would be if both had the same distribution (exceedance test)
    public record Tail(
            String name, int perMille, double baselineNs, double candidateNs, long above, long total, double pValue) {}

    private static final List<Time> TIMES = List.of(
            new Time("ttft", Reading::ttftNs), new Time("tpot", Reading::perTokenNs), new Time("e2e", Reading::e2eNs));

    /// Groups of fewer requests are left out: their medians say nothing.
    private static final int LEAST_OF_GROUP = 50;

    private static final int TAIL_PER_MILLE = 990;

    private static final Interval NOTHING_SHOWN = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    private record Time(String name, ToDoubleFunction<Reading> of) {}

    public static Comparison of(Side baseline, Side candidate, Margins margins, Confidence confidence) {
        List<Row> rows = rows(baseline, candidate, _ -> true, margins, confidence);
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Map.Entry<String, Predicate<Request>> group : groupsOf(baseline).entrySet()) {
            if (count(baseline, group.getValue()) >= LEAST_OF_GROUP
                    && count(candidate, group.getValue()) >= LEAST_OF_GROUP) {
                groups.put(group.getKey(), rows(baseline, candidate, group.getValue(), margins, confidence));
            }
        }
        List<String> notCompared = notCompared(baseline, candidate);
        Regression shown = shown(rows, baseline, candidate);
        List<String> flaws = new ArrayList<>();
        flaws("baseline", baseline, mirrored(shown), flaws);
        flaws("candidate", candidate, verdict(shown), flaws);
        return new Comparison(
                baseline,
                candidate,
                confidence,
                flaws.isEmpty() ? shown : Regression.INVALID,
                rows,
                groups,
                tails(baseline, candidate),
                WhatMoved.between(baseline, candidate),
                Unlike.between(baseline, candidate),
                notCompared,
                List.copyOf(flaws));
    }

    /// A request of a side, with everything that groups ask for.
    private record Request(RequestTrace trace, Reading reading, Judgement.Result result) {

        /// Tokens of the answer; of a failed request those that it asked for.
        int outputTokens() {
            return trace.isCompleted() ? reading.outputTokens() : trace.asked().maxOutputTokens();
        }
    }

    private static List<Request> requests(Side side, Predicate<Request> group) {
        return IntStream.range(0, side.run().traces().size())
                .mapToObj(i -> new Request(
                        side.run().traces().get(i),
                        side.metrics().readings().get(i),
                        side.result().judgements().get(i).result()))
                .filter(group)
                .toList();
    }

    private static long count(Side side, Predicate<Request> group) {
        return requests(side, group).size();
    }

    private static List<Row> rows(
            Side baseline, Side candidate, Predicate<Request> group, Margins margins, Confidence confidence) {
        List<Request> before = requests(baseline, group);
        List<Request> after = requests(candidate, group);
        Confidence strict = confidence.dividedBy(1 + TIMES.size());
        List<Row> rows = new ArrayList<>();
        if (counted(before) > 0 && counted(after) > 0) {
            rows.add(shares(baseline, candidate, before, after, margins.goodput(), confidence, strict));
        }
        for (Time time : TIMES) {
            BigDecimal margin = switch (time.name()) {
                case "ttft" -> margins.ttft();
                case "tpot" -> margins.tpot();
                default -> margins.e2e();
            };
            if (has(time, before) && has(time, after)) {
                rows.add(times(time, before, after, margin, confidence, strict));
            }
        }
        return List.copyOf(rows);
    }

    private static boolean has(Time time, List<Request> requests) {
        return numbers(values(time, requests)).length > 0;
    }

    /// Requests that goodput is about.
    private static long counted(List<Request> requests) {
        return requests.stream()
                .filter(request -> request.result() != Judgement.Result.EXCLUDED)
                .count();
    }

    private static Row shares(
            Side baseline,
            Side candidate,
            List<Request> before,
            List<Request> after,
            BigDecimal margin,
            Confidence confidence,
            Confidence strict) {
        Tally base = tally(before, baseline);
        Tally other = tally(after, candidate);
        ShareComparison shown = ShareComparison.of(other, base, margin.doubleValue(), confidence);
        ShareComparison certain = ShareComparison.of(other, base, margin.doubleValue(), strict);
        Regression outcome = worse(
                -shown.interval().lower(), -certain.interval().upper(), -shown.difference(), margin.doubleValue());
        return new Row(
                "goodput",
                "share",
                counted(before),
                counted(after),
                base.share(),
                other.share(),
                shown.difference(),
                shown.interval(),
                margin,
                outcome);
    }

    private static Tally tally(List<Request> requests, Side side) {
        long good = requests.stream()
                .filter(request -> request.result() == Judgement.Result.GOOD)
                .count();
        return new Tally(good, counted(requests))
                .deflatedBy(side.result().goodput().designEffect());
    }

    private static Row times(
            Time time,
            List<Request> before,
            List<Request> after,
            BigDecimal margin,
            Confidence confidence,
            Confidence strict) {
        double[] base = values(time, before);
        double[] other = values(time, after);
        double[] baseLogs = BlockMedians.logs(base, rounds(before));
        double[] otherLogs = BlockMedians.logs(other, rounds(after));
        double baseMedian = Distribution.of(base).p50();
        double otherMedian = Distribution.of(other).p50();
        double change = otherMedian / baseMedian - 1;
        Interval interval = NOTHING_SHOWN;
        Regression outcome = Regression.INCONCLUSIVE;
        if (baseLogs.length > 0 && otherLogs.length > 0) {
            Welch shown = Welch.of(baseLogs, otherLogs, bothSides(confidence));
            Welch certain = Welch.of(baseLogs, otherLogs, bothSides(strict));
            change = Math.expm1(shown.difference());
            interval = new Interval(
                    Math.expm1(shown.interval().lower()),
                    Math.expm1(shown.interval().upper()));
            outcome = worse(interval.upper(), Math.expm1(certain.interval().lower()), change, margin.doubleValue());
        }
        return new Row(
                time.name(),
                "ns",
                numbers(base).length,
                numbers(other).length,
                baseMedian,
                otherMedian,
                change,
                interval,
                margin,
                outcome);
    }

    /// The level of an interval each side of which errs with at most 1 − `oneSided`.
    private static Confidence bothSides(Confidence oneSided) {
        BigDecimal error = BigDecimal.ONE.subtract(oneSided.value());
        return new Confidence(BigDecimal.ONE.subtract(error.add(error)));
    }

    /// @param atMost how much worse it is at most, and `atLeast` how much at least
    /// @param observed how much worse it was
    private static Regression worse(double atMost, double atLeast, double observed, double margin) {
        if (atMost < margin) {
            return Regression.NO_REGRESSION;
        }
        return atLeast > 0 && observed >= margin ? Regression.REGRESSION : Regression.INCONCLUSIVE;
    }

    private static double[] values(Time time, List<Request> requests) {
        return requests.stream()
                .mapToDouble(request ->
                        request.trace().isCompleted() ? time.of().applyAsDouble(request.reading()) : Double.NaN)
                .toArray();
    }

    private static int[] rounds(List<Request> requests) {
        return requests.stream()
                .mapToInt(request -> request.trace().asked().round())
                .toArray();
    }

    private static Regression shown(List<Row> rows, Side baseline, Side candidate) {
        if (rows.stream().anyMatch(row -> row.outcome() == Regression.REGRESSION)) {
            return Regression.REGRESSION;
        }
        boolean allFine = !rows.isEmpty() && rows.stream().allMatch(row -> row.outcome() == Regression.NO_REGRESSION);
        // What neither run has cannot have become worse; what only one of them has may hide it.
        boolean hidden = TIMES.stream()
                .anyMatch(
                        time -> has(time, requests(baseline, _ -> true)) != has(time, requests(candidate, _ -> true)));
        return allFine && !hidden ? Regression.NO_REGRESSION : Regression.INCONCLUSIVE;
    }

    /// What a statement about the change says of the candidate.
    private static Verdict verdict(Regression shown) {
        return switch (shown) {
            case NO_REGRESSION -> Verdict.PASS;
            case REGRESSION -> Verdict.FAIL;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
            case INVALID -> Verdict.INVALID;
        };
    }

    /// What it says of the baseline: the candidate is worse than a good one, or no worse than a bad one.
    private static Verdict mirrored(Regression shown) {
        return switch (verdict(shown)) {
            case PASS -> Verdict.FAIL;
            case FAIL -> Verdict.PASS;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
            case INVALID -> Verdict.INVALID;
        };
    }

    private static void flaws(String name, Side side, Verdict said, List<String> flaws) {
        side.result().checks().stream()
                .filter(check -> check.voids(said))
                .forEach(check -> flaws.add(name + ": " + check.reason()));
    }

    private static List<String> notCompared(Side baseline, Side candidate) {
        List<String> sentences = new ArrayList<>();
        List<Request> before = requests(baseline, _ -> true);
        List<Request> after = requests(candidate, _ -> true);
        notCompared("goodput", counted(before) > 0, counted(after) > 0, sentences);
        for (Time time : TIMES) {
            notCompared(time.name(), has(time, before), has(time, after), sentences);
        }
        return List.copyOf(sentences);
    }

    private static void notCompared(String name, boolean inBaseline, boolean inCandidate, List<String> sentences) {
        if (!inBaseline || !inCandidate) {
            String who =
                    inBaseline ? "the candidate has none" : inCandidate ? "the baseline has none" : "neither has any";
            sentences.add(name + " is not compared: " + who + " of single requests");
        }
    }

    private static List<Tail> tails(Side baseline, Side candidate) {
        List<Tail> tails = new ArrayList<>();
        for (Time time : TIMES) {
            double[] base = numbers(values(time, requests(baseline, _ -> true)));
            double[] other = numbers(values(time, requests(candidate, _ -> true)));
            if (base.length > 0 && other.length > 0) {
                Exceedance exceedance = Exceedance.of(base, other, TAIL_PER_MILLE);
                tails.add(new Tail(
                        time.name(),
                        TAIL_PER_MILLE,
                        Distribution.of(base).p99(),
                        Distribution.of(other).p99(),
                        exceedance.count(),
                        other.length,
                        exceedance.pValue()));
            }
        }
        return List.copyOf(tails);
    }

    private static double[] numbers(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }

    private static Map<String, Predicate<Request>> groupsOf(Side baseline) {
        Map<String, Predicate<Request>> groups = new LinkedHashMap<>();
        List<String> classes = requests(baseline, _ -> true).stream()
                .map(request -> request.trace().asked().requestClass())
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        for (String name : classes) {
            groups.put(
                    "class " + name,
                    request -> name.equals(request.trace().asked().requestClass()));
        }
        int above = 0;
        for (RunMetrics.LengthBucket bucket : baseline.metrics().e2eByLength()) {
            int low = above;
            groups.put(
                    bucket.label(),
                    request -> request.outputTokens() > low && request.outputTokens() <= bucket.maxTokens());
            above = bucket.maxTokens();
        }
        return groups;
    }
}
