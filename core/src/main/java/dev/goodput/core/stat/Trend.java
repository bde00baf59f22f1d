package dev.goodput.core.stat;

import org.apache.commons.statistics.distribution.TDistribution;

/// Whether a quantity keeps growing over a run, such as the requests in flight of a saturated server: the
/// least-squares slope with the lower end of its t-interval. Residuals are taken as independent, so use means
/// over windows longer than a busy period.
///
/// @param slope units per unit of time
/// @param slopeLower the slope is at least this, with the confidence
/// @param mean of the quantity
/// @param span of time covered
public record Trend(double slope, double slopeLower, double mean, double span) {

    /// @param time finite, three different values or more
    /// @param value finite, one per time
    public static Trend of(double[] time, double[] value, Confidence oneSided) {
        Shift.check(time);
        Shift.check(value);
        int n = time.length;
        if (n < 3 || value.length != n) {
            throw new IllegalArgumentException("a trend needs three values or more with a time each, not "
                    + value.length + " values and " + n + " times");
        }
        double meanTime = 0;
        double meanValue = 0;
        double first = time[0];
        double last = time[0];
        for (int i = 0; i < n; i++) {
            meanTime += time[i] / n;
            meanValue += value[i] / n;
            first = Math.min(first, time[i]);
            last = Math.max(last, time[i]);
        }
        double timeSquares = 0;
        double products = 0;
        for (int i = 0; i < n; i++) {
            timeSquares += (time[i] - meanTime) * (time[i] - meanTime);
            products += (time[i] - meanTime) * (value[i] - meanValue);
        }
        if (first == last) {
            throw new IllegalArgumentException("a trend needs different times, but all are " + first);
        }
        double slope = products / timeSquares;
        double residualSquares = 0;
        for (int i = 0; i < n; i++) {
            double residual = value[i] - meanValue - slope * (time[i] - meanTime);
            residualSquares += residual * residual;
        }
        double error = Math.sqrt(residualSquares / (n - 2) / timeSquares);
        double t = TDistribution.of(n - 2.0).inverseSurvivalProbability(oneSided.complement());
        return new Trend(slope, slope - t * error, meanValue, last - first);
    }

    /// Whether the quantity is shown to grow, over the span, by more than a share of its mean.
    ///
    /// @param tolerance for example 0.2
    public boolean growsBeyond(double tolerance) {
        return slopeLower * span > tolerance * Math.abs(mean);
    }
}
