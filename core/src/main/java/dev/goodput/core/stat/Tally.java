package dev.goodput.core.stat;

/// Good requests of all requests of one arm of a comparison. Real numbers, so that counts of correlated
/// requests can be divided by their design effect.
public record Tally(double good, double total) {
    public Tally {
        if (!(total > 0) || !(good >= 0) || !(good <= total) || Double.isInfinite(total)) {
            throw new IllegalArgumentException("not a count of good requests: " + good + " of " + total);
        }
    }

    public double share() {
        return good / total;
    }

    /// The tally of as many independent requests as say the same about the share.
    ///
    /// @param designEffect τ, at least 1
    public Tally deflatedBy(double designEffect) {
        if (!(designEffect >= 1)) {
            throw new IllegalArgumentException("a design effect is at least 1, but is " + designEffect);
        }
        return new Tally(good / designEffect, total / designEffect);
    }
}
