package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// When a run may stop before its end: a few planned looks at the number of misses so far, in schedule order,
/// each with a limit up to which the target is shown and one from which it is shown to be missed. Looking
/// whenever one likes with the plain 95 % bound passes an endpoint at 95 % in 23 % of runs of 1,000; here the
/// error over all looks together is at most what was asked for, on either side, by exact propagation of the
/// count of misses ([Propagation]).
///
/// Decide in schedule order, not in the order of completion: fast requests complete first.
///
/// @param looks in order; the last one ends the run
/// @param falsePass chance that an endpoint exactly at the target is passed; less for a worse one
/// @param falseFail chance that an endpoint exactly at the target is failed; less for a better one
public record SequentialPlan(
        BigDecimal target, Confidence confidence, List<Look> looks, double falsePass, double falseFail) {
    private static final long FIRST_LOOK = 5;
    private static final double SPACING = 1.25;

    /// @param requests resolved, in schedule order
    /// @param passUpTo as many misses or fewer show that the target is reached; -1 where none do yet
    /// @param failFrom as many misses or more show that it is missed; above `requests` where none do yet
    public record Look(long requests, long passUpTo, long failFrom) {}

    /// What becomes of an endpoint.
    public record Outcomes(double pass, double fail, double inconclusive, double meanRequests) {}

    public SequentialPlan {
        looks = List.copyOf(looks);
        long before = 0;
        for (Look look : looks) {
            if (look.requests() <= before || look.passUpTo() >= look.failFrom()) {
                throw new IllegalArgumentException("looks out of order, or one that passes and fails at once: " + look);
            }
            before = look.requests();
        }
        if (looks.isEmpty()) {
            throw new IllegalArgumentException("a plan without a look");
        }
    }

    /// A plan for a run of at most `maxRequests`: looks at 5 requests, then each a quarter later. Of the error
    /// α allowed for a false PASS, α·t² may be spent by the time t of the run, so that the last look keeps
    /// nearly the limit of a run without looks; of that for a false FAIL, α·√t, so that a broken endpoint is
    /// found out within tens of requests. Spending after K. K. G. Lan and D. L. DeMets, Biometrika 70 (1983).
    ///
    /// @param target strictly between 0 and 1
    public static SequentialPlan of(long maxRequests, BigDecimal target, Confidence confidence) {
        if (maxRequests < 1) {
            throw new IllegalArgumentException("a run of " + maxRequests + " requests cannot be planned");
        }
        double alpha = confidence.complement();
        List<Look> looks = new ArrayList<>();
        Propagation misses = new Propagation(missRate(target));
        for (double next = FIRST_LOOK; ; next *= SPACING) {
            long n = Math.min(maxRequests, Math.round(next));
            double time = (double) n / maxRequests;
            misses.advanceTo(n);
            Look look =
                    new Look(n, misses.lastWithin(alpha * time * time), misses.firstWithin(alpha * Math.sqrt(time)));
            misses.absorb(look);
            looks.add(look);
            if (n == maxRequests) {
                return new SequentialPlan(target, confidence, looks, misses.passed(), misses.failed());
            }
        }
    }

    /// A plan with the exact bounds of one confidence at every look. Its errors are what they are: see
    /// [#falsePass] and [#falseFail].
    public static SequentialPlan atLooks(long[] requests, BigDecimal target, Confidence perLook) {
        List<Look> looks = new ArrayList<>();
        for (long n : requests) {
            looks.add(new Look(n, EarlyStopping.allowedMisses(n, target, perLook), failFrom(n, target, perLook)));
        }
        Propagation misses = propagate(looks, missRate(target));
        return new SequentialPlan(target, perLook, looks, misses.passed(), misses.failed());
    }

    /// What becomes, exactly, of an endpoint with a true share of good requests, independent of each other.
    public Outcomes outcomes(double truth) {
        if (!(truth >= 0 && truth <= 1)) {
            throw new IllegalArgumentException("a share lies between 0 and 1, but is " + truth);
        }
        Propagation misses = propagate(looks, 1 - truth);
        return new Outcomes(
                misses.passed(),
                misses.failed(),
                Math.max(0, 1 - misses.passed() - misses.failed()),
                misses.meanRequests());
    }

    public long maxRequests() {
        return looks.getLast().requests();
    }

    /// The look due once the first `requests` in schedule order are resolved, if one is.
    public OptionalInt lookAt(long requests) {
        for (int i = 0; i < looks.size(); i++) {
            if (looks.get(i).requests() == requests) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /// Whether even without a further miss the last look could not pass: the run is hopeless and may end at
    /// once, which adds nothing to either error.
    public boolean passImpossible(long misses) {
        return misses > looks.getLast().passUpTo();
    }

    /// The decision at a look, for as many requests as it asks for.
    ///
    /// Correlated requests are judged by [GoodShare] with the confidence that the look's own limits stand for;
    /// correlation
    /// slows the clock of the run, and the looks share the error between them as before.
    public Decision at(int look, GoodSeries atWorst, GoodSeries atBest, Dependence dependence) {
        Look limits = looks.get(look);
        if (atWorst.size() != limits.requests()) {
            throw new IllegalArgumentException("a look at " + limits.requests() + " requests, but " + atWorst.size());
        }
        if (dependence == Dependence.INDEPENDENT) {
            return atWorst.misses() <= limits.passUpTo()
                    ? Decision.PASS
                    : atBest.misses() >= limits.failFrom() ? Decision.FAIL : Decision.INCONCLUSIVE;
        }
        double good = target.doubleValue();
        long n = limits.requests();
        double passError = limits.passUpTo() < 0 ? 0 : BinomialBounds.atLeast(n - limits.passUpTo(), n, good);
        double failError = limits.failFrom() > n ? 0 : BinomialBounds.atMost(n - limits.failFrom(), n, good);
        Decision decision = GoodShare.judge(
                        atWorst, atBest, target, withError(passError), withError(failError), Dependence.MEASURED)
                .decision();
        return switch (decision) {
            case PASS -> passError > 0 ? decision : Decision.INCONCLUSIVE;
            case FAIL -> failError > 0 ? decision : Decision.INCONCLUSIVE;
            case INCONCLUSIVE -> decision;
        };
    }

    /// The fewest misses whose upper bound misses the target.
    private static long failFrom(long n, BigDecimal target, Confidence perLook) {
        long low = 0;
        long high = n + 1;
        while (high - low > 1) {
            long middle = (low + high) / 2;
            if (BinomialBounds.upperMisses(n - middle, n, target, perLook)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static Propagation propagate(List<Look> looks, double missRate) {
        Propagation misses = new Propagation(missRate);
        for (Look look : looks) {
            misses.advanceTo(look.requests());
            misses.absorb(look);
        }
        return misses;
    }

    /// Where a look cannot decide, any confidence will do.
    private Confidence withError(double error) {
        return error == 0 ? confidence : new Confidence(BigDecimal.ONE.subtract(new BigDecimal(error)));
    }

    private static double missRate(BigDecimal target) {
        return BigDecimal.ONE.subtract(target).doubleValue();
    }
}
