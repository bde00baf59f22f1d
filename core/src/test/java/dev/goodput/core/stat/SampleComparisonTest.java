package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests and estimates for two samples. The golden samples were evaluated independently by enumeration.
class SampleComparisonTest {
    private static final double[] A = {95, 100, 102, 103, 105, 107, 110, 112, 118, 130};
    private static final double[] B = {101, 104, 106, 109, 111, 113, 115, 120, 125, 160};
    private static final double[] RUNS_A = {96.1, 95.4, 97.0, 95.8, 96.3};
    private static final double[] RUNS_B = {94.2, 95.0, 93.8, 94.9, 94.4};

    @Test
    void mannWhitney() {
        MannWhitney test = MannWhitney.of(A, B);
        assertThat(test.u()).isEqualTo(68);
        assertThat(test.pValue()).isCloseTo(0.19031588, within(5e-9));
        assertThat(test.probabilityLarger()).isCloseTo(0.68, within(1e-12));
        assertThat(test.cliffsDelta()).isCloseTo(0.36, within(1e-12));
        assertThat(MannWhitney.of(new double[] {1, 1, 1}, new double[] {1, 1}).pValue())
                .isEqualTo(1);
    }

    @Test
    void hodgesLehmann() {
        Shift shift = Shift.between(A, B, Confidence.P95);
        assertThat(shift.estimate()).isEqualTo(6);
        assertThat(shift.interval()).isEqualTo(new Interval(-3, 15));
        assertThat(Shift.rank(10, 10, Confidence.of("0.975"))).isEqualTo(24);
    }

    /// Against the list of all differences, sorted; samples with ties, negative values and of unequal size.
    @Test
    void hodgesLehmannWithoutListingDifferences() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            double[] a = random.doubles(random.nextInt(1, 30), -3, 3).toArray();
            double[] b = random.doubles(random.nextInt(1, 30), -3, 3)
                    .map(value -> Math.rint(value * 4) / 4)
                    .toArray();
            double[] all = Arrays.stream(b)
                    .flatMap(y -> Arrays.stream(a).map(x -> y - x))
                    .sorted()
                    .toArray();
            Shift shift = Shift.between(a, b, Confidence.P95);
            assertThat(shift.estimate()).isEqualTo((all[(all.length - 1) / 2] + all[all.length / 2]) / 2);
            int rank = (int) Shift.rank(a.length, b.length, Confidence.of("0.975"));
            if (rank > 0) {
                assertThat(shift.interval()).isEqualTo(new Interval(all[rank - 1], all[all.length - rank]));
            } else {
                assertThat(shift.interval().lower()).isEqualTo(Double.NEGATIVE_INFINITY);
            }
        }
    }

    /// Where exact ranks end and the normal approximation begins they differ by a rank at most.
    @Test
    void ranksMeetAtTheChangeover() {
        Confidence side = Confidence.of("0.975");
        double expected = 2_500 / 2.0 - Wilson.z(side) * Math.sqrt(2_500 * 101 / 12.0);
        assertThat((double) Shift.rank(50, 50, side)).isCloseTo(expected, within(2.0));
        assertThat(Shift.rank(50, 51, side)).isGreaterThan(Shift.rank(50, 50, side));
    }

    /// Half a million values each: 5 % slower is found as 5 %, in one pass per bit instead of 10¹¹ differences.
    @Test
    void largeSamplesAndRatios() {
        SplittableRandom random = new SplittableRandom(2);
        double[] baseline =
                random.doubles(500_000).map(u -> 100 - 50 * Math.log1p(-u)).toArray();
        double[] candidate = random.doubles(500_000)
                .map(u -> 1.05 * (100 - 50 * Math.log1p(-u)))
                .toArray();
        Shift ratio = Shift.ratio(baseline, candidate, Confidence.P95);
        assertThat(ratio.interval().contains(1.05)).isTrue();
        assertThat(ratio.estimate()).isCloseTo(1.05, within(0.003));
        assertThat(ratio.interval().upper() - ratio.interval().lower()).isLessThan(0.01);
    }

    /// Drawn: the interval of the shift between equal distributions covers 0 as often as it says.
    @Test
    void coverageOfTheShift() {
        SplittableRandom random = new SplittableRandom(4);
        int covered = 0;
        for (int i = 0; i < 2_000; i++) {
            double[] a = random.doubles(40).map(u -> -Math.log1p(-u)).toArray();
            double[] b = random.doubles(90).map(u -> -Math.log1p(-u)).toArray();
            covered += Shift.between(a, b, Confidence.P95).interval().contains(0) ? 1 : 0;
        }
        assertThat(covered).isBetween(1_870, 1_930);
    }

    /// Counted by hand for five and four values, fourth as threshold.
    @ParameterizedTest
    @CsvSource({"0, 126", "1, 91", "2, 51", "3, 21", "4, 5"})
    void exceedanceOfFiveAndFour(int count, double of126) {
        assertThat(Exceedance.pValue(5, 4, 4, count)).isCloseTo(of126 / 126, within(1e-12));
    }

    /// The first count that rejects, at 5 % and at 1 %, with its exact p.
    @ParameterizedTest
    @CsvSource({
        "100, 100, 900, 90, 10.8911, 20, 0.03671, 24, 0.00678",
        "300, 300, 900, 270, 30.8970, 45, 0.04171, 51, 0.00824",
        "200, 200, 950, 190, 10.9453, 20, 0.04305, 24, 0.00931",
        "1000, 1000, 950, 950, 50.9491, 69, 0.04424, 77, 0.00841",
        "500, 1000, 950, 475, 51.8962, 74, 0.04680, 84, 0.00966",
        "1000, 1000, 990, 990, 10.9890, 20, 0.04811, 25, 0.00787",
        "2000, 2000, 990, 1980, 20.9895, 33, 0.04807, 39, 0.00875",
        "1000, 1000, 500, 500, 500.4995, 538, 0.04886, 553, 0.00992"
    })
    void exceedance(int n, int m, int perMille, int rank, double expected, int at5, double pAt5, int at1, double pAt1) {
        assertThat(Exceedance.pValue(n, m, rank, at5)).isCloseTo(pAt5, within(5.1e-6));
        assertThat(Exceedance.pValue(n, m, rank, at5 - 1)).isGreaterThan(0.05);
        assertThat(Exceedance.pValue(n, m, rank, at1)).isCloseTo(pAt1, within(5.1e-6));
        assertThat(Exceedance.pValue(n, m, rank, at1 - 1)).isGreaterThan(0.01);
        double[] baseline = new double[n];
        Arrays.setAll(baseline, i -> i);
        double[] candidate = new double[m];
        Arrays.fill(candidate, 0, at5, n);
        Exceedance test = Exceedance.of(baseline, candidate, perMille);
        assertThat(test.rank()).isEqualTo(rank);
        assertThat(test.threshold()).isEqualTo(rank - 1.0);
        assertThat(test.count()).isEqualTo(at5);
        assertThat(test.expected()).isCloseTo(expected, within(5.1e-5));
        assertThat(test.pValue()).isCloseTo(pAt5, within(5.1e-6));
    }

    /// A regression confined to the largest 2 %: the tail test sees it in every run, Mann and Whitney's in
    /// hardly more runs than it would accuse by chance.
    @Test
    void aWorseTailIsSeenByTheTailTestOnly() {
        SplittableRandom random = new SplittableRandom(5);
        int seenByTail = 0;
        int seenByBulk = 0;
        for (int run = 0; run < 100; run++) {
            double[] baseline = random.doubles(2_000).toArray();
            double[] candidate = random.doubles(2_000)
                    .map(u -> random.nextInt(50) == 0 ? 5 + u : u)
                    .toArray();
            seenByTail += Exceedance.of(baseline, candidate, 990).pValue() < 0.01 ? 1 : 0;
            seenByBulk += MannWhitney.of(baseline, candidate).pValue() < 0.01 ? 1 : 0;
        }
        assertThat(seenByTail).isGreaterThan(95);
        assertThat(seenByBulk).isLessThan(25);
    }

    @Test
    void welch() {
        Welch samples = Welch.of(A, B, Confidence.P95);
        assertThat(samples.t()).isCloseTo(1.31643066, within(5e-9));
        assertThat(samples.degreesOfFreedom()).isCloseTo(14.627297, within(5e-7));
        assertThat(samples.pValue()).isCloseTo(0.20828516, within(5e-9));
        Welch runs = Welch.of(RUNS_A, RUNS_B, Confidence.P95);
        assertThat(runs.difference()).isCloseTo(-1.66, within(1e-9));
        assertThat(runs.t()).isCloseTo(-4.772164, within(5e-7));
        assertThat(runs.degreesOfFreedom()).isCloseTo(7.748487, within(1e-6));
        assertThat(runs.pValue()).isCloseTo(0.0015347, within(5e-8));
        assertThat(runs.interval().lower()).isCloseTo(-2.466700, within(5e-7));
        assertThat(runs.interval().upper()).isCloseTo(-0.853300, within(5e-7));
    }

    @Test
    void runsThatDoNotVary() {
        Welch same = Welch.of(new double[] {1, 1}, new double[] {1, 1}, Confidence.P95);
        assertThat(same.pValue()).isEqualTo(1);
        assertThat(same.t()).isZero();
        Welch lower = Welch.of(new double[] {1, 1}, new double[] {0.9, 0.9}, Confidence.P95);
        assertThat(lower.pValue()).isZero();
        assertThat(lower.t()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(lower.interval().upper()).isCloseTo(-0.1, within(1e-12));
    }

    @Test
    void permutation() {
        assertThat(Permutation.oneSided(RUNS_A, RUNS_B, 1)).isCloseTo(1 / 252.0, within(1e-12));
        assertThat(Permutation.oneSided(RUNS_B, RUNS_A, 1)).isEqualTo(1);
        assertThat(Permutation.oneSided(new double[] {3, 4, 5}, new double[] {0, 1, 2}, 1))
                .isCloseTo(0.05, within(1e-12));
        assertThat(Permutation.oneSided(new double[] {0.1, 0.2, 0.3}, new double[] {0.3, 0.2, 0.1}, 1))
                .isGreaterThan(0.5);
    }

    /// Thirty runs each have 10¹⁷ splits: drawn, close to the t-test, and the same for the same seed.
    @Test
    void permutationOfManyRunsIsDrawn() {
        SplittableRandom random = new SplittableRandom(6);
        double[] a = random.doubles(30).map(u -> 1 + u).toArray();
        double[] b = random.doubles(30).map(u -> 0.85 + u).toArray();
        double p = Permutation.oneSided(a, b, 7);
        Welch welch = Welch.of(a, b, Confidence.P95);
        assertThat(p).isCloseTo(welch.difference() < 0 ? welch.pValue() / 2 : 1 - welch.pValue() / 2, within(0.01));
        assertThat(Permutation.oneSided(a, b, 7)).isEqualTo(p);
    }

    /// Binomial tails with chance ½: 8 of 10 pairs, 56/1024.
    @ParameterizedTest
    @CsvSource({
        "8, 2, 0.0546875, 0.109375",
        "2, 8, 0.9892578125, 0.109375",
        "5, 0, 0.03125, 0.0625",
        "0, 0, 1, 1",
        "5, 5, 0.623046875, 1"
    })
    void signTest(long worse, long better, double candidateWorse, double twoSided) {
        assertThat(SignTest.candidateWorse(worse, better)).isCloseTo(candidateWorse, within(1e-12));
        assertThat(SignTest.twoSided(worse, better)).isCloseTo(twoSided, within(1e-12));
    }

    @Test
    void refusals() {
        double[] none = {};
        double[] one = {1};
        assertThatThrownBy(() -> Shift.between(none, one, Confidence.P95)).hasMessageContaining("empty");
        assertThatThrownBy(() -> Shift.between(one, new double[] {Double.NaN}, Confidence.P95))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Shift.ratio(one, new double[] {0}, Confidence.P95))
                .hasMessageContaining("above 0");
        assertThatThrownBy(() -> Exceedance.of(one, one, 1000)).hasMessageContaining("1000 per mille");
        assertThatThrownBy(() -> Exceedance.pValue(5, 4, 6, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Welch.of(one, one, Confidence.P95)).hasMessageContaining("two runs");
        assertThatThrownBy(() -> SignTest.twoSided(-1, 0)).hasMessageContaining("negative");
        assertThatThrownBy(() -> MannWhitney.of(none, one)).hasMessageContaining("empty");
        assertThatThrownBy(() -> Permutation.oneSided(one, none, 1)).hasMessageContaining("empty");
    }
}
