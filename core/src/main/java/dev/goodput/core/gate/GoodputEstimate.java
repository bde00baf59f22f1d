package dev.goodput.core.gate;

import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;

/// The share of scheduled requests that were good, with exact one-sided bounds.
///
/// @param unresolved requests whose fate stayed open; misses for the lower bound, good for the upper one
/// @param lower the true share is at least this, with the confidence
/// @param upper the true share is at most this, with the confidence
/// @param ratePerSecond good requests per second of the window
public record GoodputEstimate(
        long good,
        long missed,
        long failed,
        long unresolved,
        double lower,
        double upper,
        Confidence confidence,
        BigDecimal target,
        double ratePerSecond) {

    static GoodputEstimate of(
            long good,
            long missed,
            long failed,
            long unresolved,
            Confidence confidence,
            BigDecimal target,
            double windowSeconds) {
        long total = good + missed + failed + unresolved;
        return new GoodputEstimate(
                good,
                missed,
                failed,
                unresolved,
                total == 0 ? 0 : BinomialBounds.lower(good, total, confidence),
                total == 0 ? 1 : BinomialBounds.upper(good + unresolved, total, confidence),
                confidence,
                target,
                windowSeconds > 0 ? good / windowSeconds : 0);
    }

    /// Scheduled requests.
    public long total() {
        return good + missed + failed + unresolved;
    }

    /// Good over scheduled, or NaN when nothing was scheduled.
    public double share() {
        return total() == 0 ? Double.NaN : (double) good / total();
    }

    /// The lower bound for people, never rounded up, nor across the target.
    public String lowerText() {
        return Percent.down(lower, target);
    }

    /// The upper bound for people, never rounded down, nor across the target.
    public String upperText() {
        return Percent.up(upper, target);
    }

    boolean lowerReachesTarget() {
        return total() > 0 && BinomialBounds.lowerReaches(good, total(), target, confidence);
    }

    boolean upperMissesTarget() {
        return total() > 0 && BinomialBounds.upperMisses(good + unresolved, total(), target, confidence);
    }
}
