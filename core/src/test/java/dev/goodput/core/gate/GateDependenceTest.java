package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The promise of the gate on a busy endpoint, from traces to verdict: neighbours that share their fate do not buy a
/// PASS, and what a run cannot show is INCONCLUSIVE with the reason.
class GateDependenceTest {
    private static final Slo SLO = SloParser.inline("ttft<=500ms", "test").withTarget(new BigDecimal("0.95"));
    private static final int RUNS = 400;

    /// A two-state chain at exactly the target with lag-1 correlation `rho`: P(good → good) = p + ρ(1 − p), P(bad →
    /// bad) = 1 − p + ρp. Binomial error of 400 runs at 5 %: ±1.1 points; three of them are allowed.
    @ParameterizedTest
    @CsvSource({"0, 1000", "0.5, 1000", "0.9, 1000", "0.9, 3000"})
    void anEndpointAtItsTargetIsHardlyEverPassedOrFailed(double rho, int requests) {
        int passes = 0;
        int fails = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            switch (judge(chain(rho, 0.95, requests, seed), SLO).verdict()) {
                case PASS -> passes++;
                case FAIL -> fails++;
                // A long bad stretch at the very start looks like a cold endpoint.
                case INCONCLUSIVE, INVALID -> {}
            }
        }
        double most = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / RUNS);
        assertThat((double) passes / RUNS).isLessThanOrEqualTo(most);
        assertThat((double) fails / RUNS).isLessThanOrEqualTo(most);
    }

    /// The same runs taken as independent: what the correction is for.
    @Test
    void takenAsIndependentACorrelatedEndpointPassesTooOften() {
        Slo naive = SLO.withDependence(Dependence.INDEPENDENT);
        int passes = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            passes += judge(chain(0.9, 0.95, 1000, seed), naive).verdict() == Verdict.PASS ? 1 : 0;
        }
        assertThat((double) passes / RUNS).isGreaterThan(0.3);
    }

    @Test
    void aGoodEndpointPassesOnceTheRunIsLongEnough() {
        assertThat(judge(chain(0, 1, 700, 1), SLO).verdict()).isEqualTo(Verdict.PASS);
        GateResult shorter = judge(chain(0, 1, 690, 1), SLO);
        assertThat(shorter.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Objects.requireNonNull(shorter.goodput().shown()).cause())
                .isEqualTo(GoodShare.Cause.TOO_FEW_EXPECTED_MISSES);
        assertThat(shorter.reasons())
                .contains("about 10 more requests would settle it if the share stays as observed")
                .anyMatch(
                        reason -> reason.startsWith("independent requests would pass, but so short a run cannot show"));
        assertThat(judge(chain(0, 1, 690, 1), SLO.withDependence(Dependence.INDEPENDENT))
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    /// What is said before a run agrees with the verdict after it.
    @Test
    void theFewestRequestsForAPassAreTheFewest() {
        for (Dependence dependence : Dependence.values()) {
            Slo slo = SLO.withDependence(dependence);
            int fewest = Math.toIntExact(Gate.fewestForPass(slo));
            assertThat(fewest).isEqualTo(dependence == Dependence.MEASURED ? 700 : 59);
            assertThat(judge(chain(0, 1, fewest, 1), slo).verdict()).isEqualTo(Verdict.PASS);
            assertThat(judge(chain(0, 1, fewest - 1, 1), slo).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        }
        assertThat(Gate.fewestForPass(SLO.withTarget(BigDecimal.ONE))).isZero();
    }

    @Test
    void aBrokenEndpointFailsInFewRequests() {
        GateResult result = judge(chain(0, 0.3, 30, 1), SLO);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void oneBadMomentIsToldFromABadEndpoint() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            traces.add(answer(i, i < 100 || i >= 130, 0));
        }
        GateResult result = judge(Runs.of(traces), SLO);
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reasons())
                .anyMatch(reason -> reason.startsWith("the misses came in 1 stretch, too few")
                        || reason.startsWith("the misses came in bunches"));
        assertThat(judge(Runs.of(traces), SLO.withDependence(Dependence.INDEPENDENT))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    /// Whole rounds that go wrong weigh as many requests as one round, not as many as they have.
    @Test
    void roundsThatDifferWidenTheBounds() {
        List<RequestTrace> traces = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 3000; i++) {
            int round = i / 100;
            double share = round % 6 == 0 ? 0.80 : 1;
            traces.add(answer(i, random.nextDouble() < share, round));
        }
        GateResult result = judge(Runs.of(traces), SLO);
        GoodShare shown = Objects.requireNonNull(result.goodput().shown());
        assertThat(shown.method()).isEqualTo(GoodShare.Method.ROUNDS);
        assertThat(shown.designEffect()).isGreaterThan(2);
        assertThat(result.goodput().lower()).isLessThan(shown.plain().lower() - 0.005);
        assertThat(result.reasons())
                .anyMatch(reason -> reason.startsWith("requests were not independent")
                        && reason.contains("spread over rounds")
                        && reason.contains("taken as independent the bounds would be at least"));
    }

    /// Beside the bounds that decide stands what a bootstrap of blocks makes of the same run.
    @Test
    void aCorrelatedRunIsBootstrappedByBlocks() {
        GateResult result = judge(chain(0.8, 0.9, 2000, 3), SLO);
        assertThat(Objects.requireNonNull(result.goodput().bootstrap())
                        .interval()
                        .contains(result.goodput().share()))
                .isTrue();
        assertThat(result.reasons())
                .anyMatch(reason ->
                        reason.contains("correlation within the run") && reason.contains("a bootstrap of blocks of"));
    }

    private static Run chain(double rho, double share, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestTrace> traces = new ArrayList<>();
        boolean good = random.nextDouble() < share;
        for (int i = 0; i < requests; i++) {
            traces.add(answer(i, good, 0));
            double toGood = good ? share + rho * (1 - share) : share * (1 - rho);
            good = random.nextDouble() < toGood;
        }
        return Runs.of(traces);
    }

    private static RequestTrace answer(int index, boolean good, int round) {
        return request(index).text(good ? 400 : 600).usage(1).completed().movedTo(round, 0, 0);
    }

    private static GateResult judge(Run run, Slo slo) {
        return Gate.judge(run, RunMetrics.of(run), slo);
    }
}
