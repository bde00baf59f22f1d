package dev.goodput.core.slo;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement.Result;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Runs;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Limits that depend on the request or on a baseline, conditions, and metrics that a request lacks.
class ClausesTest {

    /// 1000 tokens in and 11 out: limits of 200 + 0.05 * 1000 = 250 ms, and of 100 + 20 * 11 = 320 ms.
    @ParameterizedTest
    @CsvSource({
        "250, ttft<=200ms + 0.05ms * input_tokens, GOOD",
        "251, ttft<=200ms + 0.05ms * input_tokens, MISSED",
        "320, ttft<=100ms + 20ms * output_tokens, GOOD",
        "321, ttft<=100ms + 20ms * output_tokens, MISSED",
        "220, ttft<=20ms * output_tokens, GOOD",
        "221, ttft<=20ms * output_tokens, MISSED",
    })
    void limitsThatGrowWithTheRequest(double ttftMs, String slo, Result result) {
        RequestTrace trace =
                request(0).asked(1000).texts(11, ttftMs, ttftMs + 100).completed();
        assertThat(judge(trace, slo)).isEqualTo(result);
    }

    /// A limit of which a part is not known is no limit that was kept.
    @Test
    void aLimitThatIsNotKnownLeavesTheRequestOpen() {
        RequestTrace trace = request(0).texts(11, 100, 200).completed();
        assertThat(judge(trace, "ttft<=200ms + 0.05ms * input_tokens")).isEqualTo(Result.UNRESOLVED);
        assertThat(judge(trace, "ttft<=3 * baseline")).isEqualTo(Result.UNRESOLVED);
    }

    /// Stopped at 450 ms without a token: a limit that further output could have moved is open.
    @ParameterizedTest
    @CsvSource({
        "ttft<=200ms + 0.05ms * input_tokens, FAILED",
        "ttft<=400ms + 0.05ms * input_tokens, UNRESOLVED",
        "ttft<=1ms + 1ms * output_tokens, UNRESOLVED",
        "ttft<=1ms when class==chat, FAILED",
        "ttft<=1ms when class==agent, UNRESOLVED",
        "ttft<=1ms when class==chat and output_tokens<300, UNRESOLVED",
    })
    void stoppedWhileWaiting(String slo, Result result) {
        RequestTrace trace = request(0).asked(1000).ofClass("chat").ended(450).failed(FailureCategory.CANCELLED);
        assertThat(judge(trace, slo)).isEqualTo(result);
    }

    /// The median TTFT of the baseline is 200 ms.
    @ParameterizedTest
    @CsvSource({
        "300, ttft<=1.5 * baseline, GOOD",
        "301, ttft<=1.5 * baseline, MISSED",
        "300, output_tokens_per_second>=1 * baseline, MISSED",
        "200, output_tokens_per_second>=1 * baseline, GOOD",
    })
    void multiplesOfABaseline(double ttftMs, String text, Result result) {
        List<RequestTrace> traces = IntStream.of(100, 200, 900)
                .mapToObj(ms -> request(ms).texts(11, ms, ms + 100).usage(11).completed())
                .toList();
        Slo slo = SloParser.inline(text, "test");
        assertThat(slo.needsBaseline()).isTrue();
        Slo resolved = slo.against(Baseline.of("base", Runs.of(traces)));
        assertThat(resolved.needsBaseline()).isFalse();
        assertThat(resolved.clauseText()).isEqualTo(slo.clauseText());
        RequestTrace trace =
                request(0).texts(11, ttftMs, ttftMs + 100).usage(11).completed();
        assertThat(Judgement.of(trace, Reading.of(trace, Dialect.GOODPUT), resolved)
                        .result())
                .isEqualTo(result);
    }

    @Test
    void percentilesCanBeMultiplesToo() {
        Slo slo = SloParser.inline("p99(ttft)<=3 * baseline", "test");
        assertThat(slo.needsBaseline()).isTrue();
        Slo resolved = slo.against(new Baseline("base", Map.of(TimeMetric.TTFT, 200e6)));
        assertThat(resolved.objectives())
                .singleElement()
                .isInstanceOfSatisfying(
                        Objective.Percentile.class,
                        percentile -> assertThat(percentile.limitNs()).isEqualTo(600e6));
        assertThatThrownBy(() -> slo.against(new Baseline("runs/base", Map.of())))
                .isInstanceOf(SloException.class)
                .hasMessage("baseline runs/base: no completed request of it has ttft, so nothing can be 3 * baseline");
    }

    /// A class that nobody told excuses nothing; conditions joined by `and` must all hold.
    @ParameterizedTest
    @CsvSource({
        "chat, class==chat, MISSED",
        "chat, class==agent, GOOD",
        ", class==chat, MISSED",
        "chat, class==chat and output_tokens<12, MISSED",
        "chat, class==chat and output_tokens<11, GOOD",
        "chat, class==agent and output_tokens<12, GOOD",
    })
    void conditions(String requestClass, String condition, Result result) {
        RequestTrace trace =
                request(0).ofClass(requestClass).texts(11, 900, 1000).completed();
        assertThat(judge(trace, "ttft<=500ms when " + condition)).isEqualTo(result);
    }

    /// One token has no TPOT. What that means is written in the SLO; a broken constraint and a failure stay
    /// what they are.
    @ParameterizedTest
    @CsvSource({
        "GOOD, GOOD, MISSED, FAILED, UNRESOLVED",
        "BAD, MISSED, MISSED, FAILED, UNRESOLVED",
        "EXCLUDED, EXCLUDED, MISSED, FAILED, UNRESOLVED",
    })
    void notApplicable(NotApplicable rule, Result oneToken, Result slow, Result failed, Result cancelled) {
        assertThat(judge(request(0).text(200).usage(1).completed(), rule)).isEqualTo(oneToken);
        assertThat(judge(request(0).text(900).usage(1).completed(), rule)).isEqualTo(slow);
        assertThat(judge(request(0).text(200).usage(1).failed(FailureCategory.CUT), rule))
                .isEqualTo(failed);
        assertThat(judge(request(0).text(200).usage(1).failed(FailureCategory.CANCELLED), rule))
                .isEqualTo(cancelled);
        // Two tokens have one.
        assertThat(judge(request(0).texts(2, 200, 210).usage(2).completed(), rule))
                .isEqualTo(Result.GOOD);
        // Out of reach of the condition the rule says nothing.
        RequestTrace oneTokenAnswer = request(0).text(200).usage(1).completed();
        Slo conditional = withRule("ttft<=500ms, tpot<=15ms when output_tokens>1", rule);
        assertThat(Judgement.of(oneTokenAnswer, Reading.of(oneTokenAnswer, Dialect.GOODPUT), conditional)
                        .result())
                .isEqualTo(Result.GOOD);
    }

    /// What should be there and was not seen is open under every rule.
    @ParameterizedTest
    @CsvSource({"GOOD", "BAD", "EXCLUDED"})
    void unobservedIsNotNotApplicable(NotApplicable rule) {
        RequestTrace unseen = request(0).usage(5).completed();
        assertThat(judge(unseen, rule)).isEqualTo(Result.UNRESOLVED);
    }

    /// A failed answer may have become any length from its own on.
    @ParameterizedTest
    @CsvSource({
        "output_tokens<300, true, false",
        "output_tokens<11, false, false",
        "output_tokens>=300, true, true",
        "output_tokens==11, true, false",
        "output_tokens==10, false, false",
        "class==chat, true, true",
        "class==agent, false, false",
    })
    void objectivesCover(String condition, boolean failed, boolean long400) {
        Objective objective = SloParser.clauses("error_rate<=1% when " + condition, "test")
                .objectives()
                .getFirst();
        RequestTrace cut =
                request(0).ofClass("chat").texts(11, 100, 200).usage(11).failed(FailureCategory.CUT);
        RequestTrace whole =
                request(0).ofClass("chat").texts(11, 100, 200).usage(400).completed();
        assertThat(objective.covers(Observation.of(cut, Reading.of(cut, Dialect.GOODPUT))))
                .isEqualTo(failed);
        assertThat(objective.covers(Observation.of(whole, Reading.of(whole, Dialect.GOODPUT))))
                .isEqualTo(long400);
    }

    private static Slo withRule(String text, NotApplicable rule) {
        Slo slo = SloParser.inline(text, "test");
        return new Slo(
                slo.name(),
                slo.constraints(),
                slo.objectives(),
                rule,
                slo.target(),
                slo.confidence(),
                slo.dependence(),
                slo.per(),
                slo.baseline(),
                slo.provenance());
    }

    private static Result judge(RequestTrace trace, NotApplicable rule) {
        return Judgement.of(trace, Reading.of(trace, Dialect.GOODPUT), withRule("ttft<=500ms, tpot<=15ms", rule))
                .result();
    }

    private static Result judge(RequestTrace trace, String slo) {
        return Judgement.of(trace, Reading.of(trace, Dialect.GOODPUT), SloParser.inline(slo, "test"))
                .result();
    }
}
