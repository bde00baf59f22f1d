package dev.goodput.core.stat;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.FisherExactTest;

/// R. A. Fisher's exact test of whether two shares differ at all, for counts so small that nothing else is
/// exact.
public final class Fisher {
    private Fisher() {}

    /// The chance, if the shares were equal, of counts as unlikely as these or more so.
    public static double twoSided(long good, long total, long baselineGood, long baselineTotal) {
        return pValue(good, total, baselineGood, baselineTotal, AlternativeHypothesis.TWO_SIDED);
    }

    /// The chance, if the shares were equal, of as few good requests of the candidate or fewer.
    public static double candidateWorse(long good, long total, long baselineGood, long baselineTotal) {
        return pValue(good, total, baselineGood, baselineTotal, AlternativeHypothesis.LESS_THAN);
    }

    private static double pValue(
            long good, long total, long baselineGood, long baselineTotal, AlternativeHypothesis alternative) {
        BinomialBounds.check(good, total);
        BinomialBounds.check(baselineGood, baselineTotal);
        int[][] table = {
            {Math.toIntExact(good), Math.toIntExact(total - good)},
            {Math.toIntExact(baselineGood), Math.toIntExact(baselineTotal - baselineGood)}
        };
        // A table without a miss, or without a good request, is certain under equal shares.
        if (good + baselineGood == 0 || good + baselineGood == total + baselineTotal) {
            return 1;
        }
        return FisherExactTest.withDefaults().with(alternative).test(table).getPValue();
    }
}
