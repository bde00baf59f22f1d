package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ClaimReportTest {

    @Test
    void aBareThroughputLeavesNearlyEverythingOut() {
        assertThat(ClaimGap.of(claim("15,000 tok/s on H100")))
                .contains(ClaimGap.GOODPUT, ClaimGap.PERCENTILES, ClaimGap.SCOPE, ClaimGap.DIRECTION)
                .doesNotContain(ClaimGap.HARDWARE)
                .hasSize(ClaimGap.values().length - 1);
    }

    @Test
    void aMeanIsNoPercentile() {
        assertThat(ClaimGap.of(claim("mean TTFT 200 ms"))).contains(ClaimGap.PERCENTILES);
        assertThat(ClaimGap.of(claim("P50 TTFT 200 ms"))).contains(ClaimGap.PERCENTILES);
        assertThat(ClaimGap.of(claim("P99 TTFT 200 ms")))
                .doesNotContain(ClaimGap.PERCENTILES, ClaimGap.SCOPE, ClaimGap.DIRECTION);
    }

    /// 15,000 / 64 = 234.4 tokens/s each, one every 64/15,000 s = 4.27 ms; 15,000 / 128 = 117.2 requests/s; by Little's
    /// law 64 / 117.2 = 546 ms.
    @Test
    void whatFollowsFromARate() {
        assertThat(values("15,000 output tok/s on 8xH100, batch 64, 1024 in, 128 out"))
                .containsExactly(
                        "each GPU: 1,875 tokens/s",
                        "each user, at 64 in flight: 234 tokens/s, one every 4.27 ms",
                        "requests: 117 requests/s",
                        "mean E2E: 546 ms");
        assertThat(values("3,000 tok/s per GPU on 8xH100 at concurrency 64"))
                .contains("in all: 24,000 tokens/s", "each user, at 64 in flight: 375 tokens/s, one every 2.67 ms");
    }

    @Test
    void whatFollowsFromASpeedALatencyAndAPrefillRate() {
        assertThat(values("50 tok/s/user with 200 users"))
                .containsExactly("time between tokens: 20.0 ms", "in all: 10,000 tokens/s");
        // Little's law the other way: 12 × 4 s.
        assertThat(values("12 req/s, mean E2E 4 s")).containsExactly("requests in flight: 48.0");
        // 162 + 127 × 7.33 ms (the identity of the reference's worked example).
        assertThat(values("TTFT 162 ms, TPOT 7.33 ms, 128 output tokens"))
                .containsExactly("a user's speed: 136 tokens/s", "E2E of 128 tokens: 1,093 ms");
        assertThat(values("50k prefill tok/s")).containsExactly("users: nothing");
    }

    /// By hand from the golden run: TPOT 5 × 7 and 20 ms, so P99 7 + 0.95 × 13; TTFT 80 and 100…600 ms, P99 500 + 0.94
    /// × 100.
    @Test
    void aRunSaysWhatTheClaimDoesNot() {
        ReportInput input = SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET);
        ClaimReport report = new ClaimReport(claim("15,000 tok/s, P99 TTFT 450 ms"), Optional.of(input));
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.at("/schema").asString()).isEqualTo("goodput.claims/1");
        assertThat(json.at("/run/verdict").asString()).isEqualTo("FAIL");
        assertThat(number(json, "facts", "goodput")).isEqualTo(0.75, within(1e-9));
        assertThat(number(json, "facts", "a user's speed, P50")).isEqualTo(1000 / 7.0, within(1e-9));
        assertThat(number(json, "facts", "slowest 1% of users")).isEqualTo(1000 / 19.35, within(1e-9));
        assertThat(number(json, "facts", "TTFT P99")).isEqualTo(594, within(1e-9));
        double ours = json.at("/run/definitions/0/value").asDouble();
        assertThat(ours).isEqualTo(input.metrics().throughput().outputTokensPerSecond(), within(1e-6));
        String terminal = report.terminal(TerminalStyle.PLAIN);
        assertThat(terminal)
                .contains("as measured by", "LLMPerf", "GenAI-Perf", "with prompt tokens", "FAIL: goodput 75.00%");
        assertThat(terminal.lines().mapToInt(String::length).max().orElse(0)).isLessThanOrEqualTo(100);
    }

    @Test
    void withoutAnSloTheRunHasNoGoodputAndSaysSo() {
        ReportInput input = SampleRuns.judged(SampleRuns.golden());
        ClaimReport report = new ClaimReport(claim("40 tok/s/user"), Optional.of(input));
        assertThat(report.terminal(TerminalStyle.PLAIN)).contains("No goodput: the run has no SLO");
        assertThat(report.json()).contains("\"verdict\": null");
    }

    @Test
    void anEmptyRunIsNoAccident() {
        ClaimReport report = new ClaimReport(
                claim("40 tok/s/user, P99 TTFT 1 s"),
                Optional.of(SampleRuns.judged(SampleRuns.empty(), SampleRuns.TARGET)));
        assertThat(report.terminal(TerminalStyle.PLAIN)).doesNotContain("NaN");
        assertThat(report.json()).doesNotContain("NaN");
    }

    private static double number(JsonNode json, String part, String what) {
        for (JsonNode row : json.at("/run/" + part)) {
            if (row.get("what").asString().equals(what)) {
                return row.get("value").asDouble();
            }
        }
        throw new AssertionError("no " + what + " in " + json.at("/run/" + part));
    }

    private static Claim claim(String text) {
        return ClaimParser.parse(text).orElseThrow();
    }

    private static List<String> values(String text) {
        return ClaimConsequence.of(claim(text)).stream()
                .map(next -> next.what() + ": " + next.value())
                .toList();
    }
}
