package dev.goodput.core.stat;

import java.util.Arrays;

/// By how much a candidate's values are shifted against a baseline's: the median of all differences candidate −
/// baseline (J. L. Hodges and E. L. Lehmann, Annals of Mathematical Statistics 34, 1963), with the
/// distribution-free interval that the null distribution of the Mann–Whitney U gives for it. Differences are
/// never listed: the k-th smallest is found by bisection over doubles, counting pairs in one pass over both
/// sorted samples.
///
/// @param estimate of the shift, or of the ratio
public record Shift(double estimate, Interval interval) {
    /// Up to as many pairs the distribution of U is counted out; above, the normal approximation is closer than
    /// a rank.
    private static final long EXACT_PAIRS = 2_500;

    /// The shift in the unit of the samples.
    ///
    /// @param baseline not empty, finite
    /// @param candidate not empty, finite
    public static Shift between(double[] baseline, double[] candidate, Confidence twoSided) {
        check(baseline);
        check(candidate);
        double[] a = baseline.clone();
        double[] b = candidate.clone();
        Arrays.sort(a);
        Arrays.sort(b);
        long pairs = (long) a.length * b.length;
        double estimate = (kth(a, b, (pairs + 1) / 2) + kth(a, b, pairs / 2 + 1)) / 2;
        long rank = rank(a.length, b.length, twoSided.dividedBy(2));
        Interval interval = rank == 0
                ? new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Interval(kth(a, b, rank), kth(a, b, pairs + 1 - rank));
        return new Shift(estimate, interval);
    }

    /// The factor that takes the baseline's values to the candidate's, 1.05 for 5 % more: the shift of the
    /// logarithms.
    ///
    /// @param baseline not empty, above 0
    /// @param candidate not empty, above 0
    public static Shift ratio(double[] baseline, double[] candidate, Confidence twoSided) {
        Shift logs = between(logarithms(baseline), logarithms(candidate), twoSided);
        return new Shift(
                Math.exp(logs.estimate()),
                new Interval(
                        Math.exp(logs.interval().lower()),
                        Math.exp(logs.interval().upper())));
    }

    static void check(double[] sample) {
        if (sample.length == 0) {
            throw new IllegalArgumentException("nothing to compare in an empty sample");
        }
        for (double value : sample) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a sample to compare holds " + value);
            }
        }
    }

    private static double[] logarithms(double[] sample) {
        for (double value : sample) {
            if (!(value > 0)) {
                throw new IllegalArgumentException("a ratio needs values above 0, but the sample holds " + value);
            }
        }
        return Arrays.stream(sample).map(Math::log).toArray();
    }

    /// The k-th smallest difference, from 1.
    private static double kth(double[] a, double[] b, long k) {
        long low = ordinal(b[0] - a[a.length - 1]);
        long high = ordinal(b[b.length - 1] - a[0]);
        while (low < high) {
            long middle = (low & high) + ((low ^ high) >> 1);
            if (countAtMost(a, b, value(middle)) >= k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return value(low);
    }

    /// How many differences are at most `limit`; for each larger candidate value fewer of the baseline's are
    /// too small.
    private static long countAtMost(double[] a, double[] b, double limit) {
        long count = 0;
        int tooSmall = 0;
        for (double candidate : b) {
            while (tooSmall < a.length && candidate - a[tooSmall] > limit) {
                tooSmall++;
            }
            count += a.length - tooSmall;
        }
        return count;
    }

    /// Doubles as whole numbers in the same order.
    private static long ordinal(double value) {
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits >= 0 ? bits : Long.MIN_VALUE - bits;
    }

    private static double value(long ordinal) {
        return Double.longBitsToDouble(ordinal >= 0 ? ordinal : Long.MIN_VALUE - ordinal);
    }

    /// The largest C with P(U ≤ C − 1) within the error of one side: the ends are the C-th smallest and largest
    /// difference. 0 where even the extreme differences are too little.
    static long rank(int n, int m, Confidence oneSided) {
        long pairs = (long) n * m;
        if (pairs > EXACT_PAIRS) {
            double spread = Math.sqrt(pairs * (n + m + 1.0) / 12);
            return (long) Math.max(0, Math.floor(pairs / 2.0 - Wilson.z(oneSided) * spread));
        }
        double[] probability = distributionOfU(n, m);
        double sum = 0;
        int rank = 0;
        while (rank < probability.length && sum + probability[rank] <= oneSided.complement()) {
            sum += probability[rank++];
        }
        return rank;
    }

    /// P(U = u) for u from 0, by the generating function Π (1 − xᵐ⁺ⁱ)/(1 − xⁱ) over i from 1 to n.
    private static double[] distributionOfU(int n, int m) {
        double[] counts = new double[n * m + 1];
        counts[0] = 1;
        for (int i = 1; i <= n; i++) {
            for (int u = counts.length - 1; u >= m + i; u--) {
                counts[u] -= counts[u - m - i];
            }
            for (int u = i; u < counts.length; u++) {
                counts[u] += counts[u - i];
            }
        }
        double all = Arrays.stream(counts).sum();
        return Arrays.stream(counts).map(count -> count / all).toArray();
    }
}
