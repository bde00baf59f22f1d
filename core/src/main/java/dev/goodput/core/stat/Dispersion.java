package dev.goodput.core.stat;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/// Whether arrivals look like a Poisson process: the variance of the counts per window over their mean, which
/// is near 1 if so, 0 for a metronome and large for bursts (R. A. Fisher's index of dispersion; (w − 1)·index ~
/// χ² with w − 1 degrees of freedom).
///
/// @param index variance over mean
/// @param band where the index of a Poisson process lies with the confidence
public record Dispersion(double index, Interval band) {

    /// @param counts arrivals in each of two or more windows of one length; some arrivals in all
    public static Dispersion of(long[] counts, Confidence twoSided) {
        int windows = counts.length;
        double mean = windows == 0 ? 0 : (double) Arrays.stream(counts).sum() / windows;
        if (windows < 2 || !(mean > 0)) {
            throw new IllegalArgumentException(
                    "the dispersion of arrivals needs two windows or more and some arrivals");
        }
        double squares = Arrays.stream(counts)
                .mapToDouble(count -> (count - mean) * (count - mean))
                .sum();
        return new Dispersion(squares / (windows - 1) / mean, poissonBand(windows, twoSided));
    }

    /// Where the index of a Poisson process lies over so many windows.
    public static Interval poissonBand(int windows, Confidence twoSided) {
        if (windows < 2) {
            throw new IllegalArgumentException("the dispersion of arrivals needs two windows or more");
        }
        double tail = twoSided.dividedBy(2).complement();
        double freedom = windows - 1.0;
        ChiSquaredDistribution chiSquared = ChiSquaredDistribution.of(freedom);
        return new Interval(
                chiSquared.inverseCumulativeProbability(tail) / freedom,
                chiSquared.inverseSurvivalProbability(tail) / freedom);
    }

    public boolean isPoisson() {
        return band.contains(index);
    }
}
