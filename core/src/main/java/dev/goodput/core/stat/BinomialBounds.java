package dev.goodput.core.stat;

import java.math.BigDecimal;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/// Exact one-sided bounds on a share, after C. J. Clopper and E. S. Pearson, Biometrika 26 (1934): of `n`
/// requests `k` were good; what can be said of the true share? Each bound errs with probability at most 1 −
/// confidence.
public final class BinomialBounds {
    /// Bisection ends when the interval can no longer be halved; 200 halvings exhaust a double.
    private static final int MAX_HALVINGS = 200;

    /// Probabilities closer to α than this, relatively, count as equal to it: a tail that is exactly α (three
    /// of three good against 10 % at 99.9 %) comes out some units in the last place off in doubles.
    private static final double TIE = 1e-12;

    private BinomialBounds() {}

    /// The largest share L for which seeing `k` or more good of `n` would still be a surprise: P(Bin(n, L) ≥ k)
    /// = α.
    public static double lower(long k, long n, Confidence confidence) {
        check(k, n);
        return lower((double) k, n, confidence);
    }

    /// As above for counts divided by a design effect, which need not be whole.
    static double lower(double k, double n, Confidence confidence) {
        if (k == 0) {
            return 0;
        }
        double alpha = confidence.complement() * (1 + TIE);
        double low = 0;
        double high = 1;
        for (int i = 0; i < MAX_HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            if (atLeast(k, n, middle) <= alpha) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The smallest share U for which seeing `k` or fewer good of `n` would be a surprise: P(Bin(n, U) ≤ k) =
    /// α.
    public static double upper(long k, long n, Confidence confidence) {
        check(k, n);
        return upper((double) k, n, confidence);
    }

    /// As above for counts divided by a design effect, which need not be whole.
    static double upper(double k, double n, Confidence confidence) {
        if (k == n) {
            return 1;
        }
        double alpha = confidence.complement() * (1 - TIE);
        double low = 0;
        double high = 1;
        for (int i = 0; i < MAX_HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            if (atMost(k, n, middle) >= alpha) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /// Whether the lower bound reaches `target`, decided without inverting, so that exact ties count as
    /// reached.
    public static boolean lowerReaches(long k, long n, BigDecimal target, Confidence confidence) {
        check(k, n);
        return lowerReaches((double) k, n, target, confidence);
    }

    /// As above for counts divided by a design effect, which need not be whole.
    static boolean lowerReaches(double k, double n, BigDecimal target, Confidence confidence) {
        if (target.signum() <= 0) {
            return true;
        }
        return k > 0 && atLeast(k, n, target.doubleValue()) <= confidence.complement() * (1 + TIE);
    }

    /// Whether the upper bound misses `target`, decided without inverting; an exact tie is not missed.
    public static boolean upperMisses(long k, long n, BigDecimal target, Confidence confidence) {
        check(k, n);
        return upperMisses((double) k, n, target, confidence);
    }

    /// As above for counts divided by a design effect, which need not be whole.
    static boolean upperMisses(double k, double n, BigDecimal target, Confidence confidence) {
        return k < n && atMost(k, n, target.doubleValue()) < confidence.complement() * (1 - TIE);
    }

    /// How many further requests would let the lower bound reach `target` (or the upper bound miss it) if the
    /// share of misses stayed as observed, or -1 when a decision is out of sight (more than `limit` requests in
    /// all).
    public static long furtherRequestsToDecide(long k, long n, BigDecimal target, Confidence confidence, long limit) {
        return furtherRequestsToDecide(k, n, 0, target, confidence, limit);
    }

    /// As above where the fate of `unresolved` of the `n` requests is open: they stay misses for the lower
    /// bound and good for the upper one, and further requests miss as often as the resolved ones did.
    ///
    /// The answer is the first number that decides, exact up to 800 further misses and within 0.25 % beyond.
    public static long furtherRequestsToDecide(
            long k, long n, long unresolved, BigDecimal target, Confidence confidence, long limit) {
        check(k, n - unresolved);
        long resolved = n - unresolved;
        long missed = resolved - k;
        // Between two further misses requests only get better: the last moment before the next miss is the first to
        // show that the target is reached, the moment of the miss the first to show that it is not.
        for (long misses = 0; ; misses += Math.max(1, misses / 400)) {
            long first = furtherUntil(misses, missed, resolved);
            long last = Math.min(limit - n, furtherUntil(misses + 1, missed, resolved) - 1);
            if (first > limit - n) {
                return -1;
            }
            if (upperMisses(k + unresolved + first - misses, n + first, target, confidence)) {
                return first;
            }
            if (lowerReaches(k + last - misses, n + last, target, confidence)) {
                return firstReaching(k - misses, n, first, last, target, confidence);
            }
        }
    }

    /// How many further requests it takes until the observed share of misses rounds to `misses`.
    private static long furtherUntil(long misses, long missed, long resolved) {
        if (misses == 0) {
            return 0;
        }
        return missed == 0 ? Long.MAX_VALUE : Math.ceilDiv((2 * misses - 1) * resolved, 2 * missed);
    }

    /// The smallest `further` from `first` to `last` at which `k + further` good of `n + further` reach the
    /// target.
    private static long firstReaching(long k, long n, long first, long last, BigDecimal target, Confidence confidence) {
        long low = first;
        long high = last;
        while (low < high) {
            long middle = (low + high) / 2;
            if (lowerReaches(k + middle, n + middle, target, confidence)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// P(Bin(n, p) ≥ k) for 0 < k, by the regularised incomplete beta function I_p(k, n − k + 1).
    static double atLeast(double k, double n, double p) {
        return RegularizedBeta.value(p, k, n - k + 1.0);
    }

    /// P(Bin(n, p) ≤ k) for k < n: 1 − I_p(k + 1, n − k).
    static double atMost(double k, double n, double p) {
        return RegularizedBeta.complement(p, k + 1.0, n - k);
    }

    static void check(long k, long n) {
        if (n <= 0 || k < 0 || k > n) {
            throw new IllegalArgumentException("not a count of good requests: " + k + " of " + n);
        }
    }
}
