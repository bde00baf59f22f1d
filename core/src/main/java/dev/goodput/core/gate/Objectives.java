package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.Observation;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.stat.BlockBootstrap;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Decision;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.Interval;
import dev.goodput.core.stat.QuantileBounds;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Run;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Judges every objective of an SLO on its own.
///
/// All of them are shares of requests in the end: a percentile is within its limit exactly when that share of requests
/// is, so it takes no density estimate and the same test as goodput. "All objectives are kept" needs no correction for
/// their number; "one is missed" does, so FAIL is asked for with α divided by it (Bonferroni).
final class Objectives {
    /// Fixed, so that judging a run again gives the same words.
    private static final long BOOTSTRAP_SEED = 1;

    private final Run run;
    private final RunMetrics metrics;
    private final Slo slo;
    private final List<Judgement> judgements;
    private final Confidence fail;

    Objectives(Run run, RunMetrics metrics, Slo slo, List<Judgement> judgements) {
        this.run = run;
        this.metrics = metrics;
        this.slo = slo;
        this.judgements = judgements;
        this.fail = slo.confidence().dividedBy(slo.allObjectives().size());
    }

    /// What the target comes to, apart from the rest; null where nothing was scheduled.
    @Nullable
    GoodShare target() {
        Fates fates = ofTarget();
        return fates.isEmpty() ? null : fates.judge(slo.target(), slo.confidence(), fail, slo.dependence());
    }

    private Fates ofTarget() {
        Fates fates = GoodFates.of(judgements);
        fates.addOpenAtEnd(run.scheduledRequests() - judgements.size());
        return fates;
    }

    /// A second opinion on a correlated run, from blocks of neighbours; none where there is nothing to draw from.
    Optional<BlockBootstrap> bootstrap(@Nullable GoodShare shown) {
        if (shown == null
                || shown.method() != GoodShare.Method.WITHIN_RUN
                || shown.good() == 0
                || shown.good() == shown.total()) {
            return Optional.empty();
        }
        BigDecimal error = BigDecimal.ONE.subtract(slo.confidence().value());
        BigDecimal bothSides = BigDecimal.ONE.subtract(error.add(error));
        return bothSides.signum() <= 0
                ? Optional.empty()
                : Optional.of(BlockBootstrap.of(
                        ofTarget().atWorst(),
                        shown.designEffect(),
                        BlockBootstrap.Kind.STATIONARY,
                        new Confidence(bothSides),
                        BOOTSTRAP_SEED));
    }

    /// The objectives besides the target.
    List<ObjectiveResult> others() {
        return slo.objectives().stream().map(this::judge).toList();
    }

    private ObjectiveResult judge(Objective objective) {
        List<Judgement> covered = judgements.stream()
                .filter(judgement -> objective.covers(judgement.observation()))
                .toList();
        return switch (objective) {
            case Objective.GoodputShare goodput -> goodput(goodput, covered);
            case Objective.Percentile percentile -> percentile(percentile, covered);
            case Objective.ErrorRate errors -> errors(errors, covered);
            case Objective.GoodputRate rate -> rate(rate, covered);
        };
    }

    private ObjectiveResult goodput(Objective.GoodputShare objective, List<Judgement> covered) {
        Fates fates = GoodFates.of(covered);
        if (fates.isEmpty()) {
            return nothing(objective, objective.share().doubleValue(), "share");
        }
        GoodShare shown = fates.judge(objective.share(), slo.confidence(), fail, slo.dependence());
        return new ObjectiveResult(
                objective,
                shown.share(),
                objective.share().doubleValue(),
                shown.corrected().lower(),
                shown.corrected().upper(),
                "share",
                verdict(shown.decision()),
                shown,
                sentence(shown, "requests were good"));
    }

    private ObjectiveResult percentile(Objective.Percentile objective, List<Judgement> covered) {
        Fates fates = new Fates();
        List<Double> values = new ArrayList<>();
        for (Judgement judgement : covered) {
            addWithin(fates, objective, judgement, values);
        }
        double limitNs = objective.limitNs();
        if (fates.isEmpty()) {
            return nothing(objective, limitNs, "ns");
        }
        BigDecimal share = BigDecimal.valueOf(objective.perMille(), 3);
        GoodShare shown = fates.judge(share, slo.confidence(), fail, slo.dependence());
        Distribution observed = Distribution.of(values.stream().mapToDouble(Double::doubleValue));
        int needed = QuantileBounds.smallestSample(objective.perMille(), slo.confidence());
        Verdict verdict = shown.decision() == Decision.INCONCLUSIVE && shown.total() < needed
                ? Verdict.INVALID
                : verdict(shown.decision());
        String within = sentence(
                shown,
                "requests were within "
                        + objective.limit().text(objective.metric().unit()));
        return new ObjectiveResult(
                objective,
                observed.quantile(objective.perMille()),
                limitNs,
                Double.NaN,
                Double.NaN,
                "ns",
                verdict,
                shown,
                verdict == Verdict.INVALID
                        ? String.format(
                                Locale.ROOT,
                                "%s needs at least %d requests at %s confidence, and there are %d: with fewer even the"
                                        + " slowest of them says nothing about it",
                                objective,
                                needed,
                                Percent.of(slo.confidence().value()),
                                shown.total())
                        : within);
    }

    /// A failed request took infinitely long; one that rightly lacks the metric is not of the sample.
    private static void addWithin(
            Fates fates, Objective.Percentile objective, Judgement judgement, List<Double> values) {
        Observation request = judgement.observation();
        int round = judgement.trace().asked().round();
        if (!judgement.trace().isCompleted()) {
            if (judgement.result() == Judgement.Result.UNRESOLVED) {
                fates.addOpen(round);
            } else {
                fates.add(round, false);
            }
            return;
        }
        TimeMetric metric = objective.metric();
        double valueNs = metric.of(request);
        if (Double.isNaN(valueNs)) {
            if (!metric.mayLack(request)) {
                fates.addOpen(round);
            }
            return;
        }
        values.add(valueNs);
        fates.add(round, valueNs <= objective.limitNs());
    }

    private ObjectiveResult errors(Objective.ErrorRate objective, List<Judgement> covered) {
        Fates fates = new Fates();
        for (Judgement judgement : covered) {
            int round = judgement.trace().asked().round();
            if (judgement.trace().outcome() instanceof Outcome.Failed failed
                    && failed.category().isUnresolved()) {
                fates.addOpen(round);
            } else {
                fates.add(round, judgement.trace().isCompleted());
            }
        }
        if (objective.conditions().isEmpty()) {
            fates.addOpenAtEnd(run.scheduledRequests() - judgements.size());
        }
        double limit = objective.share().doubleValue();
        if (fates.isEmpty()) {
            return nothing(objective, limit, "share");
        }
        BigDecimal target = BigDecimal.ONE.subtract(objective.share());
        GoodShare shown = fates.judge(target, slo.confidence(), fail, slo.dependence());
        return new ObjectiveResult(
                objective,
                1 - (double) shown.goodAtBest() / shown.total(),
                limit,
                1 - shown.corrected().upper(),
                1 - shown.corrected().lower(),
                "share",
                verdict(shown.decision()),
                shown,
                sentence(shown, "requests did not fail"));
    }

    private ObjectiveResult rate(Objective.GoodputRate objective, List<Judgement> covered) {
        double limit = objective.perSecond().doubleValue();
        long good = covered.stream().filter(Judgement::isGood).count();
        double seconds = metrics.throughput().windowSeconds();
        if (covered.isEmpty() || !(seconds > 0)) {
            return nothing(objective, limit, "per_second");
        }
        Interval bounds = GoodRate.bounds(run.manifest(), covered, seconds, slo);
        Verdict verdict =
                bounds.lower() >= limit ? Verdict.PASS : bounds.upper() < limit ? Verdict.FAIL : Verdict.INCONCLUSIVE;
        double value = good / seconds;
        return new ObjectiveResult(
                objective,
                value,
                limit,
                bounds.lower(),
                bounds.upper(),
                "per_second",
                verdict,
                null,
                String.format(
                        Locale.ROOT,
                        "%.2f good requests a second over %.1f s; with %s confidence at least %.2f and at most %.2f",
                        value,
                        seconds,
                        Percent.of(slo.confidence().value()),
                        bounds.lower(),
                        bounds.upper()));
    }

    private static ObjectiveResult nothing(Objective objective, double limit, String unit) {
        return new ObjectiveResult(
                objective,
                Double.NaN,
                limit,
                Double.NaN,
                Double.NaN,
                unit,
                Verdict.INVALID,
                null,
                objective + " is about no request of this run");
    }

    static Verdict verdict(Decision decision) {
        return switch (decision) {
            case PASS -> Verdict.PASS;
            case FAIL -> Verdict.FAIL;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
        };
    }

    /// Such as `297 of 300 requests were good (99.00%); with 95% confidence the true share is at least …`.
    static String sentence(GoodShare shown, String what) {
        return String.format(
                Locale.ROOT,
                "%d of %d %s (%s); with %s confidence the true share is at least %s and at most %s; target %s",
                shown.good(),
                shown.total(),
                what,
                Percent.down(shown.share(), shown.target()),
                Percent.of(shown.passConfidence().value()),
                Percent.down(shown.corrected().lower(), shown.target()),
                Percent.up(shown.corrected().upper(), shown.target()),
                Percent.of(shown.target()));
    }
}
