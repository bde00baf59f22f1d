package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Wilson, Newcombe, Farrington and Manning, Fisher, on one table of counts (computed independently with
/// 40-digit arithmetic), and the verdict of a comparison.
class ShareDifferenceTest {

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0, 0.2775327999, 0, 0.2129419701",
        "5, 10, 0.2365930905, 0.7634069095, 0.2692718211, 0.7307281789",
        "10, 10, 0.7224672001, 1, 0.7870580299, 1",
        "20, 20, 0.8388748419, 1, 0.8808421626, 1",
        "95, 100, 0.8882495308, 0.9784563208, 0.9008389147, 0.9754526366",
        "100, 100, 0.9630065018, 1, 0.9736572792, 1",
        "190, 200, 0.9104218519, 0.9726173544, 0.9181081671, 0.9698793883",
        "299, 299, 0.987315281, 1, 0.9910325033, 1",
        "475, 500, 0.9272318388, 0.9659062548, 0.9314068809, 0.9637493509",
        "495, 500, 0.9768069002, 0.9957212461, 0.9796016469, 0.9951240278",
        "950, 1000, 0.9346861798, 0.9618697376, 0.9373997966, 0.9601717845",
        "990, 1000, 0.9816905311, 0.9945592456, 0.9833430075, 0.9940127141",
        "9500, 10000, 0.9455528842, 0.9541015173, 0.9462918270, 0.9534647400"
    })
    void wilson(double good, double total, double lower, double upper, double oneSidedLower, double oneSidedUpper) {
        Tally tally = new Tally(good, total);
        Interval interval = Wilson.interval(tally, Confidence.P95);
        assertThat(interval.lower()).isCloseTo(lower, within(5.1e-11));
        assertThat(interval.upper()).isCloseTo(upper, within(5.1e-11));
        assertThat(Wilson.lower(tally, Confidence.P95)).isCloseTo(oneSidedLower, within(5.1e-11));
        assertThat(Wilson.upper(tally, Confidence.P95)).isCloseTo(oneSidedUpper, within(5.1e-11));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "share-differences.csv", numLinesToSkip = 1)
    void differences(
            long good,
            long total,
            long baselineGood,
            long baselineTotal,
            double difference,
            double lower,
            double upper,
            double oneSidedLower,
            double z,
            double pValue,
            double fisherTwoSided,
            double fisherWorse) {
        Tally candidate = new Tally(good, total);
        Tally baseline = new Tally(baselineGood, baselineTotal);
        Interval interval = Newcombe.interval(candidate, baseline, Confidence.P95);
        assertThat(candidate.share() - baseline.share()).isCloseTo(difference, within(5.1e-7));
        assertThat(interval.lower()).isCloseTo(lower, within(5.1e-7));
        assertThat(interval.upper()).isCloseTo(upper, within(5.1e-7));
        assertThat(Newcombe.lower(candidate, baseline, Confidence.P95)).isCloseTo(oneSidedLower, within(5.1e-7));
        assertThat(FarringtonManning.z(candidate, baseline, 0.02)).hasValueCloseTo(z, within(5.1e-6));
        assertThat(FarringtonManning.pValue(candidate, baseline, 0.02)).hasValueCloseTo(pValue, within(5.1e-6));
        assertThat(FarringtonManning.nonInferior(candidate, baseline, 0.02, Confidence.P95))
                .isEqualTo(z > 1.644853627);
        assertThat(Fisher.twoSided(good, total, baselineGood, baselineTotal)).isCloseTo(fisherTwoSided, within(5.1e-7));
        assertThat(Fisher.candidateWorse(good, total, baselineGood, baselineTotal))
                .isCloseTo(fisherWorse, within(5.1e-7));
    }

    @ParameterizedTest
    @CsvSource({"950, 1000, 960, 1000, 0.94396", "300, 300, 300, 300, 0.98", "298, 300, 300, 300, 0.98"})
    void mostLikelyShareAtTheMargin(double good, double total, double baseGood, double baseTotal, double share) {
        assertThat(FarringtonManning.shareAtMargin(new Tally(good, total), new Tally(baseGood, baseTotal), 0.02))
                .isCloseTo(share, within(5.1e-6));
    }

    /// The closed form is the maximum of the likelihood under the constraint, searched on a fine grid.
    @Test
    void mostLikelyShareMaximisesTheLikelihood() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            Tally candidate = new Tally(random.nextInt(51), 50);
            Tally baseline = new Tally(random.nextInt(81), 80);
            double margin = random.nextDouble(0.001, 0.5);
            double found = logLikelihood(
                    candidate, baseline, FarringtonManning.shareAtMargin(candidate, baseline, margin), margin);
            for (int step = 1; step < 1000; step++) {
                double share = (1 - margin) * step / 1000;
                assertThat(logLikelihood(candidate, baseline, share, margin)).isLessThanOrEqualTo(found + 1e-9);
            }
        }
    }

    @Test
    void nothingToTestIsEmpty() {
        Tally clean = new Tally(300, 300);
        assertThat(FarringtonManning.z(clean, clean, 0)).isEmpty();
        assertThat(FarringtonManning.pValue(clean, clean, 0)).isEmpty();
        assertThat(FarringtonManning.nonInferior(clean, clean, 0, Confidence.P95))
                .isFalse();
        assertThat(Fisher.twoSided(300, 300, 300, 300)).isEqualTo(1);
        assertThat(Fisher.candidateWorse(0, 30, 0, 30)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "950, 960, 0.02, INCONCLUSIVE",
        "950, 960, 0.03, NO_REGRESSION",
        "930, 960, 0.02, REGRESSION",
        "930, 960, 0.05, NO_REGRESSION",
        "930, 960, 0.035, INCONCLUSIVE",
        "990, 960, 0, NO_REGRESSION"
    })
    void verdicts(double good, double baselineGood, double margin, ShareComparison.Outcome outcome) {
        ShareComparison comparison =
                ShareComparison.of(new Tally(good, 1000), new Tally(baselineGood, 1000), margin, Confidence.P95);
        assertThat(comparison.outcome()).isEqualTo(outcome);
        assertThat(comparison.interval().contains(comparison.difference())).isTrue();
    }

    /// A significant and irrelevant difference: half a point of 10,000 requests.
    @Test
    void significantIsNotRelevant() {
        ShareComparison comparison =
                ShareComparison.of(new Tally(9700, 10000), new Tally(9750, 10000), 0.02, Confidence.P95);
        assertThat(comparison.interval().upper()).isNegative();
        assertThat(comparison.outcome()).isEqualTo(ShareComparison.Outcome.NO_REGRESSION);
    }

    /// Drawn: a candidate worse by exactly the margin is cleared, and an equal one accused, in few runs.
    @Test
    void errorRates() {
        SplittableRandom random = new SplittableRandom(3);
        int cleared = 0;
        int accused = 0;
        int runs = 4_000;
        for (int i = 0; i < runs; i++) {
            cleared += compare(random, 0.93, 0.95) == ShareComparison.Outcome.NO_REGRESSION ? 1 : 0;
            accused += compare(random, 0.95, 0.95) == ShareComparison.Outcome.REGRESSION ? 1 : 0;
        }
        double limit = runs * (0.05 + 3 * Math.sqrt(0.05 * 0.95 / runs));
        assertThat((double) cleared).isBetween(0.02 * runs, limit);
        assertThat((double) accused).isLessThanOrEqualTo(limit);
    }

    /// Correlated requests say less: the interval of deflated tallies is wider, at the same difference.
    @Test
    void designEffectsWiden() {
        Tally candidate = new Tally(950, 1000);
        Tally baseline = new Tally(960, 1000);
        Interval plain = Newcombe.interval(candidate, baseline, Confidence.P95);
        Interval deflated = Newcombe.interval(candidate.deflatedBy(4), baseline.deflatedBy(4), Confidence.P95);
        assertThat(deflated.upper() - deflated.lower()).isCloseTo(2 * (plain.upper() - plain.lower()), within(0.005));
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> new Tally(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Tally(3, 2)).hasMessageContaining("3.0 of 2.0");
        assertThatThrownBy(() -> new Tally(Double.NaN, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Tally(1, 2).deflatedBy(0.5)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> ShareComparison.of(new Tally(1, 2), new Tally(1, 2), -0.1, Confidence.P95))
                .hasMessageContaining("margin");
        assertThatThrownBy(() -> FarringtonManning.z(new Tally(1, 2), new Tally(1, 2), 1))
                .hasMessageContaining("margin");
        assertThatThrownBy(() -> new Interval(2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Interval(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ShareComparison.Outcome compare(SplittableRandom random, double candidate, double baseline) {
        return ShareComparison.of(draw(random, candidate), draw(random, baseline), 0.02, Confidence.P95)
                .outcome();
    }

    private static Tally draw(SplittableRandom random, double share) {
        return new Tally(random.doubles(1_000).filter(u -> u < share).count(), 1_000);
    }

    private static double logLikelihood(Tally candidate, Tally baseline, double share, double margin) {
        return term(candidate, share) + term(baseline, share + margin);
    }

    private static double term(Tally tally, double share) {
        double good = tally.good() == 0 ? 0 : tally.good() * Math.log(share);
        double missed = tally.total() - tally.good();
        return good + (missed == 0 ? 0 : missed * Math.log1p(-Math.min(1, share)));
    }
}
