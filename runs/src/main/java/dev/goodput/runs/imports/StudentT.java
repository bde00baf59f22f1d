package dev.goodput.runs.imports;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/// Quantiles of Student's t distribution.
final class StudentT {
    private StudentT() {}

    /// The value that a t variable stays below with the given probability.
    ///
    /// @param probability from 0.5 up, below 1
    static double quantile(double probability, int degreesOfFreedom) {
        double low = 0;
        double high = 1;
        while (cdf(high, degreesOfFreedom) < probability && high < 1e300) {
            low = high;
            high *= 2;
        }
        // Halving ends when no double lies between the two.
        for (double middle = low + (high - low) / 2; middle > low && middle < high; middle = low + (high - low) / 2) {
            if (cdf(middle, degreesOfFreedom) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /// For t ≥ 0, by the incomplete beta function (Abramowitz and Stegun 26.7.1 with 26.5.27).
    private static double cdf(double t, int degreesOfFreedom) {
        double df = degreesOfFreedom;
        return 1 - RegularizedBeta.value(df / (df + t * t), df / 2, 0.5) / 2;
    }
}
