package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The decisions of the rule case by case; how often they are wrong is the matter of [GoodShareErrorRatesTest].
class GoodShareTest {
    private static final BigDecimal P99 = new BigDecimal("0.99");
    private static final BigDecimal P90 = new BigDecimal("0.9");

    /// 299 clean requests show 99 % if they are independent. If not, only a run of 3,500 is long enough for the
    /// luck to be excluded that a chain at correlation 0.9 needs.
    @Test
    void cleanRuns() {
        assertThat(judge(clean(299), P99, Dependence.INDEPENDENT).decision()).isEqualTo(Decision.PASS);
        GoodShare shorter = judge(clean(3_499), P99, Dependence.MEASURED);
        assertThat(shorter.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(shorter.cause()).isEqualTo(GoodShare.Cause.TOO_FEW_EXPECTED_MISSES);
        assertThat(shorter.furtherRequests(1_000_000)).hasValue(1);
        assertThat(judge(clean(299), P99, Dependence.MEASURED).furtherRequests(1_000_000))
                .hasValue(3_201);
        GoodShare enough = judge(clean(3_500), P99, Dependence.MEASURED);
        assertThat(enough.decision()).isEqualTo(Decision.PASS);
        assertThat(enough.cause()).isEqualTo(GoodShare.Cause.NONE);
        assertThat(enough.corrected().lower()).isCloseTo(0.99, within(1e-12));
        assertThat(enough.plain().lower()).isCloseTo(0.999144, within(1e-6));
        assertThat(enough.effectiveExpectedMisses()).isCloseTo(35, within(1e-9));
    }

    @Test
    void moreConfidenceNeedsALongerRun() {
        assertThat(GoodShare.requiredExpectedMisses(Confidence.P95)).isEqualTo(35);
        assertThat(GoodShare.requiredExpectedMisses(Confidence.of("0.99"))).isCloseTo(53.8, within(0.01));
        assertThat(GoodShare.requiredExpectedMisses(Confidence.of("0.9"))).isCloseTo(26.9, within(0.01));
    }

    /// An outage: every request missed. Independent or not, that is not 99 % good, and soon.
    @Test
    void outages() {
        GoodShare outage = judge(none(30), P99, Dependence.MEASURED);
        assertThat(outage.decision()).isEqualTo(Decision.FAIL);
        assertThat(outage.failDesignEffect()).isEqualTo(19);
        GoodShare shorter = judge(none(10), P99, Dependence.MEASURED);
        assertThat(shorter.cause()).isEqualTo(GoodShare.Cause.CORRELATION_UNKNOWN);
        assertThat(shorter.furtherRequests(1_000).orElseThrow()).isBetween(1L, 20L);
        assertThat(judge(none(10), P99, Dependence.INDEPENDENT).decision()).isEqualTo(Decision.FAIL);
    }

    /// One bad moment of 12 requests in 500: as independent requests they would miss 99 % for sure.
    @Test
    void oneBadMomentIsNotAVerdict() {
        GoodShare moment = judge(blocks(500, 1, 12), P99, Dependence.MEASURED);
        assertThat(moment.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(moment.missStretches()).isEqualTo(1);
        assertThat(judge(blocks(500, 1, 12), P99, Dependence.INDEPENDENT).decision())
                .isEqualTo(Decision.FAIL);
    }

    /// The same 4 % misses one by one, in blocks of 5 and of 20: PASS, PASS with a wider bound, not shown.
    @Test
    void theLongerTheStretchesTheLessIsShown() {
        GoodShare single = judge(blocks(1_500, 60, 1), P90, Dependence.MEASURED);
        GoodShare five = judge(blocks(1_500, 12, 5), P90, Dependence.MEASURED);
        GoodShare twenty = judge(blocks(1_500, 3, 20), P90, Dependence.MEASURED);
        assertThat(single.decision()).isEqualTo(Decision.PASS);
        assertThat(single.designEffect()).isEqualTo(1);
        assertThat(single.plain()).isEqualTo(five.plain()).isEqualTo(twenty.plain());
        assertThat(five.designEffect()).isBetween(3.0, 6.0);
        assertThat(five.corrected().lower()).isLessThan(single.corrected().lower());
        assertThat(twenty.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(twenty.cause()).isIn(GoodShare.Cause.CORRELATED, GoodShare.Cause.TOO_FEW_EXPECTED_MISSES);
        assertThat(twenty.furtherRequests(1_000_000).orElseThrow()).isGreaterThan(500);
    }

    @Test
    void closeToTheTarget() {
        GoodShare close = judge(blocks(2_000, 200, 1), P90, Dependence.MEASURED);
        assertThat(close.cause()).isEqualTo(GoodShare.Cause.CLOSE_TO_TARGET);
        assertThat(close.furtherRequests(100_000_000)).isEmpty();
        assertThat(judge(blocks(2_000, 190, 1), P90, Dependence.INDEPENDENT).cause())
                .isEqualTo(GoodShare.Cause.CLOSE_TO_TARGET);
    }

    /// Rounds that fail as a whole: nothing within a round shows it, the spread of the rounds does.
    @Test
    void roundsThatDiffer() {
        List<boolean[]> rounds = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            boolean[] round = new boolean[100];
            Arrays.fill(round, i % 15 == 0 ? 40 : 0, 100, true);
            rounds.add(round);
        }
        GoodShare judged = judge(GoodSeries.ofRounds(rounds), P90, Dependence.MEASURED);
        assertThat(judged.method()).isEqualTo(GoodShare.Method.ROUNDS);
        assertThat(judged.designEffect()).isGreaterThan(30);
        assertThat(judged.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(judge(clean(10), P90, Dependence.MEASURED).method()).isEqualTo(GoodShare.Method.WITHIN_RUN);
    }

    /// Open fates are misses for PASS and good for FAIL.
    @Test
    void openFatesCountAgainstEveryClaim() {
        GoodSeries worst = blocks(500, 100, 1);
        GoodShare judged = GoodShare.judge(worst, clean(500), P90, Confidence.P95, Confidence.P95, Dependence.MEASURED);
        assertThat(judged.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(judged.good()).isEqualTo(400);
        assertThat(judged.goodAtBest()).isEqualTo(500);
        assertThat(judged.corrected().upper()).isEqualTo(1);
        assertThat(judged.share()).isEqualTo(0.8);
    }

    /// Both bounds enclose the share, the corrected ones enclose the plain ones, and the decision is theirs.
    @ParameterizedTest
    @EnumSource(Dependence.class)
    void boundsAndDecisionAgree(Dependence dependence) {
        Streams streams = new Streams(5);
        for (int i = 0; i < 400; i++) {
            double share = new double[] {0.85, 0.9, 0.95, 0.99}[i % 4];
            GoodSeries series = GoodSeries.of(streams.chain(50 + 10 * i, share, i % 3 * 0.4));
            GoodShare judged = judge(series, P90, dependence);
            assertThat(judged.corrected().lower())
                    .isLessThanOrEqualTo(judged.plain().lower());
            assertThat(judged.corrected().upper())
                    .isGreaterThanOrEqualTo(judged.plain().upper() - 1e-12);
            assertThat(judged.plain().contains(judged.share())).isTrue();
            assertThat(judged.decision() == Decision.PASS)
                    .isEqualTo(judged.corrected().lower() >= 0.9);
            assertThat(judged.decision() == Decision.FAIL)
                    .isEqualTo(judged.corrected().upper() < 0.9);
            assertThat(judged.cause() == GoodShare.Cause.NONE).isEqualTo(judged.decision() != Decision.INCONCLUSIVE);
        }
    }

    /// More requests of the same kind decide, as many as were announced.
    @ParameterizedTest
    @CsvSource({"600, 8, 5, 0.95", "400, 30, 1, 0.9", "300, 38, 1, 0.9", "1500, 3, 20, 0.9"})
    void furtherRequestsDecide(int n, int stretches, int length, BigDecimal target) {
        GoodShare judged = judge(blocks(n, stretches, length), target, Dependence.MEASURED);
        assertThat(judged.decision()).isEqualTo(Decision.INCONCLUSIVE);
        long further = judged.furtherRequests(10_000_000).orElseThrow();
        int times = (int) (1 + Math.ceilDiv(further, n));
        assertThat(judge(blocks(n * times, stretches * times, length), target, Dependence.MEASURED)
                        .decision())
                .isNotEqualTo(Decision.INCONCLUSIVE);
    }

    @Test
    void targetsAtTheEnds() {
        assertThat(judge(clean(100), BigDecimal.ONE, Dependence.MEASURED).decision())
                .isEqualTo(Decision.INCONCLUSIVE);
        assertThat(judge(none(100), BigDecimal.ZERO, Dependence.INDEPENDENT).decision())
                .isEqualTo(Decision.PASS);
        assertThat(judge(clean(1), P99, Dependence.MEASURED).corrected().lower())
                .isLessThan(1e-20);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> judge(clean(10), new BigDecimal("1.01"), Dependence.MEASURED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1.01");
        assertThatThrownBy(() ->
                        GoodShare.judge(clean(10), none(10), P90, Confidence.P95, Confidence.P95, Dependence.MEASURED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same requests");
    }

    private static GoodShare judge(GoodSeries series, BigDecimal target, Dependence dependence) {
        return GoodShare.judge(series, target, Confidence.P95, dependence);
    }

    private static GoodSeries clean(int n) {
        return blocks(n, 0, 0);
    }

    private static GoodSeries none(int n) {
        return GoodSeries.of(new boolean[n]);
    }

    /// `stretches` of misses, each `length` long, at places spread over the run without a period.
    private static GoodSeries blocks(int n, int stretches, int length) {
        boolean[] good = new boolean[n];
        Arrays.fill(good, true);
        for (int i = 0; i < stretches; i++) {
            double slot = (double) n / stretches;
            double shift = (slot - length) * ((i * 0.618034) % 1);
            int start = (int) (i * slot + shift);
            Arrays.fill(good, start, start + length, false);
        }
        return GoodSeries.of(good);
    }
}
