package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.TraceBuilder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {
    /// Taken as independent, so that the exact bounds apply; [GateDependenceTest] is about the rest.
    private static final Slo SLO =
            SloParser.inline("ttft<=500ms, tpot<=15ms, e2e<=2s", "test").withDependence(Dependence.INDEPENDENT);

    /// Ten requests on which eight tools give seven different counts of good ones. Ours: the offered load is the
    /// denominator, failures are misses, the bound itself is good, and a one-token answer is judged without TPOT.
    private static List<RequestTrace> population() {
        return List.of(
                answer(1, 300, 100, 1500),
                answer(2, 500, 50, 1000),
                answer(3, 200, 1, 200),
                answer(4, 900, 50, 1390),
                answer(5, 200, 100, 1900),
                request(6).ended(50).failed(FailureCategory.HTTP_STATUS),
                request(7).texts(20, 200, 390).error(400).failed(FailureCategory.ERROR_IN_STREAM),
                request(8).ended(30_000).failed(FailureCategory.FIRST_BYTE_TIMEOUT),
                answer(9, 300, 200, 2900),
                TraceBuilder.neverSent(10));
    }

    @Test
    void theSmallPopulation() {
        GateResult result = judge(Runs.of(population()), SLO);

        assertThat(result.judgements())
                .extracting(Judgement::result)
                .containsExactly(
                        Judgement.Result.GOOD,
                        Judgement.Result.GOOD,
                        Judgement.Result.GOOD,
                        Judgement.Result.MISSED,
                        Judgement.Result.MISSED,
                        Judgement.Result.FAILED,
                        Judgement.Result.FAILED,
                        Judgement.Result.FAILED,
                        Judgement.Result.MISSED,
                        Judgement.Result.UNRESOLVED);
        GoodputEstimate goodput = result.goodput();
        assertThat(goodput.good()).isEqualTo(3);
        assertThat(goodput.missed()).isEqualTo(3);
        assertThat(goodput.failed()).isEqualTo(3);
        assertThat(goodput.unresolved()).isEqualTo(1);
        assertThat(goodput.total()).isEqualTo(10);
        assertThat(goodput.share()).isEqualTo(0.30);
        assertThat(goodput.ratePerSecond()).isEqualTo(3);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    }

    /// The open request is a miss where PASS is claimed and good where FAIL is.
    @Test
    void openFatesCountAgainstBothClaims() {
        GoodputEstimate goodput = judge(Runs.of(population()), SLO).goodput();
        assertThat(goodput.lower()).isEqualTo(BinomialBounds.lower(3, 10, Confidence.P95));
        assertThat(goodput.upper()).isEqualTo(BinomialBounds.upper(4, 10, Confidence.P95));

        // 299 good would pass 99 %, and 7 misses of 300 fail it; open fates in their place do neither.
        Run closed = Runs.of(runOf(299, 0, 0));
        assertThat(judge(closed, SLO).verdict()).isEqualTo(Verdict.PASS);
        assertThat(judge(scheduled(300, runOf(299, 0, 0)), SLO).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judge(Runs.of(runOf(293, 7, 0)), SLO).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judge(scheduled(300, runOf(293, 0, 0)), SLO).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judge(Runs.of(runOf(293, 0, 7)), SLO).verdict())
                .as("failures of the endpoint are misses")
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void breakdownSaysWhichConstraintAloneAndWhichTogether() {
        List<RequestTrace> traces = new ArrayList<>();
        traces.add(answer(0, 300, 100, 1500));
        traces.add(answer(1, 200, 1, 200));
        traces.add(answer(2, 900, 50, 1390));
        traces.add(answer(3, 700, 50, 1190));
        traces.add(answer(4, 200, 100, 1900));
        traces.add(answer(5, 900, 100, 2700));
        traces.add(answer(6, 900, 100, 2700));
        traces.add(request(7).texts(20, 900, 990).failed(FailureCategory.CUT));
        Breakdown breakdown = judge(Runs.of(traces), SLO).breakdown();

        Breakdown.PerConstraint ttft = breakdown.constraints().get(0);
        assertThat(ttft.constraint()).hasToString("ttft<=500ms");
        assertThat(ttft.applied()).isEqualTo(7);
        assertThat(ttft.missed()).isEqualTo(4);
        assertThat(ttft.missedAlone()).isEqualTo(2);
        assertThat(ttft.excess().count()).isEqualTo(4);
        assertThat(ttft.excess().min()).isEqualTo(200e6);
        assertThat(ttft.excess().max()).isEqualTo(400e6);
        Breakdown.PerConstraint tpot = breakdown.constraints().get(1);
        assertThat(tpot.applied()).as("the one-token answer has no TPOT").isEqualTo(6);
        assertThat(tpot.missed()).isEqualTo(3);
        assertThat(tpot.missedAlone()).isEqualTo(1);
        Breakdown.PerConstraint e2e = breakdown.constraints().get(2);
        assertThat(e2e.missed()).isEqualTo(2);
        assertThat(e2e.missedAlone()).isZero();

        assertThat(breakdown.combinations())
                .extracting(combination -> combination.constraints() + " " + combination.count())
                .containsExactly("[ttft<=500ms] 2", "[ttft<=500ms, tpot<=15ms, e2e<=2s] 2", "[tpot<=15ms] 1");
    }

    /// Every row of the decision table, from traces to verdict, at the counts where the verdict turns.
    @ParameterizedTest
    @CsvFileSource(resources = "/dev/goodput/core/stat/decisions.csv", numLinesToSkip = 1)
    void verdictTable(int total, BigDecimal target, String confidence, int mostMissesToPass, int fewestMissesToFail) {
        Slo slo = SLO.withTarget(target).withConfidence(Confidence.of(confidence));
        if (mostMissesToPass >= 0) {
            assertThat(judge(Runs.of(misses(total, mostMissesToPass)), slo).verdict())
                    .isEqualTo(Verdict.PASS);
        }
        assertThat(judge(Runs.of(misses(total, mostMissesToPass + 1)), slo).verdict())
                .isEqualTo(mostMissesToPass + 1 < fewestMissesToFail ? Verdict.INCONCLUSIVE : Verdict.FAIL);
        assertThat(judge(Runs.of(misses(total, fewestMissesToFail - 1)), slo).verdict())
                .isEqualTo(fewestMissesToFail - 1 > mostMissesToPass ? Verdict.INCONCLUSIVE : Verdict.PASS);
        assertThat(judge(Runs.of(misses(total, fewestMissesToFail)), slo).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void reasonsTellThePath() {
        List<String> reasons = judge(Runs.of(population()), SLO).reasons();
        assertThat(reasons)
                .containsExactly(
                        "3 of 10 scheduled requests were good (30.00%); with 95% confidence the true share is at least"
                                + " 8.72% and at most 69.65%; target 99%",
                        "requests were taken as independent of each other, as the SLO says; nothing in the run shows"
                                + " that they are",
                        "ttft<=500ms was missed by 1 of 6 completed requests, 1 of them by this alone",
                        "tpot<=15ms was missed by 1 of 6 completed requests, 1 of them by this alone",
                        "e2e<=2s was missed by 1 of 6 completed requests, 1 of them by this alone",
                        "1 request failed: HTTP error status",
                        "1 request failed: no answer before the first-byte deadline",
                        "1 request failed: error inside the stream",
                        "1 request failed: scheduled but never sent");
    }

    @Test
    void inconclusiveSaysHowManyMore() {
        GateResult result = judge(Runs.of(misses(100, 0)), SLO);
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reasons()).contains("about 199 more requests would settle it if the share stays as observed");

        assertThat(judge(Runs.of(misses(100, 1)), SLO).reasons())
                .contains("the observed share is so close to the target that no practical number of requests would"
                        + " settle it");

        // 280 good and 20 open: the open ones do not become misses by waiting.
        assertThat(judge(scheduled(300, misses(280, 0)), SLO).reasons())
                .anyMatch(reason -> reason.matches("about \\d{4} more requests would settle it .*"));
    }

    @Test
    void completedRequestsThatWereNotObservedAreNamed() {
        List<RequestTrace> traces = new ArrayList<>(misses(299, 0));
        traces.add(request(299).usage(5).completed());
        GateResult result = judge(Runs.of(traces), SLO);
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reasons())
                .contains("1 completed request lacks a time that the SLO bounds; whether they were good stays open");
    }

    /// What is written must not contradict the verdict: a bound just short of the target is not written as the target.
    @ParameterizedTest
    @CsvSource({
        "0.98999, 0.99, 98.99%, 98.999%",
        "0.99001, 0.99, 99.001%, 99.01%",
        "0.99, 0.99, 99.00%, 99.00%",
        "0.99999, 0.9, 99.99%, 100.00%",
        "0.999999, 1, 99.99%, 99.9999%",
        "1, 0.99, 100.00%, 100.00%",
        "0, 0.99, 0.00%, 0.00%",
        "0.994, 0.99, 99.40%, 99.40%",
        "0.99000004, 0.99, 99.000004%, 99.01%",
    })
    void percentages(double share, BigDecimal target, String down, String up) {
        assertThat(Percent.down(share, target)).isEqualTo(down);
        assertThat(Percent.up(share, target)).isEqualTo(up);
    }

    @Test
    void checksShowValuesAndLimits() {
        GateResult result = judge(Runs.of(population()), SLO);
        assertThat(result.checks().get(0)).satisfies(check -> {
            assertThat(check.kind()).isEqualTo(Check.Kind.OBJECTIVE);
            assertThat(check.name()).isEqualTo("goodput");
            assertThat(check.value()).isEqualTo(0.3);
            assertThat(check.limit()).isEqualTo(0.99);
            assertThat(check.ok()).isFalse();
        });
        assertThat(result.checks().get(1)).satisfies(check -> {
            assertThat(check.kind()).isEqualTo(Check.Kind.CONSTRAINT);
            assertThat(check.name()).isEqualTo("ttft<=500ms");
            assertThat(check.value()).isCloseTo(5.0 / 6, within(1e-15));
            assertThat(check.reason()).isEqualTo("kept by 5 of the 6 completed requests it applies to");
        });
    }

    /// 1 of 10 kept is a tenth: `1 - 0.9` in doubles is less.
    @Test
    void keptSharesAreExact() {
        GateResult result = judge(Runs.of(misses(10, 9)), SLO.withTarget(new BigDecimal("0.1")));
        assertThat(result.checks().get(1).value()).isEqualTo(0.1);
        assertThat(result.checks().get(1).ok()).isTrue();
    }

    /// `total` requests, the last `misses` of which are too slow to start: were they the first, the endpoint would look
    /// cold.
    private static List<RequestTrace> misses(int total, int misses) {
        return runOf(total - misses, misses, 0);
    }

    private static List<RequestTrace> runOf(int good, int missed, int failed) {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < good + missed + failed; i++) {
            traces.add(
                    i < good
                            ? answer(i, 300, 2, 310)
                            : i < good + missed
                                    ? answer(i, 900, 2, 910)
                                    : request(i).failed(FailureCategory.RESET));
        }
        return traces;
    }

    private static Run scheduled(long scheduled, List<RequestTrace> traces) {
        return Runs.of(Manifest.Status.INTERRUPTED, Runs.CLOSED_LOOP, scheduled, 1_000_000_000, null, traces);
    }

    private static RequestTrace answer(long index, double ttftMs, int tokens, double e2eMs) {
        return request(index).texts(tokens, ttftMs, e2eMs).usage(tokens).completed();
    }

    private static GateResult judge(Run run, Slo slo) {
        return Gate.judge(run, RunMetrics.of(run), slo);
    }
}
