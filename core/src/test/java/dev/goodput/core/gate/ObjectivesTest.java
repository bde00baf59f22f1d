package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectivesTest {

    private static Slo slo(String text) {
        return SloParser.inline(text, "test").withDependence(Dependence.INDEPENDENT);
    }

    private static List<RequestTrace> requests(int count, IntFunction<RequestTrace> of) {
        return IntStream.range(0, count).mapToObj(of).toList();
    }

    private static RequestTrace answer(int index, double ttftMs) {
        return request(index).text(ttftMs).usage(1).completed();
    }

    private static RequestTrace failed(int index) {
        return request(index).ended(50).failed(FailureCategory.HTTP_STATUS);
    }

    private static RequestTrace of(RequestTrace trace, String requestClass) {
        return new RequestTrace(
                trace.index(),
                trace.id(),
                new Asked(10, 10, requestClass),
                trace.timeline(),
                trace.chunks(),
                trace.usage(),
                trace.outcome());
    }

    private static GateResult judge(List<RequestTrace> traces, Slo slo) {
        Run run = Runs.of(traces);
        return Gate.judge(run, RunMetrics.of(run), slo);
    }

    private static ObjectiveResult only(GateResult result) {
        assertThat(result.objectives()).hasSize(1);
        return result.objectives().getFirst();
    }

    /// 299 requests carry a P99 at 95 %, and none of them may miss; 298 carry none.
    @Test
    void aPercentileTakesAsManyRequestsAsItNeeds() {
        Slo slo = slo("ttft<=2s, p99(ttft)<=500ms");
        assertThat(only(judge(requests(299, i -> answer(i, 400)), slo)).verdict())
                .isEqualTo(Verdict.PASS);
        GateResult fewer = judge(requests(298, i -> answer(i, 400)), slo);
        assertThat(only(fewer).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(fewer.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(only(fewer).reason())
                .isEqualTo("p99(ttft)<=500ms needs at least 299 requests at 95% confidence, and there are 298: with"
                        + " fewer even the slowest of them says nothing about it");
        // So few can still show that it is missed.
        GateResult slow = judge(requests(20, i -> answer(i, 900)), slo);
        assertThat(only(slow).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(slow.verdict()).isEqualTo(Verdict.FAIL);
    }

    /// A percentile is kept exactly when that share of requests is within the limit, failed ones being outside of it.
    @Test
    void failedRequestsAreBeyondEveryPercentile() {
        List<RequestTrace> traces = new ArrayList<>(requests(295, i -> answer(i, 400)));
        traces.addAll(IntStream.range(295, 300).mapToObj(ObjectivesTest::failed).toList());
        ObjectiveResult result = only(judge(traces, slo("ttft<=2s, p90(ttft)<=500ms")));
        assertThat(Objects.requireNonNull(result.shown()).good()).isEqualTo(295);
        assertThat(Objects.requireNonNull(result.shown()).corrected().lower())
                .isEqualTo(BinomialBounds.lower(295, 300, Confidence.P95));
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.value()).as("of completed requests").isEqualTo(400e6);
        assertThat(result.reason()).startsWith("295 of 300 requests were within 500ms (98.33%)");
    }

    @Test
    void allObjectivesMustBeShownAndOneShownToBeMissedFails() {
        List<RequestTrace> traces = requests(400, i -> i % 4 == 0 ? answer(i, 700) : answer(i, 400));
        GateResult result = judge(traces, slo("ttft<=2s, p50(ttft)<=500ms, p90(ttft)<=500ms"));
        assertThat(result.objectives())
                .extracting(ObjectiveResult::verdict)
                .containsExactly(Verdict.PASS, Verdict.FAIL);
        assertThat(result.goodput().share()).isEqualTo(1);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.checks().stream()
                        .filter(check -> check.kind() == Check.Kind.OBJECTIVE)
                        .map(Check::name))
                .containsExactly("goodput", "p50(ttft)<=500ms", "p90(ttft)<=500ms");
    }

    /// Two objectives: each may fail the run, so each needs 97.5 %. 10 misses of 500 fail 99 % at 95 %, not at 97.5 %.
    @Test
    void failTakesMoreWhereMoreThanOneObjectiveMayFail() {
        List<RequestTrace> traces = requests(500, i -> i % 50 == 0 ? answer(i, 700) : answer(i, 400));
        assertThat(judge(traces, slo("ttft<=500ms")).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judge(traces, slo("ttft<=500ms, p50(ttft)<=500ms")).verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void anErrorRateIsTheShareOfFailedRequests() {
        List<RequestTrace> traces = requests(1000, i -> i < 2 ? failed(i) : answer(i, 400));
        ObjectiveResult result = only(judge(traces, slo("ttft<=500ms, error_rate<=1%")));
        assertThat(result.value()).isCloseTo(0.002, within(1e-12));
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.upper()).isCloseTo(1 - BinomialBounds.lower(998, 1000, Confidence.P95), within(1e-12));
        assertThat(only(judge(traces, slo("ttft<=500ms, error_rate<=0.01%"))).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void objectivesOfOneClassLookAtThatClassOnly() {
        List<RequestTrace> traces =
                requests(800, i -> i % 2 == 0 ? of(answer(i, 400), "chat") : of(answer(i, 700), "agent"));
        Slo slo = slo("ttft<=500ms, goodput>=40%, goodput>=90% when class == \"chat\","
                + " goodput>=90% when class == \"agent\"");
        GateResult result = judge(traces, slo);
        assertThat(result.objectives())
                .extracting(ObjectiveResult::verdict)
                .containsExactly(Verdict.PASS, Verdict.FAIL);
        assertThat(result.objectives())
                .allSatisfy(objective -> assertThat(
                                Objects.requireNonNull(objective.shown()).total())
                        .isEqualTo(400));
    }

    @Test
    void anObjectiveAboutNoRequestIsInvalid() {
        GateResult result = judge(
                requests(400, i -> of(answer(i, 400), "chat")),
                slo("ttft<=500ms, p50(ttft)<=500ms when class == \"voice\""));
        assertThat(only(result).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(only(result).reason()).endsWith("is about no request of this run");
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
    }

    /// Open loop: the schedule sets the rate, so the bounds of the share carry over. 1,000 requests in 50 s are 20/s.
    @Test
    void aRateOfAnOpenLoopIsItsShareTimesTheOfferedRate() {
        Run run = Runs.of(
                Manifest.Status.COMPLETE,
                Runs.POISSON,
                1000,
                50_000_000_000L,
                null,
                requests(1000, i -> answer(i, i < 50 ? 700 : 400)));
        GateResult result = Gate.judge(run, RunMetrics.of(run), slo("ttft<=500ms, goodput_rate>=18/s"));
        assertThat(only(result).value()).isEqualTo(19);
        assertThat(only(result).lower()).isCloseTo(20 * BinomialBounds.lower(950, 1000, Confidence.P95), within(1e-9));
        assertThat(only(result).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void groupsTakeTheRunApart() {
        List<RequestTrace> traces =
                requests(300, i -> i % 3 == 0 ? of(answer(i, 700), "agent") : of(answer(i, 400), "chat"));
        Slo base = slo("ttft<=500ms");
        Slo slo = new Slo(
                base.name(),
                base.constraints(),
                base.objectives(),
                base.notApplicable(),
                base.target(),
                base.confidence(),
                base.dependence(),
                List.of(dev.goodput.core.slo.Grouping.CLASS, dev.goodput.core.slo.Grouping.OUTPUT_TOKENS),
                null,
                base.provenance());
        assertThat(judge(traces, slo).groups())
                .extracting(group -> group.by() + " " + group.label() + " " + group.good() + "/" + group.total())
                .containsExactly("class agent 0/100", "class chat 200/200", "output_tokens 1–100 tokens 200/300");
    }
}
