package dev.goodput.core.stat;

import java.math.BigDecimal;

/// The exact bounds of [BinomialBounds] for correlated requests: n requests with design effect τ bound a share
/// as n/τ independent ones with the same observed share would, L = BetaInv(α; k/τ, (n − k)/τ + 1).
///
/// A good approximation, not a theorem: with the true τ it was conservative on every two-state chain that was
/// tried; with an estimated one see [GoodShare].
public final class CorrectedBounds {
    private CorrectedBounds() {}

    /// The lower bound for `k` good of `n` requests.
    ///
    /// @param designEffect τ, at least 1
    public static double lower(long k, long n, double designEffect, Confidence confidence) {
        check(k, n, designEffect);
        return BinomialBounds.lower(k / designEffect, n / designEffect, confidence);
    }

    /// The upper bound for `k` good of `n` requests.
    public static double upper(long k, long n, double designEffect, Confidence confidence) {
        check(k, n, designEffect);
        return BinomialBounds.upper(k / designEffect, n / designEffect, confidence);
    }

    /// Whether the lower bound reaches `target`; an exact tie has.
    public static boolean lowerReaches(long k, long n, double designEffect, BigDecimal target, Confidence confidence) {
        check(k, n, designEffect);
        return BinomialBounds.lowerReaches(k / designEffect, n / designEffect, target, confidence);
    }

    /// Whether the upper bound misses `target`; an exact tie has not.
    public static boolean upperMisses(long k, long n, double designEffect, BigDecimal target, Confidence confidence) {
        check(k, n, designEffect);
        return BinomialBounds.upperMisses(k / designEffect, n / designEffect, target, confidence);
    }

    private static void check(long k, long n, double designEffect) {
        BinomialBounds.check(k, n);
        if (!(designEffect >= 1)) {
            throw new IllegalArgumentException("a design effect is at least 1, but is " + designEffect);
        }
    }
}
