package dev.goodput.core.stat;

/// The exact sign test of paired requests (same prompt, same place in the schedule, in both runs): of the pairs
/// that differ, each favours either side with chance ½ if the runs do not differ. For good and bad it is
/// McNemar's test in its exact form (Q. McNemar, Psychometrika 12, 1947), for latencies the plain sign test.
public final class SignTest {
    private SignTest() {}

    /// The chance of as many pairs or more in which the candidate was worse.
    public static double candidateWorse(long worse, long better) {
        check(worse, better);
        return worse == 0 ? 1 : BinomialBounds.atLeast(worse, worse + better, 0.5);
    }

    /// The chance of pairs as uneven as these, or more so.
    public static double twoSided(long worse, long better) {
        check(worse, better);
        return Math.min(1, 2 * candidateWorse(Math.max(worse, better), Math.min(worse, better)));
    }

    private static void check(long worse, long better) {
        if (worse < 0 || better < 0) {
            throw new IllegalArgumentException("negative counts of pairs: " + worse + " and " + better);
        }
    }
}
