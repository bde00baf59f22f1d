package dev.goodput.core.gate;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Decision;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Why a verdict is what it is, in sentences, the most important first.
final class Reasons {
    /// A run that would need more requests than this in all is called out of sight rather than planned.
    private static final long PLANNING_LIMIT = 1_000_000;

    /// Design effects below this are not worth a sentence.
    private static final double NOTABLE_DESIGN_EFFECT = 1.05;

    private final Run run;
    private final RunMetrics metrics;
    private final Slo slo;
    private final GoodputEstimate goodput;
    private final List<ObjectiveResult> objectives;
    private final List<Judgement> judgements;

    Reasons(
            Run run,
            RunMetrics metrics,
            Slo slo,
            GoodputEstimate goodput,
            List<ObjectiveResult> objectives,
            List<Judgement> judgements) {
        this.run = run;
        this.metrics = metrics;
        this.slo = slo;
        this.goodput = goodput;
        this.objectives = objectives;
        this.judgements = judgements;
    }

    List<String> of(Verdict verdict, List<Check> measurement, Breakdown breakdown, Optional<EarlyStop> early) {
        List<String> reasons = new ArrayList<>();
        measurement.stream().filter(check -> !check.ok()).map(Check::reason).forEach(reasons::add);
        early.ifPresent(stop -> reasons.add(stopped(stop)));
        GoodShare shown = goodput.shown();
        if (shown != null) {
            reasons.add(ofTarget(goodput, shown));
            if (verdict == Verdict.INCONCLUSIVE && shown.decision() == Decision.INCONCLUSIVE && early.isEmpty()) {
                reasons.addAll(whyOpen(shown));
            }
            dependence(shown).ifPresent(reasons::add);
        }
        for (ObjectiveResult objective : objectives) {
            reasons.add(objective.objective() + ": " + objective.verdict() + ", " + objective.reason());
            if (objective.verdict() == Verdict.INCONCLUSIVE && objective.shown() != null) {
                reasons.addAll(whyOpen(objective.shown()));
            }
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
        if (goodput.excluded() > 0) {
            reasons.add(goodput.excluded() + (goodput.excluded() == 1 ? " request is" : " requests are")
                    + " left out of the total, because " + slo.notApplicable().words());
        }
        unobserved().ifPresent(reasons::add);
        metrics.counts().failures().forEach((category, count) -> reasons.add(failure(category, count)));
        reasons.addAll(unsupported(run.manifest().coverage()));
        return List.copyOf(reasons);
    }

    static String ofTarget(GoodputEstimate goodput, GoodShare shown) {
        return Objectives.sentence(
                shown,
                goodput.excluded() == 0
                        ? "scheduled requests were good"
                        : "scheduled requests that the SLO speaks of were good");
    }

    private static String stopped(EarlyStop stop) {
        if (stop.stoppedAfter() == 0) {
            return "the run could have ended early and found no certain answer in " + stop.mostRequests()
                    + " requests; its looks leave stricter bounds than a run without them";
        }
        String after = "ended early after " + stop.stoppedAfter() + " of " + stop.mostRequests() + " requests: ";
        return after
                + switch (stop.decision()) {
                    case PASS -> "the answer was certain then, at the bounds for looking more than once";
                    case FAIL ->
                        "so many had missed that the answer was certain, at the bounds for looking more than once";
                    case INCONCLUSIVE -> "so many had missed that no further requests could bring a PASS";
                };
    }

    /// Why the run decides nothing, and what would.
    private static List<String> whyOpen(GoodShare shown) {
        List<String> sentences = new ArrayList<>();
        switch (shown.cause()) {
            case NONE, CLOSE_TO_TARGET -> {}
            case CORRELATED ->
                sentences.add(String.format(
                        Locale.ROOT,
                        "the misses came in bunches: %d requests say as much as %.0f independent ones, which are too few"
                                + " (as many independent ones would have decided)",
                        shown.total(),
                        shown.effectiveRequests()));
            case TOO_FEW_EXPECTED_MISSES ->
                sentences.add(String.format(
                        Locale.ROOT,
                        "independent requests would pass, but so short a run cannot show that they are: where one bad"
                                + " moment makes many neighbours miss, a run with %.1f misses to be expected at the target"
                                + " is too often lucky (it takes %.0f); take more requests, or say that they are independent"
                                + " (--assume-independent) where you know it",
                        shown.effectiveExpectedMisses(),
                        GoodShare.requiredExpectedMisses(shown.passConfidence())));
            case CORRELATION_UNKNOWN ->
                sentences.add("the misses came in " + shown.missStretches()
                        + (shown.missStretches() == 1 ? " stretch" : " stretches")
                        + ", too few to tell one bad moment from a bad endpoint");
        }
        OptionalLong more = shown.furtherRequests(PLANNING_LIMIT);
        sentences.add(
                more.isEmpty()
                        ? "the observed share is so close to the target that no practical number of requests would"
                                + " settle it"
                        : "about " + more.getAsLong()
                                + " more requests would settle it if the share stays as observed");
        return sentences;
    }

    /// What was held of the independence of requests, and what difference it made.
    private static Optional<String> dependence(GoodShare shown) {
        String naive = String.format(
                Locale.ROOT,
                "at least %s and at most %s",
                Percent.down(shown.plain().lower(), shown.target()),
                Percent.up(shown.plain().upper(), shown.target()));
        return switch (shown.method()) {
            case INDEPENDENT ->
                Optional.of("requests were taken as independent of each other, as the SLO says; nothing in the run"
                        + " shows that they are");
            case WITHIN_RUN, ROUNDS ->
                shown.designEffect() < NOTABLE_DESIGN_EFFECT
                        ? Optional.empty()
                        : Optional.of(String.format(
                                Locale.ROOT,
                                "requests were not independent: one says as much as 1/%.1f of an independent one (from"
                                        + " the %s); taken as independent the bounds would be %s",
                                shown.designEffect(),
                                shown.method() == GoodShare.Method.ROUNDS
                                        ? "spread over rounds"
                                        : "correlation within the run",
                                naive));
        };
    }

    private Optional<String> unobserved() {
        long count = judgements.stream()
                .filter(judgement -> judgement.result() == Judgement.Result.UNRESOLVED
                        && judgement.trace().isCompleted())
                .count();
        return count == 0
                ? Optional.empty()
                : Optional.of(count + (count == 1 ? " completed request lacks" : " completed requests lack")
                        + " a time that the SLO bounds; whether they were good stays open");
    }

    /// What the file of an imported run does not hold, and what that means for the verdict.
    private List<String> unsupported(Coverage coverage) {
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
}
