package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.SplittableRandom;

/// A bootstrap interval for the share of good requests of one run that keeps neighbours together: whole blocks
/// of the series are drawn with replacement. For the report, beside the bounds that decide: a bootstrap cannot
/// produce a share that its blocks do not hold, so it says nothing about runs without a miss.
///
/// @param blockLength requests per block, the mean length where lengths are drawn
/// @param doubled the interval with blocks twice as long; far from [#interval] means that the blocks were too
///     short
public record BlockBootstrap(Kind kind, int blockLength, int replicates, Interval interval, Interval doubled) {
    private static final int REPLICATES = 2_000;

    /// How blocks are drawn.
    public enum Kind {
        /// All blocks of one length, starting anywhere (H. R. Künsch, Annals of Statistics 17, 1989).
        MOVING,
        /// Blocks of geometric length on a circle (D. N. Politis and J. P. Romano, JASA 89, 1994).
        STATIONARY
    }

    /// Rounds are taken end to end.
    ///
    /// @param designEffect τ of the series; blocks are n^⅓ long at least, and three times τ
    public static BlockBootstrap of(GoodSeries series, double designEffect, Kind kind, Confidence twoSided, long seed) {
        int n = series.size();
        int length = (int) Math.clamp(Math.ceil(Math.max(Math.cbrt(n), 3 * designEffect)), 1, Math.max(1, n / 4));
        int[] goodBefore = goodBefore(series);
        SplittableRandom random = new SplittableRandom(seed);
        return new BlockBootstrap(
                kind,
                length,
                REPLICATES,
                interval(goodBefore, length, kind, twoSided, random),
                interval(goodBefore, Math.min(n, 2 * length), kind, twoSided, random));
    }

    private static int[] goodBefore(GoodSeries series) {
        int[] before = new int[series.size() + 1];
        int i = 0;
        for (Bits round : series.missed()) {
            for (int j = 0; j < round.length(); j++, i++) {
                before[i + 1] = before[i] + (round.get(j) ? 0 : 1);
            }
        }
        return before;
    }

    private static Interval interval(
            int[] goodBefore, int length, Kind kind, Confidence twoSided, SplittableRandom random) {
        double[] shares = new double[REPLICATES];
        for (int i = 0; i < REPLICATES; i++) {
            shares[i] = (double) good(goodBefore, length, kind, random) / (goodBefore.length - 1);
        }
        Arrays.sort(shares);
        int outside = (int) (REPLICATES * twoSided.dividedBy(2).complement());
        return new Interval(shares[outside], shares[REPLICATES - 1 - outside]);
    }

    /// The good requests of one replicate as long as the series.
    private static long good(int[] goodBefore, int length, Kind kind, SplittableRandom random) {
        int n = goodBefore.length - 1;
        long good = 0;
        for (int left = n; left > 0; ) {
            int block = switch (kind) {
                case MOVING -> Math.min(left, length);
                case STATIONARY -> Math.min(left, geometric(length, random));
            };
            int start = switch (kind) {
                case MOVING -> random.nextInt(n - length + 1);
                case STATIONARY -> random.nextInt(n);
            };
            int end = start + block;
            good += end <= n
                    ? goodBefore[end] - goodBefore[start]
                    : goodBefore[n] - goodBefore[start] + goodBefore[end - n];
            left -= block;
        }
        return good;
    }

    /// 1, 2, 3, … with the given mean.
    private static int geometric(int mean, SplittableRandom random) {
        return mean == 1 ? 1 : 1 + (int) (Math.log1p(-random.nextDouble()) / Math.log1p(-1.0 / mean));
    }
}
