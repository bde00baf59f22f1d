package dev.goodput.core.stat;

import java.util.SplittableRandom;

/// The permutation test of R. A. Fisher (The Design of Experiments, 1935) for values of whole runs: if the arms
/// did not differ, any split of all runs into two arms were as likely as the one seen.
public final class Permutation {
    /// Up to as many splits all are tried, above that as many are drawn.
    private static final int SPLITS = 200_000;

    private Permutation() {}

    /// The chance of a mean of `b` as low against `a`, or lower, if the arms did not differ. Never below one
    /// split in all: 1/252 for five runs each.
    ///
    /// @param a not empty, finite
    /// @param b not empty, finite
    /// @param seed of the draw where there are too many splits to try all
    public static double oneSided(double[] a, double[] b, long seed) {
        Shift.check(a);
        Shift.check(b);
        double[] all = new double[a.length + b.length];
        System.arraycopy(b, 0, all, 0, b.length);
        System.arraycopy(a, 0, all, b.length, a.length);
        double seen = sumOfFirst(all, b.length);
        // Sums of the same values in another order differ in the last places.
        double limit = seen + 1e-12 * (Math.abs(seen) + Math.abs(sumOfFirst(all, all.length)));
        return splits(all.length, b.length) <= SPLITS
                ? exact(all, b.length, limit)
                : drawn(all, b.length, limit, new SplittableRandom(seed));
    }

    private static double exact(double[] all, int size, double limit) {
        int[] chosen = new int[size];
        for (int i = 0; i < size; i++) {
            chosen[i] = i;
        }
        long low = 0;
        long count = 0;
        do {
            double sum = 0;
            for (int i : chosen) {
                sum += all[i];
            }
            low += sum <= limit ? 1 : 0;
            count++;
        } while (advance(chosen, all.length));
        return (double) low / count;
    }

    /// The next choice in lexical order.
    private static boolean advance(int[] chosen, int n) {
        int i = chosen.length - 1;
        while (i >= 0 && chosen[i] == n - chosen.length + i) {
            i--;
        }
        if (i < 0) {
            return false;
        }
        chosen[i]++;
        for (int j = i + 1; j < chosen.length; j++) {
            chosen[j] = chosen[j - 1] + 1;
        }
        return true;
    }

    /// With the split seen counted in, so that the test keeps its error (B. Phipson and G. K. Smyth, 2010).
    private static double drawn(double[] all, int size, double limit, SplittableRandom random) {
        long low = 1;
        for (int draw = 0; draw < SPLITS; draw++) {
            for (int i = 0; i < size; i++) {
                int j = random.nextInt(i, all.length);
                double value = all[i];
                all[i] = all[j];
                all[j] = value;
            }
            low += sumOfFirst(all, size) <= limit ? 1 : 0;
        }
        return (double) low / (SPLITS + 1);
    }

    private static double sumOfFirst(double[] values, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += values[i];
        }
        return sum;
    }

    /// C(n, k), as a double: it may be astronomical.
    private static double splits(int n, int k) {
        double product = 1;
        for (int i = 1; i <= k; i++) {
            product = product * (n - k + i) / i;
        }
        return product;
    }
}
