package dev.goodput.core.stat;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/// Whether one sample's values tend to be larger than another's (H. B. Mann and D. R. Whitney, 1947). A test of
/// the bulk: a change confined to the largest hundredth passes it; see [Exceedance].
///
/// @param u how many pairs have the candidate's value above the baseline's, ties counting half
/// @param pValue two-sided; exact for small samples without ties, else normal with continuity correction
/// @param probabilityLarger share of such pairs
public record MannWhitney(double u, double pValue, double probabilityLarger) {

    /// @param baseline not empty, no NaN
    /// @param candidate not empty, no NaN
    public static MannWhitney of(double[] baseline, double[] candidate) {
        Shift.check(baseline);
        Shift.check(candidate);
        MannWhitneyUTest.Result result = MannWhitneyUTest.withDefaults().test(candidate, baseline);
        double u = result.getStatistic();
        // All values alike: the statistic has no variance, and nothing speaks against equality.
        double pValue = Double.isNaN(result.getPValue()) ? 1 : result.getPValue();
        return new MannWhitney(u, pValue, u / baseline.length / candidate.length);
    }

    /// N. Cliff's δ, from −1 (all candidate values smaller) to 1.
    public double cliffsDelta() {
        return 2 * probabilityLarger - 1;
    }
}
