package dev.goodput.core.slo;

import dev.goodput.core.stat.EarlyStopping;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.QuantileBounds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// An SLO in plain words.
///
/// @param clauses every clause with its meaning, the target last
/// @param rules what holds for all of them
/// @param open what the SLO does not ask for, one sentence each
/// @param needs how many requests a verdict takes, one sentence each
public record SloExplanation(List<Meaning> clauses, List<String> rules, List<String> open, List<String> needs) {

    /// @param text the clause as it is written
    public record Meaning(String text, String words) {}

    public static SloExplanation of(Slo slo) {
        List<Meaning> clauses = Stream.concat(
                        slo.constraints().stream(),
                        Stream.concat(
                                slo.objectives().stream(),
                                Stream.of(new Objective.GoodputShare(slo.target(), List.of()))))
                .map(clause -> new Meaning(clause.toString(), ClauseWords.of(clause)))
                .toList();
        return new SloExplanation(clauses, rules(slo), new Gaps(slo).sentences(), needs(slo));
    }

    private static List<String> rules(Slo slo) {
        List<String> rules = new ArrayList<>();
        rules.add(slo.notApplicable().words());
        rules.add(
                "what is bounded and was not observed leaves a request open: never good, and held against every claim");
        if (slo.needsBaseline()) {
            rules.add(
                    slo.baseline() == null
                            ? "a baseline run must be named, with --baseline or 'baseline:' in the file"
                            : "the baseline run is " + slo.baseline());
        }
        return List.copyOf(rules);
    }

    private static List<String> needs(Slo slo) {
        List<String> needs = new ArrayList<>();
        String confidence = Units.percent(slo.confidence().value());
        BigDecimal misses = BigDecimal.ONE.subtract(slo.target());
        if (misses.signum() == 0) {
            needs.add("goodput of 100% can never be shown, only missed: ask for 99.9% or less");
        } else {
            needs.add(String.format(
                    Locale.ROOT,
                    "goodput of %s at %s confidence: %,d requests without a miss, %,d with one, if requests are"
                            + " independent",
                    Units.percent(slo.target()),
                    confidence,
                    EarlyStopping.minimumRequests(0, slo.target(), slo.confidence()),
                    EarlyStopping.minimumRequests(1, slo.target(), slo.confidence())));
            needs.add(
                    switch (slo.dependence()) {
                        case MEASURED ->
                            String.format(
                                    Locale.ROOT,
                                    "requests count as correlated until the run shows otherwise: a PASS takes %,.0f"
                                            + " effective requests, and as many times more as neighbours are alike",
                                    Math.ceil(
                                            GoodShare.requiredExpectedMisses(slo.confidence()) / misses.doubleValue()));
                        case INDEPENDENT ->
                            "requests are taken as independent because the SLO says so; on a busy server they are not";
                    });
        }
        slo.objectives().stream()
                .<Objective.Percentile>mapMulti((objective, percentiles) -> {
                    if (objective instanceof Objective.Percentile percentile) {
                        percentiles.accept(percentile);
                    }
                })
                .mapToInt(Objective.Percentile::perMille)
                .max()
                .ifPresent(perMille -> needs.add(String.format(
                        Locale.ROOT,
                        "a bound on p%s at %s confidence: %,d completed requests that the objective covers; with fewer"
                                + " the verdict is INVALID",
                        BigDecimal.valueOf(perMille, 1).stripTrailingZeros().toPlainString(),
                        confidence,
                        QuantileBounds.smallestSample(perMille, slo.confidence()))));
        return List.copyOf(needs);
    }

    /// Looks for what an SLO leaves open.
    private record Gaps(Slo slo) {

        List<String> sentences() {
            List<String> open = new ArrayList<>();
            if (slo.constraints().isEmpty()) {
                noConstraint(open);
            } else if (slo.constraints().stream()
                    .noneMatch(part -> part.conditions().isEmpty())) {
                open.add("every constraint has a condition: a request that meets none of them is good if it completes");
            }
            if (!bounds(TimeMetric.TTFT, TimeMetric.TTAT, TimeMetric.E2E, TimeMetric.TIME_TO_FIRST_SENTENCE)
                    && !boundsDelivery()) {
                open.add("no limit on the wait before an answer starts (ttft)");
            }
            if (!bounds(TimeMetric.TPOT, TimeMetric.ITL_MAX, TimeMetric.ITL_P99, TimeMetric.E2E) && !boundsDelivery()) {
                open.add("no limit on what follows the first token: an answer may take for ever (tpot, e2e)");
            }
            if (bounds(TimeMetric.TPOT) && !bounds(TimeMetric.ITL_MAX, TimeMetric.ITL_P99) && !boundsDelivery()) {
                open.add(
                        "tpot is a mean over the answer: a stall of seconds can hide in a long one (itl_max, fluidity)");
            }
            longAnswers(open);
            oneTokenAnswers(open);
            marginalPercentiles(open);
            return List.copyOf(open);
        }

        private void noConstraint(List<String> open) {
            boolean throughputOnly =
                    slo.objectives().stream().allMatch(objective -> objective instanceof Objective.GoodputRate);
            open.add(
                    throughputOnly
                            ? "throughput only: with no constraint on a request, good means completed, however slowly"
                            : "no constraint on a request: good means completed, and goodput says nothing about time");
        }

        private void longAnswers(List<String> open) {
            List<Constraint> e2e = slo.constraints().stream()
                    .filter(constraint -> constraint.metric() == TimeMetric.E2E)
                    .toList();
            boolean onlyUpTo = !e2e.isEmpty() && e2e.stream().allMatch(Gaps::isForShortAnswers);
            if (onlyUpTo) {
                open.add("no end-to-end limit for answers beyond those of '" + e2e.getLast() + "'");
            }
        }

        private static boolean isForShortAnswers(Constraint constraint) {
            return constraint.conditions().stream()
                    .anyMatch(condition -> condition instanceof Condition.Length length
                            && length.size() == Condition.Size.OUTPUT_TOKENS
                            && (length.comparison() == Condition.Comparison.BELOW
                                    || length.comparison() == Condition.Comparison.AT_MOST));
        }

        private void oneTokenAnswers(List<String> open) {
            boolean bounded = slo.constraints().stream()
                    .anyMatch(constraint -> constraint.metric() == TimeMetric.TPOT
                            || constraint.metric() == TimeMetric.ITL_MAX
                            || constraint.metric() == TimeMetric.ITL_P99);
            if (bounded && slo.notApplicable() == NotApplicable.GOOD) {
                open.add("an endpoint that answers with one token keeps every limit on tokens after the first"
                        + " (not_applicable: bad, or excluded)");
            }
        }

        /// Percentiles hold one by one; what they allow to be missed adds up.
        private void marginalPercentiles(List<String> open) {
            List<Objective.Percentile> marginal = slo.objectives().stream()
                    .<Objective.Percentile>mapMulti((objective, percentiles) -> {
                        if (objective instanceof Objective.Percentile percentile
                                && slo.constraints().stream().noneMatch(part -> part.metric() == percentile.metric())) {
                            percentiles.accept(percentile);
                        }
                    })
                    .toList();
            if (marginal.size() > 1) {
                int missed = marginal.stream()
                        .mapToInt(part -> 1000 - part.perMille())
                        .sum();
                open.add("percentiles hold one by one, which is weaker than a limit on each request: up to "
                        + Units.percent(BigDecimal.valueOf(Math.min(missed, 1000), 3))
                        + " of requests may miss at least one of " + marginal.size());
            }
        }

        private boolean bounds(TimeMetric... metrics) {
            List<TimeMetric> wanted = Arrays.asList(metrics);
            return slo.constraints().stream()
                            .anyMatch(part -> part.metric() instanceof TimeMetric time && wanted.contains(time))
                    || slo.objectives().stream()
                            .anyMatch(objective -> objective instanceof Objective.Percentile percentile
                                    && wanted.contains(percentile.metric()));
        }

        /// Whether something bounds when each token comes.
        private boolean boundsDelivery() {
            return slo.constraints().stream().anyMatch(part -> switch (part.metric()) {
                case DeadlineMetric _ -> true;
                case OutputSpeed _, Underruns _, TimeMetric _ -> false;
            });
        }
    }
}
