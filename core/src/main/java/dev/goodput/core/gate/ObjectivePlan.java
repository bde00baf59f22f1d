package dev.goodput.core.gate;

import dev.goodput.core.slo.Objective;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.stat.EarlyStopping;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.SampleSize;
import dev.goodput.core.stat.SequentialPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// What it takes to show that an objective is kept, if it is kept by as much as is expected.
///
/// @param required share of requests that must be good, within the limit, or without failure
/// @param expected share that is expected
/// @param independent how many requests it takes where they are known to be independent; empty where no number would
///     do, or none in reach
/// @param oneRun how many it takes in one run that has to show how independent they are, and `inRounds` in rounds
/// @param chances what a few numbers of requests would bring
/// @param early what ending early would save, where it was asked for
public record ObjectivePlan(
        Objective objective,
        BigDecimal required,
        BigDecimal expected,
        Optional<SampleSize> independent,
        OptionalLong oneRun,
        OptionalLong inRounds,
        List<Chance> chances,
        List<Early> early) {
    /// More requests than this are called out of reach.
    public static final long LIMIT = 10_000_000;

    private static final long LARGEST_EARLY = 100_000;

    /// Numbers of requests to show where none would bring a PASS.
    private static final List<Long> SOME = List.of(100L, 1_000L, 10_000L);

    /// What becomes of a run of so many requests.
    ///
    /// @param allowedMisses the most misses with which it could still pass; −1 where it cannot
    public record Chance(long requests, long allowedMisses, double pass, double fail, double inconclusive) {}

    /// A run that may end early, for an endpoint with this true share.
    public record Early(double truth, long mostRequests, double meanRequests, double pass, double fail) {}

    /// How it is to be measured.
    ///
    /// @param power chance of a PASS to plan for
    /// @param designEffect how many correlated requests say as much as one independent one; 1 if none is known
    /// @param rounds how many rounds a run in rounds has
    public record Settings(
            Confidence confidence,
            Dependence dependence,
            double power,
            double designEffect,
            int rounds,
            boolean stopEarly) {}

    public static ObjectivePlan of(Objective objective, BigDecimal required, BigDecimal expected, Settings settings) {
        if (required.compareTo(BigDecimal.ONE) >= 0) {
            return new ObjectivePlan(
                    objective,
                    required,
                    expected,
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    List.of(),
                    List.of());
        }
        Optional<SampleSize> independent =
                SampleSize.plan(required, expected, settings.confidence(), settings.power(), LIMIT);
        OptionalLong oneRun = measured(required, expected, settings, 1);
        ObjectivePlan plan = new ObjectivePlan(
                objective,
                required,
                expected,
                independent,
                oneRun,
                measured(required, expected, settings, settings.rounds()),
                List.of(),
                List.of());
        return new ObjectivePlan(
                objective,
                required,
                expected,
                plan.independent,
                plan.oneRun,
                plan.inRounds,
                plan.chances(settings),
                settings.stopEarly() ? plan.early(settings) : List.of());
    }

    private static OptionalLong measured(BigDecimal required, BigDecimal expected, Settings settings, int rounds) {
        return SampleSize.planMeasured(
                required, expected, settings.confidence(), settings.power(), settings.designEffect(), rounds, LIMIT);
    }

    /// The share of requests that an objective asks for; empty where it asks for none, as a rate does.
    public static Optional<BigDecimal> requiredShare(Objective objective) {
        return switch (objective) {
            case Objective.GoodputShare goodput -> Optional.of(goodput.share());
            case Objective.Percentile percentile -> Optional.of(BigDecimal.valueOf(percentile.perMille(), 3));
            case Objective.ErrorRate errors -> Optional.of(BigDecimal.ONE.subtract(errors.share()));
            case Objective.GoodputRate _ -> Optional.empty();
        };
    }

    /// Whether no number of requests would do: a share is never shown to exceed itself.
    public boolean isNever() {
        return required.compareTo(BigDecimal.ONE) >= 0 || expected.compareTo(required) <= 0;
    }

    /// What a verdict takes in one run, under what is held of its requests.
    public OptionalLong needed(Dependence dependence) {
        return switch (dependence) {
            case MEASURED -> oneRun;
            case INDEPENDENT ->
                independent.map(size -> OptionalLong.of(size.safe())).orElse(OptionalLong.empty());
        };
    }

    private List<Chance> chances(Settings settings) {
        TreeSet<Long> sizes = new TreeSet<>();
        OptionalLong needed = needed(settings.dependence());
        if (needed.isEmpty()) {
            sizes.addAll(SOME);
        } else {
            sizes.add(Math.max(1, needed.getAsLong() / 4));
            sizes.add(Math.max(1, needed.getAsLong() / 2));
            sizes.add(needed.getAsLong());
            sizes.add(2 * needed.getAsLong());
            independent.ifPresent(size -> sizes.add(size.first()));
        }
        List<Chance> chances = new ArrayList<>();
        sizes.forEach(requests -> chances.add(chance(requests, settings)));
        return List.copyOf(chances);
    }

    /// Correlated requests count for as many independent ones as they say as much as.
    private Chance chance(long requests, Settings settings) {
        double effect = settings.dependence() == Dependence.MEASURED ? settings.designEffect() : 1;
        long effective = Math.max(1, (long) (requests / effect));
        SequentialPlan.Outcomes outcomes = SequentialPlan.atLooks(
                        new long[] {effective}, required, settings.confidence())
                .outcomes(expected.doubleValue());
        boolean isTooShort = isTooShort(effective, settings);
        long allowed = isTooShort ? -1 : EarlyStopping.allowedMisses(effective, required, settings.confidence());
        double pass = isTooShort ? 0 : outcomes.pass();
        return new Chance(
                requests,
                allowed < 0 ? -1 : (long) (allowed * effect),
                pass,
                outcomes.fail(),
                Math.max(0, 1 - pass - outcomes.fail()));
    }

    /// Whether so many effective requests hold too few expected misses for a PASS, see [GoodShare].
    private boolean isTooShort(double effective, Settings settings) {
        double missRate = BigDecimal.ONE.subtract(required).doubleValue();
        return settings.dependence() == Dependence.MEASURED
                && effective * missRate < GoodShare.requiredExpectedMisses(settings.confidence()) * (1 - 1e-12);
    }

    /// As expected, exactly at the target, and with ten times the misses that are allowed.
    private List<Early> early(Settings settings) {
        long most = Math.min(needed(settings.dependence()).orElse(SOME.getLast()), LARGEST_EARLY);
        SequentialPlan looking = SequentialPlan.of(most, required, settings.confidence());
        SequentialPlan plan = new SequentialPlan(
                looking.target(),
                looking.confidence(),
                looking.looks().stream()
                        .map(look -> isTooShort(look.requests() / settings.designEffect(), settings)
                                ? new SequentialPlan.Look(look.requests(), -1, look.failFrom())
                                : look)
                        .toList(),
                looking.falsePass(),
                looking.falseFail());
        double broken = Math.max(0, 1 - 10 * (1 - required.doubleValue()));
        List<Early> early = new ArrayList<>();
        for (double truth : new double[] {expected.doubleValue(), required.doubleValue(), broken}) {
            SequentialPlan.Outcomes outcomes = plan.outcomes(truth);
            early.add(new Early(truth, most, outcomes.meanRequests(), outcomes.pass(), outcomes.fail()));
        }
        return List.copyOf(early);
    }
}
