package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        out.reset();
        err.reset();
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private JsonNode json() {
        return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    }

    /// Without a miss expected, 299 independent requests show 99 % at 95 % (the first entry of MLPerf's table at that
    /// confidence), and 3,500 hold the 35 expected misses that correlated ones take.
    @Test
    void aPerfectEndpointTakes299IndependentRequestsOr3500() {
        assertThat(run("plan", "--slo", "ttft<=500ms, goodput>=99%", "--expect", "100%", "--json"))
                .isZero();
        JsonNode objective = json().get("objectives").get(0);
        assertThat(objective.get("independent").asInt()).isEqualTo(299);
        assertThat(objective.get("one_run").asInt()).isEqualTo(3500);
        assertThat(objective.get("never").asBoolean()).isFalse();
    }

    @Test
    void whatDoesNotExceedItsTargetIsNeverShown() {
        assertThat(run("plan", "--slo", "ttft<=500ms, goodput>=98%", "--expect", "98%"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Never:")
                .contains("the 98% expected do not exceed the 98% required");
    }

    @Test
    void minutesComeFromTheLoad() {
        assertThat(run(
                        "plan",
                        "--slo",
                        "ttft<=500ms, goodput>=99%",
                        "--expect",
                        "100%",
                        "--concurrency",
                        "30",
                        "--e2e",
                        "3s"))
                .isZero();
        // 3,500 requests at 10 a second.
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Plan for 3,500 requests in about 5.8 min")
                .contains("30 rounds");
    }

    /// The chances of every number of requests add up, and more requests bring more certainty.
    @Test
    void chancesAddUp() {
        assertThat(run(
                        "plan",
                        "--slo",
                        "ttft<=500ms, goodput>=95%",
                        "--expect",
                        "98%",
                        "--assume-independent",
                        "--stop-early",
                        "--json"))
                .isZero();
        JsonNode objective = json().get("objectives").get(0);
        double before = 0;
        for (JsonNode chance : objective.get("chances")) {
            assertThat(chance.get("pass").asDouble()
                            + chance.get("fail").asDouble()
                            + chance.get("inconclusive").asDouble())
                    .isBetween(0.999999, 1.000001);
            if (chance.get("requests").asInt() == objective.get("independent").asInt()) {
                assertThat(chance.get("pass").asDouble()).isGreaterThanOrEqualTo(0.8);
            }
            before = Math.max(before, chance.get("pass").asDouble());
        }
        assertThat(before).isGreaterThan(0.95);
        // A broken endpoint is found out long before the end.
        JsonNode broken = objective.get("early").get(2);
        assertThat(broken.get("mean_requests").asDouble())
                .isLessThan(broken.get("most_requests").asDouble() / 2);
    }

    @Test
    void everyObjectiveIsPlanned() {
        assertThat(run(
                        "plan",
                        "--slo",
                        "ttft<=500ms, p99(ttft)<=800ms, error_rate<=0.1%, goodput_rate>=3/s, goodput>=99%",
                        "--expect",
                        "99.8%",
                        "--expect",
                        "p99(ttft)=99.9%",
                        "--expect",
                        "error_rate=0.01%"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("p99(ttft)<=800ms", "error_rate<=0.1%", "goodput_rate>=3/s is not planned")
                .contains("99.9%", "99.99%");
    }

    @Test
    void anEarlierRunSaysWhatToExpect(@TempDir Path temp) {
        Path earlier = temp.resolve("run");
        assertThat(run("simulate", "--requests", "800", "--out", "" + earlier)).isZero();
        assertThat(run("plan", "--like", "" + earlier, "--slo", "ttft<=2s, goodput>=80%", "--rate", "10/s", "--json"))
                .as(err::toString)
                .isZero();
        assertThat(json().get("design_effect").asDouble()).isGreaterThanOrEqualTo(1);
        assertThat(json().at("/objectives/0/expected").asDouble()).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --slo ttft<=1s                                       | say what you expect: --expect
            --expect 99%                                         | a verdict on what?
            --slo ttft<=1s --expect 99%,9                        | %
            --slo ttft<=1s --expect 99.5% --concurrency 4        | go together
            --slo ttft<=1s --expect 99.5% --power 100%           | --power must lie between
            --slo ttft<=1s --expect 99.5% --design-effect 0.5    | --design-effect must be 1 to
            --slo ttft<=1s --expect p99(ttft)=99.5%              | the SLO has no objective 'p99(ttft)'
            """)
    void mistakesAreAnsweredInOneLine(String args, String message) {
        assertThat(run(("plan " + args.strip()).split(" +", -1))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .hasSize(1)
                .first()
                .asString()
                .contains(message);
    }
}
