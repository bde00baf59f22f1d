package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Slo SLO = SloParser.inline("ttft<=500ms, goodput>=95%", "test");
    private static final int RUNS = 200;

    /// Answers with TTFT around `medianMs` (log-normal, σ 0.3) that follow each other with correlation `rho`.
    private static Comparison.Side side(double medianMs, double badShare, double rho, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestTrace> traces = new ArrayList<>();
        double z = random.nextGaussian();
        for (int i = 0; i < requests; i++) {
            z = rho * z + Math.sqrt(1 - rho * rho) * random.nextGaussian();
            double ttftMs = random.nextDouble() < badShare ? 900 : medianMs * Math.exp(0.3 * z);
            traces.add(request(i).texts(11, ttftMs, ttftMs + 100).usage(11).completed());
        }
        Run run = Runs.of(traces);
        RunMetrics metrics = RunMetrics.of(run);
        return new Comparison.Side(run, metrics, Gate.judge(run, metrics, SLO));
    }

    private static Comparison compare(Comparison.Side baseline, Comparison.Side candidate) {
        return Comparison.of(baseline, candidate, Margins.DEFAULT, Confidence.P95);
    }

    private static Comparison.Row row(Comparison comparison, String name) {
        return comparison.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlowerCandidateIsARegressionAndItSaysOfWhat() {
        Comparison comparison = compare(side(200, 0, 0, 2000, 1), side(260, 0, 0, 2000, 2));
        assertThat(comparison.outcome()).isEqualTo(Regression.REGRESSION);
        assertThat(row(comparison, "ttft").outcome()).isEqualTo(Regression.REGRESSION);
        assertThat(row(comparison, "ttft").change()).isBetween(0.25, 0.35);
        assertThat(row(comparison, "ttft").interval().contains(0.3)).isTrue();
        assertThat(row(comparison, "tpot").outcome()).isEqualTo(Regression.NO_REGRESSION);
        assertThat(row(comparison, "goodput").outcome()).isEqualTo(Regression.NO_REGRESSION);
    }

    @Test
    void fewerGoodRequestsAreARegressionEvenAtEqualMedians() {
        Comparison comparison = compare(side(200, 0.01, 0, 2000, 1), side(200, 0.08, 0, 2000, 2));
        assertThat(comparison.outcome()).isEqualTo(Regression.REGRESSION);
        assertThat(row(comparison, "goodput").outcome()).isEqualTo(Regression.REGRESSION);
        assertThat(row(comparison, "ttft").outcome()).isNotEqualTo(Regression.REGRESSION);
        assertThat(comparison.moved()).anyMatch(line -> line.startsWith("ttft<=500ms was missed by"));
        assertThat(comparison.tails().getFirst().pValue()).isLessThan(0.001);
    }

    @Test
    void aShortRunDecidesNothing() {
        assertThat(compare(side(200, 0.01, 0, 60, 1), side(200, 0.03, 0, 60, 2)).outcome())
                .isEqualTo(Regression.INCONCLUSIVE);
    }

    /// Two runs of one endpoint: "regression" is said in at most 5 % of pairs, also where neighbours are late together.
    @Test
    void anEqualCandidateIsHardlyEverCalledWorse() {
        for (double rho : new double[] {0, 0.8}) {
            int regressions = 0;
            int fine = 0;
            for (int seed = 0; seed < RUNS; seed++) {
                switch (compare(side(200, 0.02, rho, 1000, seed), side(200, 0.02, rho, 1000, -1 - seed))
                        .outcome()) {
                    case REGRESSION -> regressions++;
                    case NO_REGRESSION -> fine++;
                    case INCONCLUSIVE -> {}
                    case INVALID -> throw new AssertionError();
                }
            }
            assertThat((double) regressions / RUNS).isLessThanOrEqualTo(0.05 + 3 * Math.sqrt(0.05 * 0.95 / RUNS));
            if (rho == 0) {
                assertThat(fine).isGreaterThan(RUNS / 2);
            }
        }
    }

    /// A candidate whose answers have one token has no TPOT; that must not pass for "no worse".
    @Test
    void whatOnlyOneRunHoldsIsNotPassedOver() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            traces.add(request(i).texts(1, 200, 200).usage(1).completed());
        }
        Run run = Runs.of(traces);
        RunMetrics metrics = RunMetrics.of(run);
        Comparison.Side short_ = new Comparison.Side(run, metrics, Gate.judge(run, metrics, SLO));
        Comparison comparison = compare(side(200, 0, 0, 2000, 1), short_);
        assertThat(comparison.outcome()).isEqualTo(Regression.INCONCLUSIVE);
        assertThat(comparison.notCompared())
                .containsExactly("tpot is not compared: the candidate has none of single requests");
        Comparison both = compare(short_, short_);
        assertThat(both.outcome()).isEqualTo(Regression.NO_REGRESSION);
        assertThat(both.notCompared()).containsExactly("tpot is not compared: neither has any of single requests");
    }

    @Test
    void aRunWithoutRequestsIsNoBaseline() {
        Run empty = Runs.of(List.of());
        RunMetrics metrics = RunMetrics.of(empty);
        Comparison comparison =
                compare(new Comparison.Side(empty, metrics, Gate.judge(empty, metrics, SLO)), side(200, 0, 0, 500, 1));
        assertThat(comparison.outcome()).isEqualTo(Regression.INVALID);
        assertThat(comparison.rows()).isEmpty();
        assertThat(comparison.flaws()).anyMatch(flaw -> flaw.startsWith("baseline: "));
    }

    @Test
    void aHandfulOfRequestsHasNoInterval() {
        Comparison comparison = compare(side(200, 0, 0, 20, 1), side(200, 0, 0, 20, 2));
        assertThat(row(comparison, "ttft").interval().upper()).isInfinite();
        assertThat(row(comparison, "ttft").outcome()).isEqualTo(Regression.INCONCLUSIVE);
    }
}
