package dev.goodput.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Manifest;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
    private static final Manifest.Endpoint ENDPOINT = new Manifest.Endpoint("http://h/v1", "chat", "m");
    private static final Policy.Workload CHAT = new Policy.Workload(800, 300, 150, 50, 1, false, null);
    private static final Slo SLO = slo("ttft<=500ms");

    private static Slo slo(String text) {
        return SloParser.inline(text, "test");
    }

    private static Policy policy(
            Manifest.Endpoint endpoint,
            @Nullable String hardware,
            Policy.@Nullable Workload workload,
            @Nullable Slo slo,
            @Nullable PeakLoad load,
            List<Integer> levels,
            int rounds,
            long requests) {
        return new Policy(
                endpoint,
                hardware,
                workload,
                slo,
                load,
                levels,
                rounds,
                requests,
                Policy.SWEEP_REQUESTS,
                Policy.WARM_UP_REQUESTS,
                Policy.HEADROOM,
                null,
                Margins.DEFAULT);
    }

    private static Policy with(@Nullable Slo slo) {
        return policy(ENDPOINT, "H100", CHAT, slo, new PeakLoad.Concurrency(16), Policy.LEVELS, 30, 100);
    }

    private static Policy with(@Nullable PeakLoad load, Integer... levels) {
        return policy(ENDPOINT, "H100", CHAT, SLO, load, List.of(levels), 30, 100);
    }

    private static Policy with(int rounds, long requests) {
        return policy(ENDPOINT, "H100", CHAT, SLO, new PeakLoad.Concurrency(16), Policy.LEVELS, rounds, requests);
    }

    private static Policy with(
            String url, String model, @Nullable String hardware, Policy.@Nullable Workload workload) {
        return policy(
                new Manifest.Endpoint(url, "chat", model),
                hardware,
                workload,
                SLO,
                new PeakLoad.Concurrency(16),
                Policy.LEVELS,
                30,
                100);
    }

    private static void assertRefused(Policy policy, String... words) {
        assertThat(policy.refusals()).hasSize(1);
        assertThat(policy.refusals().getFirst()).contains(words);
    }

    @Test
    void aWholePolicyIsNotRefused() {
        assertThat(with(SLO).refusals()).isEmpty();
        assertThat(with(slo("p99(ttft)<=800ms")).refusals()).isEmpty();
        assertThat(with(slo("output_tokens_per_second>=20/s, tpot<=40ms")).refusals())
                .isEmpty();
    }

    @Test
    void noSlo() {
        assertRefused(with((Slo) null), "no SLO is written", "preset:streaming-chat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"goodput_rate>=12/s", "output_tokens_per_second>=20/s", "goodput_rate>=12/s, error_rate<=1%"})
    void throughputAsTheOnlyCriterion(String slo) {
        assertRefused(with(slo(slo)), "throughput is the only criterion", "ttft<=500ms");
    }

    @Test
    void mediansWithoutP99() {
        assertRefused(with(slo("p50(ttft)<=300ms, error_rate<=1%")), "without P99", "add p99(ttft)");
    }

    @Test
    void aSingleLoadLevel() {
        assertRefused(with(new PeakLoad.Concurrency(16), 100), "single load level", "[25%, 50%, 100%, 150%, 200%]");
        assertRefused(with(new PeakLoad.Concurrency(1), 50, 100), "single load level");
        assertRefused(with(new PeakLoad.Concurrency(16), 50, 150), "100% is missing");
    }

    @Test
    void onePromptLooped() {
        assertRefused(
                with("http://h/v1", "m", "H100", new Policy.Workload(1, 0, 100, 0, 1, false, "Tell me a story")),
                "one prompt looped",
                "input_tokens");
    }

    @Test
    void tooFewRoundsOrRequests() {
        assertRefused(with(29, 100), "rounds: 29 is fewer than 30");
        assertRefused(with(30, 99), "requests_per_round: 99 is fewer than 100");
    }

    @Test
    void factsThatAReportWouldLack() {
        assertRefused(with("", "m", "H100", CHAT), "no endpoint", "url:");
        assertRefused(with("http://h/v1", " ", "H100", CHAT), "would lack the model", "model: NAME");
        assertRefused(with("http://h/v1", "m", null, CHAT), "would lack the hardware");
        assertRefused(with("http://h/v1", "m", "H100", null), "would lack the prompt distribution");
        assertRefused(with((PeakLoad) null, 50, 100), "would lack the load", "concurrency: 16");
    }

    @Test
    void everyRefusalIsTold() {
        assertThat(policy(new Manifest.Endpoint("", "chat", ""), null, null, null, null, List.of(100), 1, 1)
                        .refusals())
                .hasSize(9);
    }

    /// 35 expected misses at 99 % are 3,500 requests; spread over 30 rounds it takes 43 % more for nine passes of ten.
    @Test
    void aRoundHasAsManyRequestsAsAPassTakes() {
        assertThat(with(SLO).requestsOfRound()).isBetween(160L, 175L);
        assertThat(with(SLO.withTarget(new BigDecimal("0.9"))).requestsOfRound())
                .isEqualTo(100);
        assertThat(with(30, 1000).requestsOfRound()).isEqualTo(1000);
        assertThat(with(SLO.withDependence(Dependence.INDEPENDENT)).requestsOfRound())
                .isEqualTo(100);
        assertThat(with(slo("ttft<=500ms, goodput>=90%, error_rate<=0.1%")).requestsOfRound())
                .isBetween(1600L, 1750L);
        assertThat(with(SLO.withTarget(BigDecimal.ONE)).requestsOfRound()).isEqualTo(100);
    }

    @Test
    void levelsOfTheSameLoadAreMeasuredOnce() {
        assertThat(with(SLO).distinctLevels()).isEqualTo(Policy.LEVELS);
        assertThat(with(new PeakLoad.Concurrency(1), 25, 50, 100, 150, 200).distinctLevels())
                .containsExactly(100, 150);
        assertThat(with(new PeakLoad.Rate(BigDecimal.ONE), 200, 100, 25).distinctLevels())
                .containsExactly(25, 100, 200);
    }
}
