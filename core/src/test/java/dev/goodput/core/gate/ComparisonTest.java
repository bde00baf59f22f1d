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
}
