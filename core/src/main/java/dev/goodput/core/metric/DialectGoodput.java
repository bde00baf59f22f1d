package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.Strictness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Goodput as a dialect's tool would count it: bounds on per-request quantities, joined by AND, with the tool's own
/// idea
/// of what a missing value, an exact tie and a failed request mean.
///
/// @param good requests that the tool counts as good
/// @param base what it divides by for a share; 0 when it gives none
/// @param rate good requests per second of the tool's window
public record DialectGoodput(long good, long base, Answer rate) {

    /// The share of good requests as the tool shows it.
    public Answer share() {
        return base > 0
                ? new Answer.Value((double) good / base)
                : new Answer.Refused("the tool gives goodput as a rate only");
    }

    /// @param boundsNs upper bounds in nanoseconds by quantity
    public static DialectGoodput of(DialectRun seen, Map<Quantity, Double> boundsNs) {
        List<DialectRun.Request> successes = seen.requests().stream()
                .filter(request -> request.fate() == Fate.SUCCESS)
                .toList();
        MissingMetric missing = seen.dialect().on(MissingMetric.class);
        long good = missing == MissingMetric.MISALIGNED
                ? misaligned(seen, successes, boundsNs)
                : successes.stream()
                        .filter(request -> isGood(seen, request, boundsNs))
                        .count();
        long undetermined = missing == MissingMetric.EXCLUDED
                ? successes.stream()
                        .filter(request -> lacksOne(seen, request, boundsNs))
                        .count()
                : 0;
        return new DialectGoodput(good, base(seen, successes.size(), undetermined), seen.rate(good));
    }

    private static long base(DialectRun seen, long successes, long undetermined) {
        long failures = seen.count(Fate.FAILURE);
        return switch (seen.dialect().on(GoodputBase.class)) {
            case OFFERED -> seen.run().scheduledRequests();
            case ATTEMPTED, ATTEMPTED_LESS_CANCELLED -> successes + failures;
            case SUCCESSES, ALL_RESULTS -> successes;
            case DETERMINED -> successes - undetermined + failures;
            case NONE -> 0;
        };
    }

    private static boolean isGood(DialectRun seen, DialectRun.Request request, Map<Quantity, Double> boundsNs) {
        return boundsNs.entrySet().stream().allMatch(bound -> {
            double value = bounded(seen, request, bound.getKey());
            if (!Double.isNaN(value)) {
                return keeps(seen, value, bound.getValue());
            }
            return switch (seen.dialect().on(MissingMetric.class)) {
                case NOT_APPLICABLE, GOOD_AS_ZERO -> true;
                case BAD, BAD_AS_IS_ZERO, EXCLUDED, MISALIGNED -> false;
            };
        });
    }

    private static double value(DialectRun seen, DialectRun.Request request, Quantity quantity) {
        return quantity == Quantity.ITL ? itlNs(seen, request) : seen.of(quantity, request);
    }

    /// The one ITL of a request that a bound can be held against: the dialect's time per token, unless its ITL is a
    /// mean
    /// of its own.
    private static double itlNs(DialectRun seen, DialectRun.Request request) {
        return switch (seen.dialect().on(Itl.class)) {
            case REQUEST_MEAN_WEIGHTED -> meanGapNs(request);
            case POOLED_CHUNK,
                    POOLED_TOKEN_SPLIT,
                    POOLED_TOKEN_ZERO,
                    REQUEST_MEAN,
                    ITERATION,
                    TAIL10_MEAN,
                    SUM_OVER_TOKENS,
                    NONE -> seen.of(Quantity.TPOT, request);
        };
    }

    private static double meanGapNs(DialectRun.Request request) {
        int n = request.reading().outputTokens();
        return n > 1 ? request.reading().spanNs() / (n - 1) : Double.NaN;
    }

    private static boolean keeps(DialectRun seen, double value, double bound) {
        return switch (seen.dialect().on(Strictness.class)) {
            case INCLUSIVE -> value <= bound;
            case STRICT -> value < bound;
        };
    }

    /// The value that a bound on a quantity is held against.
    private static double bounded(DialectRun seen, DialectRun.Request request, Quantity quantity) {
        boolean isGap = quantity == Quantity.TPOT && seen.dialect().on(GoodputTpot.class) == GoodputTpot.REQUEST_ITL;
        double value = isGap ? meanGapNs(request) : value(seen, request, quantity);
        boolean isMissing = value == 0 && seen.dialect().on(MissingMetric.class) == MissingMetric.BAD_AS_IS_ZERO;
        return isMissing ? Double.NaN : value;
    }

    private static boolean lacksOne(DialectRun seen, DialectRun.Request request, Map<Quantity, Double> boundsNs) {
        return boundsNs.keySet().stream().anyMatch(quantity -> Double.isNaN(bounded(seen, request, quantity)));
    }

    /// One list per bounded quantity, each without the requests that lack it, zipped by position and cut to the
    /// shortest: from the first gap on, a request's values are judged together with its neighbours'.
    private static long misaligned(
            DialectRun seen, List<DialectRun.Request> successes, Map<Quantity, Double> boundsNs) {
        List<List<Boolean>> kept = new ArrayList<>();
        boundsNs.forEach((quantity, boundNs) -> kept.add(successes.stream()
                .mapToDouble(request -> bounded(seen, request, quantity))
                .filter(value -> !Double.isNaN(value))
                .mapToObj(value -> keeps(seen, value, boundNs))
                .toList()));
        int shortest = kept.stream().mapToInt(List::size).min().orElse(0);
        long good = 0;
        for (int i = 0; i < shortest; i++) {
            int row = i;
            good += kept.stream().allMatch(list -> list.get(row)) ? 1 : 0;
        }
        return good;
    }
}
