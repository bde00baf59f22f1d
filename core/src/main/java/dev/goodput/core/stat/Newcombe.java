package dev.goodput.core.stat;

/// The interval of a difference of two shares, candidate − baseline, by R. G. Newcombe's hybrid score method,
/// Statistics in Medicine 17 (1998), method 10: the ends of two Wilson intervals, put together.
public final class Newcombe {
    private Newcombe() {}

    public static Interval interval(Tally candidate, Tally baseline, Confidence twoSided) {
        Confidence side = twoSided.dividedBy(2);
        return new Interval(lower(candidate, baseline, side), upper(candidate, baseline, side));
    }

    public static double lower(Tally candidate, Tally baseline, Confidence oneSided) {
        return difference(candidate, baseline)
                - Math.hypot(
                        candidate.share() - Wilson.lower(candidate, oneSided),
                        Wilson.upper(baseline, oneSided) - baseline.share());
    }

    public static double upper(Tally candidate, Tally baseline, Confidence oneSided) {
        return difference(candidate, baseline)
                + Math.hypot(
                        Wilson.upper(candidate, oneSided) - candidate.share(),
                        baseline.share() - Wilson.lower(baseline, oneSided));
    }

    private static double difference(Tally candidate, Tally baseline) {
        return candidate.share() - baseline.share();
    }
}
