package dev.goodput.core.stat;

import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Whether a candidate's share is less than `margin` below the baseline's: the score test of C. P. Farrington
/// and G. Manning, Statistics in Medicine 9 (1990), whose variance takes the shares most likely if the
/// candidate were worse by exactly the margin.
public final class FarringtonManning {
    private FarringtonManning() {}

    /// The test statistic; large values show that the candidate is not worse. Empty where there is nothing to
    /// test: no margin, and no miss or no good request in either arm.
    ///
    /// @param margin 0 to below 1
    public static OptionalDouble z(Tally candidate, Tally baseline, double margin) {
        double share = shareAtMargin(candidate, baseline, margin);
        double other = share + margin;
        double variance = share * (1 - share) / candidate.total() + Math.max(0, other * (1 - other)) / baseline.total();
        return variance > 0
                ? OptionalDouble.of((candidate.share() - baseline.share() + margin) / Math.sqrt(variance))
                : OptionalDouble.empty();
    }

    /// The chance of such a z or a larger one if the candidate were worse by the margin.
    public static OptionalDouble pValue(Tally candidate, Tally baseline, double margin) {
        OptionalDouble z = z(candidate, baseline, margin);
        return z.isEmpty() ? z : OptionalDouble.of(NormalDistribution.of(0, 1).survivalProbability(z.getAsDouble()));
    }

    public static boolean nonInferior(Tally candidate, Tally baseline, double margin, Confidence oneSided) {
        return z(candidate, baseline, margin).orElse(Double.NEGATIVE_INFINITY) > Wilson.z(oneSided);
    }

    /// The candidate's most likely share if it lay `margin` below the baseline's: the root of a cubic, in
    /// closed form.
    static double shareAtMargin(Tally candidate, Tally baseline, double margin) {
        if (!(margin >= 0 && margin < 1)) {
            throw new IllegalArgumentException("a margin lies from 0 to below 1, but is " + margin);
        }
        double delta = -margin;
        double theta = baseline.total() / candidate.total();
        double p1 = candidate.share();
        double p2 = baseline.share();
        if (margin == 0) {
            return (p1 + theta * p2) / (1 + theta);
        }
        double a = 1 + theta;
        double b = -(1 + theta + p1 + theta * p2 + delta * (theta + 2));
        double c = delta * delta + delta * (2 * p1 + theta + 1) + p1 + theta * p2;
        double d = -p1 * delta * (1 + delta);
        double third = b / (3 * a);
        double v = third * third * third - b * c / (6 * a * a) + d / (2 * a);
        double u = Math.copySign(Math.sqrt(Math.max(0, third * third - c / (3 * a))), v);
        if (u == 0) {
            return Math.clamp(-third, 0, 1 - margin);
        }
        double w = (Math.PI + Math.acos(Math.clamp(v / (u * u * u), -1, 1))) / 3;
        return Math.clamp(2 * u * Math.cos(w) - third, 0, 1 - margin);
    }
}
