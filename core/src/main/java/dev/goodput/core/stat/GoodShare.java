package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.util.OptionalLong;

/// What a run shows about the share of good requests when neighbours may share their fate, and the decision
/// that follows.
///
/// **The rule.** τ is the integrated autocorrelation time of the 0/1 series ([Autocorrelation]), with rounds
/// the larger of that and the design effect of batch means over rounds ([BatchMeans]), never less than 1.
///
/// - PASS: the corrected lower bound ([CorrectedBounds]) reaches the target, *and* the run held enough
///   effective expected misses, (n/τ)·(1 − target) ≥ 35 at 95 % ([#requiredExpectedMisses]). Without the second
///   condition a correlated run that is merely lucky passes: few bad stretches make both the share and τ look
///   better than they are, and a chain at correlation 0.9 shows no miss at all in exp(−0.1·n·(1 − target)) of
///   runs. For the same reason τ is raised by (τ − 1)·2/(effective misses + 1).
/// - FAIL: the corrected upper bound misses the target; with fewer than 8 stretches of misses τ is not known
///   and taken as 19 at least (correlation 0.9).
/// - otherwise INCONCLUSIVE, with the [Cause].
///
/// The same two conditions, solved for the target, give the bounds in [#corrected], so that PASS ⇔ lower ≥
/// target: what holds of a wrong PASS holds of a lower bound above the truth.
///
/// **Calibration.** Simulated at the target, share of runs with a wrong decision, the worst over 25 sizes n
/// from 20 to 600/(1 − target), 20,000 runs each (±0.15 points) at confidence 95 %; two-state chains with lag-1
/// correlation ρ, and latencies from a Gaussian AR(1) cut at the target's quantile (φ, 4,000 runs, n to 100/(1
/// − target), ±0.35):
///
/// | | target 90 %: PASS / FAIL | 95 % | 99 % |
/// |---|---|---|---|
/// | ρ = 0 | 4.8 / 4.6 % | 4.8 / 4.6 % | 4.8 / 4.8 % |
/// | ρ = 0.2 | 4.7 / 4.5 % | 4.7 / 4.6 % | 5.1 / 4.6 % |
/// | ρ = 0.5 | 4.8 / 4.3 % | 5.1 / 4.3 % | 5.1 / 4.2 % |
/// | ρ = 0.8 | 4.6 / 3.9 % | 4.5 / 3.9 % | 5.1 / 3.7 % |
/// | ρ = 0.9 | 3.9 / 3.6 % | 4.2 / 3.6 % | 4.3 / 3.4 % |
/// | φ = 0.5 | 4.9 / 3.9 % | 4.5 / 3.9 % | 4.7 / 4.4 % |
/// | φ = 0.8 | 1.0 / 4.2 % | 1.7 / 3.5 % | 4.4 / 3.6 % |
/// | φ = 0.9 | 0.6 / 3.9 % | 0.3 / 3.6 % | 0.4 / 3.5 % |
///
/// Required expected misses of 30 instead of 35 pass wrongly in 6.6 % of runs at ρ = 0.9, 32 in 5.4 %, 34 in
/// 4.9 %. The largest of 25 simulated rates overstates: a 5.1 is a 5 within its error. Chains at 99 %
/// confidence, where 53.8 are required: at worst 1.15 / 0.8 % (±0.08); at 90 %, where 26.9 are: 9.6 / 9.2 %
/// (10,000 runs). Chains restarted at each of 30 or of 5 rounds stay below 4.5 %. Correlation beyond 0.9 in
/// runs with hardly a miss is not covered: nothing in such a run shows it.
///
/// **What it costs.** Independent requests against 99 %: a clean run passes from 3,500 requests on (299 if
/// independence were known); at a true share of 99.8 % 97 % of runs of 3,500 pass, at 99.5 % 92 % of 4,000. In
/// 30 rounds, whose spread scatters, it takes 5,000 for 90 %. [SampleSize#planMeasured] plans for it.
///
/// @param good good requests, with unresolved ones as misses
/// @param goodAtBest good requests, with unresolved ones as good
/// @param designEffect τ as estimated, at least 1
/// @param passDesignEffect τ as used for the lower bound
/// @param failDesignEffect τ as used for the upper bound
/// @param missStretches unbroken stretches of misses, with unresolved ones as good
public record GoodShare(
        long good,
        long goodAtBest,
        long total,
        BigDecimal target,
        Confidence passConfidence,
        Confidence failConfidence,
        Method method,
        double designEffect,
        double passDesignEffect,
        double failDesignEffect,
        int missStretches,
        Decision decision,
        Cause cause) {

    /// τ of a two-state chain with correlation 0.9, (1 + ρ)/(1 − ρ).
    private static final double WORST_DESIGN_EFFECT = 19;

    private static final int FEWEST_STRETCHES = 8;
    private static final double EXPECTED_MISSES_AT_95 = 35;
    private static final double LUCK_AT_95 = 2;

    /// How the design effect came about.
    public enum Method {
        /// Taken as 1.
        INDEPENDENT,
        /// From the autocorrelation within one run.
        WITHIN_RUN,
        /// From the spread of rounds, or the autocorrelation within them where that is larger.
        ROUNDS
    }

    /// Why a run is inconclusive.
    public enum Cause {
        /// It is not.
        NONE,
        /// The share lies too close to the target for as many independent requests.
        CLOSE_TO_TARGET,
        /// Independent requests would decide; with the correlation seen, these do not.
        CORRELATED,
        /// The bound reaches the target, but a run this short could owe it to luck if its
        /// requests were correlated.
        TOO_FEW_EXPECTED_MISSES,
        /// The misses came in too few stretches to tell how correlated they are, and could be one bad moment.
        CORRELATION_UNKNOWN
    }

    /// Judges a series in which every request is resolved.
    public static GoodShare judge(GoodSeries series, BigDecimal target, Confidence confidence, Dependence dependence) {
        return judge(series, series, target, confidence, confidence, dependence);
    }

    /// Judges a series in which the fate of some requests may be open.
    ///
    /// @param atWorst with open fates as misses, deciding PASS
    /// @param atBest the same requests with open fates as good, deciding FAIL
    /// @param fail confidence of FAIL, higher than `pass` where several objectives may each fail a run
    public static GoodShare judge(
            GoodSeries atWorst,
            GoodSeries atBest,
            BigDecimal target,
            Confidence pass,
            Confidence fail,
            Dependence dependence) {
        long n = atWorst.size();
        if (atBest.size() != n || atBest.good() < atWorst.good()) {
            throw new IllegalArgumentException("not the same requests at best and at worst: " + atBest.good() + " of "
                    + atBest.size() + " good, and " + atWorst.good() + " of " + n);
        }
        if (target.signum() < 0 || target.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("a target lies between 0 and 1, but is " + target.toPlainString());
        }
        boolean independent = dependence == Dependence.INDEPENDENT;
        double tau = independent ? 1 : Math.max(designEffect(atWorst), designEffect(atBest));
        double passTau = independent ? 1 : withLuck(tau, atWorst.misses(), pass);
        boolean unknown = !independent && atBest.missStretches() < FEWEST_STRETCHES;
        double failTau = unknown ? Math.max(tau, WORST_DESIGN_EFFECT) : tau;
        double required = independent ? 0 : requiredExpectedMisses(pass);

        long good = atWorst.good();
        long best = atBest.good();
        boolean shown = CorrectedBounds.lowerReaches(good, n, passTau, target, pass);
        boolean enough = isEnough(expectedMisses(n, passTau, target), required);
        double worstTau = independent ? 1 : Math.max(passTau, WORST_DESIGN_EFFECT);
        boolean shownAtWorst = CorrectedBounds.lowerReaches(good, n, worstTau, target, pass);
        boolean missed = CorrectedBounds.upperMisses(best, n, failTau, target, fail);
        Decision decision =
                (shown && enough) || shownAtWorst ? Decision.PASS : missed ? Decision.FAIL : Decision.INCONCLUSIVE;
        Cause cause;
        if (decision != Decision.INCONCLUSIVE) {
            cause = Cause.NONE;
        } else if (shown) {
            cause = Cause.TOO_FEW_EXPECTED_MISSES;
        } else if (unknown && CorrectedBounds.upperMisses(best, n, tau, target, fail)) {
            cause = Cause.CORRELATION_UNKNOWN;
        } else if (BinomialBounds.lowerReaches(good, n, target, pass)
                || BinomialBounds.upperMisses(best, n, target, fail)) {
            cause = Cause.CORRELATED;
        } else {
            cause = Cause.CLOSE_TO_TARGET;
        }
        return new GoodShare(
                good,
                best,
                n,
                target,
                pass,
                fail,
                independent ? Method.INDEPENDENT : atWorst.rounds() > 1 ? Method.ROUNDS : Method.WITHIN_RUN,
                tau,
                passTau,
                failTau,
                atBest.missStretches(),
                decision,
                cause);
    }

    /// The effective expected misses that a PASS of correlated requests takes: 35 at 95 %, 53.8 at 99 %. It
    /// grows with −ln α, as the length of a run does that shows no miss with probability α.
    public static double requiredExpectedMisses(Confidence confidence) {
        return EXPECTED_MISSES_AT_95 * severity(confidence);
    }

    /// Good over scheduled requests, with unresolved ones as misses.
    public double share() {
        return (double) good / total;
    }

    /// The bounds that independent requests would give.
    public Interval plain() {
        return new Interval(
                BinomialBounds.lower(good, total, passConfidence),
                BinomialBounds.upper(goodAtBest, total, failConfidence));
    }

    /// The bounds that this run can show.
    public Interval corrected() {
        double lower = CorrectedBounds.lower(good, total, passDesignEffect, passConfidence);
        double showable = 1 - required() * passDesignEffect / total;
        double atWorst = CorrectedBounds.lower(good, total, worstDesignEffect(), passConfidence);
        return new Interval(
                Math.max(atWorst, Math.min(lower, showable)),
                CorrectedBounds.upper(goodAtBest, total, failDesignEffect, failConfidence));
    }

    /// n/τ: as many independent requests say as much about the lower bound.
    public double effectiveRequests() {
        return total / passDesignEffect;
    }

    /// Misses among the effective requests if the share were exactly at the target.
    public double effectiveExpectedMisses() {
        return expectedMisses(total, passDesignEffect, target);
    }

    /// How many further requests would decide if share and design effect stayed as observed; 0 where it is
    /// decided, empty where it takes more than `limit` in all. The fate of open requests stays open.
    public OptionalLong furtherRequests(long limit) {
        if (decision != Decision.INCONCLUSIVE) {
            return OptionalLong.of(0);
        }
        if (!decidedAt(limit)) {
            return OptionalLong.empty();
        }
        long low = total;
        long high = limit;
        while (high - low > 1) {
            long middle = (low + high) / 2;
            if (decidedAt(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return OptionalLong.of(high - total);
    }

    /// What holds at the worst correlation that is reckoned with holds whatever a run shows of it.
    private double worstDesignEffect() {
        return method == Method.INDEPENDENT ? 1 : Math.max(passDesignEffect, WORST_DESIGN_EFFECT);
    }

    private double required() {
        return method == Method.INDEPENDENT ? 0 : requiredExpectedMisses(passConfidence);
    }

    private boolean decidedAt(long n) {
        if (n <= total) {
            return false;
        }
        double share = (double) good / (total - (goodAtBest - good));
        double further = (n - total) * share;
        if (isEnough(expectedMisses(n, passDesignEffect, target), required())
                && BinomialBounds.lowerReaches(
                        (good + further) / passDesignEffect, n / passDesignEffect, target, passConfidence)) {
            return true;
        }
        if (BinomialBounds.lowerReaches(
                (good + further) / worstDesignEffect(), n / worstDesignEffect(), target, passConfidence)) {
            return true;
        }
        // Further requests bring further stretches, from which the correlation will be known.
        double failTau = missStretches * ((double) n / total) >= FEWEST_STRETCHES ? designEffect : failDesignEffect;
        return BinomialBounds.upperMisses((goodAtBest + further) / failTau, n / failTau, target, failConfidence);
    }

    private static double designEffect(GoodSeries series) {
        double within = Autocorrelation.integratedTime(series);
        return series.rounds() == 1
                ? within
                : Math.max(
                        within,
                        BatchMeans.of(series.goodPerRound(), series.requestsPerRound())
                                .designEffect());
    }

    /// Runs that are lucky with their share are lucky with τ too; the fewer misses the more, and the more
    /// confidence is asked for the more.
    private static double withLuck(double tau, long misses, Confidence confidence) {
        return tau + (tau - 1) * LUCK_AT_95 * severity(confidence) / (misses / tau + 1);
    }

    private static double severity(Confidence confidence) {
        return Math.log(confidence.complement()) / Math.log(0.05);
    }

    /// 3,500 requests against 99 % hold 35 expected misses, whatever doubles make of it.
    private static boolean isEnough(double expectedMisses, double required) {
        return expectedMisses >= required * (1 - 1e-12);
    }

    private static double expectedMisses(long n, double designEffect, BigDecimal target) {
        return n * BigDecimal.ONE.subtract(target).doubleValue() / designEffect;
    }
}
