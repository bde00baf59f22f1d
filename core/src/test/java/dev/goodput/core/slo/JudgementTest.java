package dev.goodput.core.slo;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement.Result;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.TraceBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JudgementTest {

    /// A limit is inclusive to the nanosecond, for every metric.
    @ParameterizedTest
    @CsvSource({
        "ttft, 500000000, 499999999",
        "ttat, 700000000, 699999999",
        "tpot, 100000000, 99999999",
        "itl_max, 200000000, 199999999",
        "e2e, 900000000, 899999999",
    })
    void theBoundItselfIsGood(String metric, long bound, long justBelow) {
        RequestTrace trace =
                request(0).reasoning(500).text(700).text(800).text(900).usage(5).completed();
        assertThat(judge(trace, metric + "<=" + bound + "ns").result()).isEqualTo(Result.GOOD);
        assertThat(judge(trace, metric + "<=" + justBelow + "ns").result()).isEqualTo(Result.MISSED);
    }

    @Test
    void namesEveryConstraintThatWasMissed() {
        RequestTrace trace = request(0).texts(11, 900, 1200).usage(11).completed();
        Judgement judgement = judge(trace, "ttft<=500ms, tpot<=15ms, e2e<=3s");
        assertThat(judgement.missed()).extracting(Constraint::toString).containsExactly("ttft<=500ms", "tpot<=15ms");
        assertThat(judgement.isGood()).isFalse();
    }

    /// One token: TPOT and gaps do not apply; 0 would be a lie, and infinity a punishment.
    @Test
    void aOneTokenAnswerHasNoTpot() {
        RequestTrace trace = request(0).text(200).usage(1).completed();
        assertThat(judge(trace, "tpot<=1ns, itl_max<=1ns").result()).isEqualTo(Result.GOOD);
        assertThat(judge(trace, "tpot<=1ns, ttft<=199ms").result()).isEqualTo(Result.MISSED);
    }

    @ParameterizedTest
    @CsvSource({
        "output_tokens<11, GOOD",
        "output_tokens<12, MISSED",
        "output_tokens<=10, GOOD",
        "output_tokens<=11, MISSED",
        "output_tokens>11, GOOD",
        "output_tokens>10, MISSED",
        "output_tokens>=12, GOOD",
        "output_tokens>=11, MISSED",
        "output_tokens==10, GOOD",
        "output_tokens==11, MISSED",
        "input_tokens<10, GOOD",
        "input_tokens<=10, MISSED",
    })
    void aConditionDecidesWhetherALimitApplies(String condition, Result result) {
        RequestTrace trace = request(0).texts(11, 900, 1200).usage(11).completed();
        assertThat(judge(trace, "ttft<=500ms when " + condition).result()).isEqualTo(result);
    }

    /// Nobody counted the prompt: a limit for short prompts and one for long ones both apply.
    @Test
    void unknownPromptLengthExcusesNothing() {
        RequestTrace trace = request(0).texts(11, 900, 1200).completed();
        assertThat(judge(trace, "ttft<=500ms when input_tokens<300").result()).isEqualTo(Result.MISSED);
        assertThat(judge(trace, "ttft<=500ms when input_tokens>=300").result()).isEqualTo(Result.MISSED);
    }

    /// No data is never good: a completed request whose TTFT nobody observed is open, whatever else it kept.
    @Test
    void whatWasNotObservedIsOpen() {
        RequestTrace noStart = request(0)
                .intendedNs(Stamp.UNKNOWN)
                .texts(11, 100, 200)
                .usage(11)
                .completed();
        assertThat(judge(noStart, "ttft<=500ms").result()).isEqualTo(Result.UNRESOLVED);
        assertThat(judge(noStart, "ttft<=500ms, tpot<=15ms").result()).isEqualTo(Result.UNRESOLVED);
        assertThat(judge(noStart, "tpot<=15ms").result()).isEqualTo(Result.GOOD);
        assertThat(judge(noStart, "ttft<=500ms, tpot<=5ms").result()).isEqualTo(Result.MISSED);
        assertThat(judge(noStart, "ttft<=500ms when output_tokens>100").result())
                .isEqualTo(Result.GOOD);

        RequestTrace onlyReasoning = request(0).reasoning(100).reasoning(200).completed();
        assertThat(judge(onlyReasoning, "ttft<=500ms").result()).isEqualTo(Result.GOOD);
        assertThat(judge(onlyReasoning, "ttat<=500ms").result()).isEqualTo(Result.UNRESOLVED);
        assertThat(judge(request(0).usage(5).completed(), "ttft<=500ms, e2e<=1s")
                        .result())
                .isEqualTo(Result.UNRESOLVED);
    }

    /// A failure of the endpoint is a miss however fast it came; one of the client or the user leaves the fate open.
    @ParameterizedTest
    @EnumSource(FailureCategory.class)
    void failuresAreMissesUnlessTheyAreOurs(FailureCategory category) {
        RequestTrace trace = request(0).texts(11, 100, 200).failed(category);
        Result expected = switch (category.side()) {
            case SERVER, NETWORK -> Result.FAILED;
            case CLIENT, USER -> Result.UNRESOLVED;
        };
        Judgement judgement = judge(trace, "ttft<=500ms, tpot<=15ms, e2e<=2s");
        assertThat(judgement.result()).isEqualTo(expected);
        assertThat(judgement.missed()).isEmpty();
    }

    /// Stopped by the user: only what no further token could mend is a miss.
    @ParameterizedTest
    @CsvSource({
        "ttft<=199ms, FAILED",
        "ttft<=200ms, UNRESOLVED",
        "e2e<=399ms, FAILED",
        "e2e<=400ms, UNRESOLVED",
        "itl_max<=19ms, FAILED",
        "itl_max<=20ms, UNRESOLVED",
        "tpot<=1ms, UNRESOLVED",
        "ttft<=199ms when output_tokens<300, UNRESOLVED",
        "ttft<=199ms when output_tokens==11, UNRESOLVED",
        "ttft<=199ms when output_tokens>=11, FAILED",
        "ttft<=199ms when output_tokens>11, UNRESOLVED",
        "ttft<=199ms when input_tokens<100, FAILED",
    })
    void stoppedHalfWay(String slo, Result result) {
        RequestTrace trace = request(0).asked(50).texts(11, 200, 400).ended(450).failed(FailureCategory.CANCELLED);
        assertThat(judge(trace, slo).result()).isEqualTo(result);
    }

    /// Stopped before any token: it had waited 450 ms already.
    @ParameterizedTest
    @CsvSource({
        "ttft<=449ms, FAILED",
        "ttft<=450ms, UNRESOLVED",
        "ttat<=449ms, FAILED",
        "e2e<=449ms, FAILED",
        "e2e<=450ms, UNRESOLVED",
        "tpot<=1ms, UNRESOLVED",
        "itl_max<=1ms, UNRESOLVED",
    })
    void stoppedWhileWaiting(String slo, Result result) {
        RequestTrace trace = request(0).role(100).ended(450).failed(FailureCategory.CANCELLED);
        assertThat(judge(trace, slo).result()).isEqualTo(result);
    }

    /// What this client broke says nothing about waiting; nor does what it never sent.
    @Test
    void ourOwnFaultsWaitForNothing() {
        RequestTrace trace = request(0).ended(450).failed(FailureCategory.CLIENT_ERROR);
        assertThat(judge(trace, "ttft<=1ms").result()).isEqualTo(Result.UNRESOLVED);
        assertThat(judge(TraceBuilder.neverSent(0), "ttft<=1ms").result()).isEqualTo(Result.UNRESOLVED);
    }

    @Test
    void sizesAndSignsAreFoundByWhatIsWritten() {
        assertThat(Condition.Size.byId("output_tokens")).contains(Condition.Size.OUTPUT_TOKENS);
        assertThat(Condition.Comparison.bySign("=>")).isEmpty();
        assertThat(TimeMetric.byId("tpot")).contains(TimeMetric.TPOT);
    }

    private static Judgement judge(RequestTrace trace, String constraints) {
        return Judgement.of(trace, Reading.of(trace, Dialect.GOODPUT), SloParser.inline(constraints, "test"));
    }
}
