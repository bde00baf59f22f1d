package dev.goodput.core.stat;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/// The difference of two means, b − a, without taking variances as equal (B. L. Welch, Biometrika 34, 1947).
/// For values of whole runs: the run is the unit.
///
/// @param t of the difference; infinite where the values do not vary at all and differ
/// @param pValue two-sided
public record Welch(double difference, double t, double degreesOfFreedom, double pValue, Interval interval) {

    /// @param a two values or more, finite
    /// @param b likewise
    public static Welch of(double[] a, double[] b, Confidence twoSided) {
        Shift.check(a);
        Shift.check(b);
        if (a.length < 2 || b.length < 2) {
            throw new IllegalArgumentException("two runs or more on either side are needed to see how runs vary, not "
                    + a.length + " and " + b.length);
        }
        double difference = mean(b) - mean(a);
        double error = Math.sqrt(squaredError(a) + squaredError(b));
        if (error == 0) {
            double t = difference == 0 ? 0 : Math.copySign(Double.POSITIVE_INFINITY, difference);
            return new Welch(
                    difference,
                    t,
                    a.length + b.length - 2.0,
                    difference == 0 ? 1 : 0,
                    new Interval(difference, difference));
        }
        TTest.Result test =
                TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC).test(b, a);
        double margin = error
                * TDistribution.of(test.getDegreesOfFreedom())
                        .inverseSurvivalProbability(twoSided.dividedBy(2).complement());
        return new Welch(
                difference,
                test.getStatistic(),
                test.getDegreesOfFreedom(),
                test.getPValue(),
                new Interval(difference - margin, difference + margin));
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /// s²/n, the squared standard error of the mean.
    private static double squaredError(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return squares / (values.length - 1) / values.length;
    }
}
