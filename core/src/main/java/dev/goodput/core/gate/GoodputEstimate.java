package dev.goodput.core.gate;

import dev.goodput.core.stat.BlockBootstrap;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.Interval;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The share of scheduled requests that were good, with one-sided bounds.
///
/// @param unresolved requests whose fate stayed open; misses for the lower bound, good for the upper one
/// @param excluded requests that the SLO leaves out of the total
/// @param shown what the run shows of the true share; null where nothing was scheduled
/// @param bootstrap the share by drawing blocks of neighbours, beside the bounds that decide; null where it says
/// nothing
/// @param ratePerSecond good requests per second of the window
public record GoodputEstimate(
        long good,
        long missed,
        long failed,
        long unresolved,
        long excluded,
        @Nullable GoodShare shown,
        @Nullable BlockBootstrap bootstrap,
        Confidence confidence,
        BigDecimal target,
        double ratePerSecond) {

    /// Scheduled requests, excluded ones left out.
    public long total() {
        return good + missed + failed + unresolved;
    }

    /// Good over total, or NaN when nothing was scheduled.
    public double share() {
        return total() == 0 ? Double.NaN : (double) good / total();
    }

    /// The true share is at least this, with the confidence.
    public double lower() {
        return bounds().lower();
    }

    /// The true share is at most this, with the confidence.
    public double upper() {
        return bounds().upper();
    }

    private Interval bounds() {
        return shown == null ? new Interval(0, 1) : shown.corrected();
    }

    /// The lower bound for people, never rounded up, nor across the target.
    public String lowerText() {
        return Percent.down(lower(), target);
    }

    /// The upper bound for people, never rounded down, nor across the target.
    public String upperText() {
        return Percent.up(upper(), target);
    }

    /// How many requests one says as much as: 1 where they are independent.
    public double designEffect() {
        return shown == null ? 1 : shown.designEffect();
    }
}
