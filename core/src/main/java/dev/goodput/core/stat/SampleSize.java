package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// How many independent requests it takes until an endpoint with an expected share of good requests is shown to
/// reach a target with a given chance (the power). Exact; multiply by the design effect for correlated
/// requests.
///
/// Power is a saw-tooth in n: it jumps where one more miss is allowed and falls until the next such n.
///
/// @param first the first n that reaches the power
/// @param firstAllowedMisses the misses that may occur among them
/// @param safe the n from which the power is never lost again
/// @param safeAllowedMisses the misses that may occur among those
public record SampleSize(long first, long firstAllowedMisses, long safe, long safeAllowedMisses) {
    /// Neither peaks nor troughs of the power are quite monotone; none is out of order by as much as this.
    private static final double WIGGLE = 0.03;

    /// Empty where the expected share does not exceed the target or the first n exceeds `limit`.
    ///
    /// @param power the chance of a PASS, strictly between 0 and 1
    public static Optional<SampleSize> plan(
            BigDecimal target, BigDecimal expected, Confidence confidence, double power, long limit) {
        checkPower(power);
        if (expected.compareTo(target) <= 0 || expected.compareTo(BigDecimal.ONE) > 0) {
            return Optional.empty();
        }
        Teeth teeth = new Teeth(target, confidence, expected.doubleValue());
        long first = Math.max(0, teeth.lastBelow(power - WIGGLE, limit));
        while (teeth.from(first) <= limit && teeth.peak(first) < power) {
            first++;
        }
        if (teeth.from(first) > limit) {
            return Optional.empty();
        }
        long safe = first;
        while (teeth.trough(safe) < Math.min(power + WIGGLE, (1 + power) / 2)) {
            safe += Math.max(1, safe / 100);
        }
        while (safe > first && teeth.trough(safe - 1) >= power) {
            safe--;
        }
        return Optional.of(new SampleSize(teeth.from(first), first, teeth.from(safe), safe));
    }

    /// The chance that `n` requests of an endpoint with the true share show the target.
    public static double power(long n, BigDecimal target, double truth, Confidence confidence) {
        long allowed = EarlyStopping.allowedMisses(n, target, confidence);
        return allowed < 0 ? 0 : BinomialBounds.atLeast(n - allowed, n, truth);
    }

    /// How many requests to plan for a PASS by the rule of [GoodShare], which also asks for expected misses and
    /// estimates the design effect from the run. Estimates scatter: by about 8/√n in one run, more where misses
    /// come in few stretches, and as χ² does over rounds; the plan adds that much. Fitted to simulation, where
    /// nine runs of ten pass or more if so many are asked for.
    ///
    /// @param designEffect τ seen in earlier runs, 1 if none is known
    /// @param rounds separated by idle time; 1 for one run
    public static OptionalLong planMeasured(
            BigDecimal target,
            BigDecimal expected,
            Confidence confidence,
            double power,
            double designEffect,
            int rounds,
            long limit) {
        if (!(designEffect >= 1) || rounds < 1) {
            throw new IllegalArgumentException(
                    "no plan for a design effect of " + designEffect + " over " + rounds + " rounds");
        }
        Optional<SampleSize> independent = plan(target, expected, confidence, power, limit);
        if (independent.isEmpty()) {
            return OptionalLong.empty();
        }
        double missRate = BigDecimal.ONE.subtract(target).doubleValue();
        double expectedMisses = GoodShare.requiredExpectedMisses(confidence) / missRate;
        double effective = Math.max(independent.get().safe(), expectedMisses);
        long n = ceil(effective * designEffect * (1 + scatter(effective, expected, designEffect, rounds)));
        return n > limit ? OptionalLong.empty() : OptionalLong.of(n);
    }

    /// A quick hint from the normal approximation, mostly between the first and the safe n, and below both when
    /// the expected share is near 1.
    public static long normalHint(double target, double expected, Confidence confidence, double power) {
        checkPower(power);
        checkShare(target);
        checkShare(expected);
        if (expected <= target) {
            throw new IllegalArgumentException("nothing shows " + target + " where " + expected + " is expected");
        }
        double sum = z(confidence.complement()) * Math.sqrt(target * (1 - target))
                + z(1 - power) * Math.sqrt(expected * (1 - expected));
        return ceil(sum * sum / ((expected - target) * (expected - target)));
    }

    /// Requests per arm to show that a candidate is not worse by `margin` or more, where both have the share
    /// `p`.
    public static long perArmNonInferiority(double p, double margin, Confidence confidence, double power) {
        checkPower(power);
        checkShare(p);
        if (!(margin > 0)) {
            throw new IllegalArgumentException("a margin is larger than 0, but is " + margin);
        }
        double sum = z(confidence.complement()) + z(1 - power);
        return ceil(sum * sum * 2 * p * (1 - p) / (margin * margin));
    }

    /// Requests per arm to show a drop of the share from `before` to `after`.
    public static long perArmToDetect(double before, double after, Confidence confidence, double power) {
        checkPower(power);
        checkShare(before);
        checkShare(after);
        if (before == after) {
            throw new IllegalArgumentException("no number of requests tells " + before + " from itself");
        }
        double mean = (before + after) / 2;
        double sum = z(confidence.complement()) * Math.sqrt(2 * mean * (1 - mean))
                + z(1 - power) * Math.sqrt(before * (1 - before) + after * (1 - after));
        return ceil(sum * sum / ((before - after) * (before - after)));
    }

    /// By how much the design effect that a run will show may exceed the true one.
    private static double scatter(double effective, BigDecimal expected, double designEffect, int rounds) {
        double effectiveMisses = effective * BigDecimal.ONE.subtract(expected).doubleValue();
        if (effectiveMisses == 0) {
            return 0;
        }
        double ofStretches = (designEffect - 1) / designEffect * 2 / Math.sqrt(effectiveMisses);
        double withinRun = 8 / Math.sqrt(effective) + ofStretches;
        return rounds == 1 ? withinRun : Math.max(withinRun, 1.645 * Math.sqrt(2.0 / (rounds - 1)));
    }

    /// The standard normal value exceeded with probability `tail`.
    private static double z(double tail) {
        return NormalDistribution.of(0, 1).inverseSurvivalProbability(tail);
    }

    /// A product that is whole in decimals must not be rounded up for the error of doubles.
    private static long ceil(double requests) {
        return (long) Math.ceil(requests * (1 - 1e-12));
    }

    private static void checkPower(double power) {
        if (!(power > 0 && power < 1)) {
            throw new IllegalArgumentException("power must lie between 0 and 1, but is " + power);
        }
    }

    private static void checkShare(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("a share must lie between 0 and 1, but is " + share);
        }
    }

    /// The teeth of the saw: all n that allow the same number of misses.
    private record Teeth(BigDecimal target, Confidence confidence, double truth) {

        /// The first n that allows `misses`.
        long from(long misses) {
            return EarlyStopping.minimumRequests(misses, target, confidence);
        }

        double peak(long misses) {
            long n = from(misses);
            return BinomialBounds.atLeast(n - misses, n, truth);
        }

        double trough(long misses) {
            long n = from(misses + 1) - 1;
            return BinomialBounds.atLeast(n - misses, n, truth);
        }

        /// Misses whose peak, and as good as every peak before, lies below `power`; -1 where even the first
        /// does not.
        long lastBelow(double power, long limit) {
            long low = -1;
            long high = 0;
            while (peak(high) < power && from(high) <= limit) {
                low = high;
                high = 2 * high + 1;
            }
            while (high - low > 1) {
                long middle = (low + high) / 2;
                if (peak(middle) < power) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
