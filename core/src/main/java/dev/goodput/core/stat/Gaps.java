package dev.goodput.core.stat;

import java.util.Arrays;

/// What the gaps between arrivals say about the process that made them.
///
/// @param mean gap
/// @param variation coefficient of variation, standard deviation over mean: 1 for a Poisson process, 0 for a
///     metronome, 13 for the traffic of a code completion service
/// @param distinct different gaps; about all of them for a continuous generator, few where a schedule was
///     replayed
public record Gaps(int count, double mean, double variation, int distinct) {

    /// @param gaps two or more, at least 0, not all 0
    public static Gaps of(double[] gaps) {
        Shift.check(gaps);
        double mean = Arrays.stream(gaps).sum() / gaps.length;
        if (gaps.length < 2 || !(mean > 0) || Arrays.stream(gaps).anyMatch(gap -> gap < 0)) {
            throw new IllegalArgumentException("gaps between arrivals: two or more, none negative, not all 0");
        }
        double squares =
                Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).sum();
        return new Gaps(gaps.length, mean, Math.sqrt(squares / (gaps.length - 1)) / mean, (int)
                Arrays.stream(gaps).distinct().count());
    }

    /// Whether the mean rate keeps to a plan, within ±3/√n of it: as far as a Poisson process strays.
    public boolean keepsRate(double plannedGap) {
        return Math.abs(plannedGap / mean - 1) <= 3 / Math.sqrt(count);
    }
}
