package dev.goodput.core.stat;

/// Did the share of good requests get worse by more than matters in practice?
///
/// @param difference candidate − baseline
/// @param interval of the difference ([Newcombe]); each end errs with at most 1 − confidence
public record ShareComparison(
        Tally candidate, Tally baseline, double margin, double difference, Interval interval, Outcome outcome) {

    /// What the interval says about the margin.
    public enum Outcome {
        /// The candidate is shown to be less than the margin worse.
        NO_REGRESSION,
        /// The candidate is shown to be worse, and by the margin or more as measured.
        REGRESSION,
        /// Neither is shown.
        INCONCLUSIVE
    }

    /// @param margin in shares: 0.02 is two points; 0 to below 1
    public static ShareComparison of(Tally candidate, Tally baseline, double margin, Confidence oneSided) {
        if (!(margin >= 0 && margin < 1)) {
            throw new IllegalArgumentException("a margin lies from 0 to below 1, but is " + margin);
        }
        double difference = candidate.share() - baseline.share();
        Interval interval = new Interval(
                Newcombe.lower(candidate, baseline, oneSided), Newcombe.upper(candidate, baseline, oneSided));
        Outcome outcome = interval.lower() > -margin
                ? Outcome.NO_REGRESSION
                : interval.upper() < 0 && difference <= -margin ? Outcome.REGRESSION : Outcome.INCONCLUSIVE;
        return new ShareComparison(candidate, baseline, margin, difference, interval, outcome);
    }
}
