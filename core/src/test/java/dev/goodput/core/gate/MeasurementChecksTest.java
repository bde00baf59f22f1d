package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Each reason for which a run of nothing but good requests is INVALID all the same, and how far it may go before.
class MeasurementChecksTest {
    private static final Slo SLO =
            SloParser.inline("ttft<=500ms, tpot<=15ms", "test").withDependence(Dependence.INDEPENDENT);

    @Test
    void nothingToHoldAgainstIt() {
        GateResult result = judge(run(Runs.POISSON, health(0), good(300, 0)));
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.checks())
                .filteredOn(check -> check.kind() == Check.Kind.MEASUREMENT)
                .hasSize(5)
                .allMatch(Check::ok);
    }

    @Test
    void noData() {
        assertInvalid(judge(run(Runs.CLOSED_LOOP, null, List.of())), "the run holds no request");
    }

    /// Requests whose fate is open are no data either, however many.
    @Test
    void noDecidedRequest() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            traces.add(
                    i % 2 == 0
                            ? TraceBuilder.neverSent(i)
                            : request(i).ended(100).failed(FailureCategory.CANCELLED));
        }
        assertInvalid(
                judge(run(Runs.CLOSED_LOOP, null, traces)),
                "0 of 10 scheduled requests came to an end that can be judged");
    }

    @ParameterizedTest
    @EnumSource(Manifest.Status.class)
    void cutShort(Manifest.Status status) {
        Run run = Runs.of(status, Runs.CLOSED_LOOP, 300, 1_000_000_000, null, good(300, 0));
        switch (status) {
            case RUNNING ->
                assertInvalid(
                        judge(run),
                        "the run was cut short (killed, or still running): what was in flight is missing, and slow"
                                + " answers with it");
            case COMPLETE, INTERRUPTED -> assertThat(judge(run).verdict()).isEqualTo(Verdict.PASS);
        }
    }

    /// One percent of failures on the client's side is the most that says something about the endpoint still.
    @Test
    void clientFailures() {
        List<RequestTrace> traces = good(990, 0);
        for (int i = 0; i < 10; i++) {
            traces.add(request(990 + i).failed(FailureCategory.CLIENT_RESOURCES));
        }
        assertThat(judge(run(Runs.CLOSED_LOOP, null, traces)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        traces.add(request(1000).failed(FailureCategory.STALE_CONNECTION));
        assertInvalid(judge(run(Runs.CLOSED_LOOP, null, traces)), "11 of 1001 requests failed on the client's side");
    }

    /// 2 % of the TTFT limit, here 10 ms, may be added by sending late; in a closed loop waiting is no lateness.
    @Test
    void lateSends() {
        assertThat(judge(run(Runs.POISSON, null, good(300, 10))).verdict()).isEqualTo(Verdict.PASS);
        assertInvalid(
                judge(run(Runs.POISSON, null, good(300, 10.1))),
                "99% of requests left at most 10.1 ms after their intended start (limit 10.0 ms)");
        assertThat(judge(run(Runs.CLOSED_LOOP, null, good(300, 200))).verdict()).isEqualTo(Verdict.PASS);
        Manifest.Schedule capped = new Manifest.Schedule(Manifest.Schedule.POISSON, 8, 20, 1);
        assertThat(judge(run(capped, null, good(300, 200))).verdict()).isEqualTo(Verdict.PASS);
    }

    /// A tight TTFT limit does not make the timers of an operating system better than 5 ms.
    @Test
    void lateSendsUnderATightOrAbsentLimit() {
        for (String constraints : new String[] {"ttft<=100ms", "tpot<=15ms"}) {
            Slo slo = SloParser.inline(constraints, "test").withDependence(Dependence.INDEPENDENT);
            assertThat(judge(run(Runs.POISSON, null, good(300, 5)), slo).verdict())
                    .isEqualTo(Verdict.PASS);
            assertThat(judge(run(Runs.POISSON, null, good(300, 5.1)), slo).verdict())
                    .isEqualTo(Verdict.INVALID);
        }
    }

    /// An overloaded client makes late requests, and those are the ones that fail.
    @Test
    void lateSendsOfFailedRequestsCount() {
        List<RequestTrace> traces = good(290, 0);
        for (int i = 290; i < 300; i++) {
            traces.add(request(i).started(400).ended(900).failed(FailureCategory.TOTAL_TIMEOUT));
        }
        assertInvalid(
                judge(run(Runs.POISSON, null, traces)),
                "99% of requests left at most 400.0 ms after their intended start (limit 10.0 ms)");
    }

    /// Late stamps may come to half the per-token limit, and to 10 ms where that is less.
    @ParameterizedTest
    @CsvSource({
        "tpot<=15ms, 10, PASS",
        "tpot<=15ms, 10.1, INVALID",
        "tpot<=40ms, 20, PASS",
        "tpot<=40ms, 20.1, INVALID",
        "ttft<=500ms, 10.1, INVALID",
    })
    void loopLag(String constraints, double lagMs, Verdict verdict) {
        GateResult result = judge(
                run(Runs.CLOSED_LOOP, health(lagMs), good(300, 0)),
                SloParser.inline(constraints, "test").withDependence(Dependence.INDEPENDENT));
        assertThat(result.verdict()).isEqualTo(verdict);
    }

    @Test
    void loopLagIsSaid() {
        assertInvalid(
                judge(run(Runs.CLOSED_LOOP, health(25), good(300, 0))),
                "the client's event loops lagged by 25.0 ms at P99 (limit 10.0 ms)");
    }

    /// All requests are good because none has the metric: that shows nothing. Under a condition it may be meant so.
    @Test
    void aConstraintThatNothingWasPutTo() {
        List<RequestTrace> oneToken = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            oneToken.add(request(i).text(100).usage(1).completed());
        }
        Run run = run(Runs.CLOSED_LOOP, null, oneToken);
        assertInvalid(judge(run), "tpot<=15ms applied to no completed request: the run shows nothing about it");
        assertThat(judge(run, SloParser.inline("ttft<=500ms", "test").withDependence(Dependence.INDEPENDENT))
                        .verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(judge(
                                run,
                                SloParser.inline("ttft<=500ms, tpot<=15ms when output_tokens>1", "test")
                                        .withDependence(Dependence.INDEPENDENT))
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    /// Every request failing is the endpoint's fault, and a FAIL: nothing could be put to the test.
    @Test
    void everythingFailing() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            traces.add(request(i).failed(FailureCategory.HTTP_STATUS));
        }
        assertThat(judge(run(Runs.CLOSED_LOOP, null, traces)).verdict()).isEqualTo(Verdict.FAIL);
    }

    private static List<RequestTrace> good(int count, double lateMs) {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            traces.add(request(i)
                    .started(lateMs)
                    .texts(2, lateMs + 50, lateMs + 60)
                    .usage(2)
                    .completed());
        }
        return traces;
    }

    private static ClientHealth health(double lagP99Ms) {
        return new ClientHealth(TraceBuilder.ns(lagP99Ms), TraceBuilder.ns(lagP99Ms), 0, 0, 0.1, 100, 100);
    }

    private static Run run(Manifest.Schedule schedule, @Nullable ClientHealth health, List<RequestTrace> traces) {
        return Runs.of(Manifest.Status.COMPLETE, schedule, traces.size(), 1_000_000_000, health, traces);
    }

    private static void assertInvalid(GateResult result, String reason) {
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons().getFirst()).isEqualTo(reason);
    }

    private static GateResult judge(Run run) {
        return judge(run, SLO);
    }

    private static GateResult judge(Run run, Slo slo) {
        return Gate.judge(run, RunMetrics.of(run), slo);
    }
}
