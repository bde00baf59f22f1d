package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyResultTest {
    private static final Slo SLO = SloParser.inline("ttft<=500ms, goodput>=90%", "test");
    private static final Policy POLICY = new Policy(
            new Manifest.Endpoint("http://h/v1", "chat", "m"),
            "H100",
            new Policy.Workload(800, 300, 150, 50, 1, false, null),
            SLO,
            new PeakLoad.Concurrency(16),
            List.of(100, 150),
            30,
            100,
            300,
            20,
            Policy.HEADROOM,
            null,
            Margins.DEFAULT);

    /// Answers with TTFT around `medianMs` (log-normal, σ 0.1), of which each hundredth up to `badPercent` is too slow.
    private static Comparison.Side side(Manifest.Status status, double medianMs, int badPercent, int requests) {
        SplittableRandom random = new SplittableRandom(Math.round(medianMs));
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            boolean isBad = (i * 37) % 100 < badPercent;
            double ttftMs = isBad ? 900 : medianMs * Math.exp(0.1 * random.nextGaussian());
            traces.add(request(i).texts(11, ttftMs, ttftMs + 100).usage(11).completed());
        }
        Run run = Runs.of(status, Runs.CLOSED_LOOP, requests, 1_000_000_000, null, traces);
        RunMetrics metrics = RunMetrics.of(run);
        return new Comparison.Side(run, metrics, Gate.judge(run, metrics, SLO));
    }

    private static Comparison.Side side(double medianMs, int badPercent, int requests) {
        return side(Manifest.Status.COMPLETE, medianMs, badPercent, requests);
    }

    private static PolicyResult result(
            Comparison.Side peak, Comparison.Side beyond, Comparison.@Nullable Side baseline) {
        return PolicyResult.of(
                POLICY, List.of(new PolicyResult.Level(100, peak), new PolicyResult.Level(150, beyond)), baseline);
    }

    private static Headroom headroom(Comparison.Side peak, Comparison.Side beyond) {
        return Objects.requireNonNull(result(peak, beyond, null).headroom());
    }

    @Test
    void theLevelAtThePeakDecides() {
        PolicyResult good = result(side(200, 2, 3000), side(200, 60, 300), null);
        assertThat(good.verdict()).isEqualTo(Verdict.PASS);
        assertThat(good.reasons().getFirst()).startsWith("at 100% load: 2940 of 3000");
        assertThat(result(side(200, 30, 3000), side(200, 0, 300), null).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    /// 98 % of 3,000 against 40 % of 300.
    @Test
    void missingHeadroomIsFlaggedWithBoundsAndDoesNotDecide() {
        PolicyResult result = result(side(200, 2, 3000), side(200, 60, 300), null);
        Headroom headroom = Objects.requireNonNull(result.headroom());
        assertThat(headroom.ok()).isFalse();
        assertThat(headroom.bounds().contains(0.58)).isTrue();
        assertThat(headroom.bounds().upper() - headroom.bounds().lower()).isLessThan(0.4);
        assertThat(headroom.reason()).contains("falls by 58.0 points", "more than the 5 points");
        assertThat(result.reasons()).contains(headroom.reason());
    }

    @Test
    void headroomWithinTheLimitIsSaidToo() {
        Headroom headroom = headroom(side(200, 2, 3000), side(200, 4, 3000));
        assertThat(headroom.ok()).isTrue();
        assertThat(headroom.reason()).contains("falls by 2.0 points", "within the 5 points");
        Headroom rise = headroom(side(200, 4, 3000), side(200, 0, 3000));
        assertThat(rise.reason()).contains("rises by 4.0 points");
    }

    @Test
    void aRegressionBlocksWhatPassesByItself() {
        PolicyResult result = result(side(260, 2, 3000), side(260, 2, 300), side(200, 2, 3000));
        assertThat(result.peak().side().result().verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.reasons().getFirst()).startsWith("worse than the baseline: ttft +");
    }

    @Test
    void noRegressionLetsThrough() {
        PolicyResult result = result(side(200, 2, 3000), side(200, 2, 300), side(200, 2, 3000));
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.againstBaseline()).startsWith("not worse than the baseline");
    }

    @Test
    void anOpenComparisonDoesNotBlockAndIsSaid() {
        PolicyResult result = result(side(200, 2, 3000), side(200, 2, 300), side(200, 2, 30));
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.reasons()).anyMatch(reason -> reason.contains("does not block"));
    }

    @Test
    void anInvalidMeasurementStaysOne() {
        PolicyResult result =
                result(side(Manifest.Status.RUNNING, 260, 2, 3000), side(200, 2, 300), side(200, 2, 3000));
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void anInvalidSweepLevelIsSaidAndDoesNotDecide() {
        PolicyResult result = result(side(200, 2, 3000), side(Manifest.Status.RUNNING, 200, 2, 300), null);
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("at 150% load, which does not decide"));
    }

    @Test
    void withoutALevelBeyondThePeakThereIsNoHeadroom() {
        PolicyResult result = PolicyResult.of(POLICY, List.of(new PolicyResult.Level(100, side(200, 2, 3000))), null);
        assertThat(result.headroom()).isNull();
        assertThat(POLICY.headroom()).isEqualByComparingTo(new BigDecimal("0.05"));
    }
}
