package dev.goodput.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers that others measured on real engines, from a model that knows data sheets only.
class PublishedNumbersTest {
    private record Measured(double ttftMs, double tpotMs, double tokensPerSecond, double seconds) {}

    private static Measured closed(EngineSpec spec, int users, int prompt, int output, int requests) {
        return measured(
                spec,
                LongStream.range(0, requests)
                        .mapToObj(i -> new WorkloadRequest(
                                i, EngineRequest.of(Prompt.of(i, prompt), output, -1 - i), null, new WhenFree()))
                        .toList(),
                new Limits(users, 0, 0));
    }

    private static Measured measured(EngineSpec spec, List<WorkloadRequest> requests, Limits limits) {
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.Ended ended =
                Simulation.run(spec.build().start(1, null), Network.NONE, requests.iterator(), limits, traces::add);
        double ttft = 0;
        double tpot = 0;
        double tokens = 0;
        for (RequestTrace trace : traces) {
            int n = trace.asked().maxOutputTokens();
            double first = trace.chunks().arrivalNs(0);
            ttft += first - trace.timeline().intendedStartNs();
            tpot += n == 1 ? 0 : (trace.chunks().arrivalNs(n - 1) - first) / (n - 1);
            tokens += n;
        }
        double seconds = ended.windowNs() / 1e9;
        return new Measured(ttft / traces.size() / 1e6, tpot / traces.size() / 1e6, tokens / seconds, seconds);
    }

    /// vLLM 0.19 on an RTX PRO 6000, 300 ShareGPT requests at 10.27/s, 128 sequences, budget 2048
    /// (records of LLMServingSim's `bench/examples`): TPOT mean 32.46 ms, 2,969 tokens/s, TTFT mean
    /// 7.10 s. Lengths are drawn with the mean and median of that set, arrivals are Poisson: the
    /// records themselves are not needed.
    @Test
    void aPoolOf128SequencesOnAnRtxPro6000() {
        EngineSpec spec = spec("rtxpro6000-llama3.1-8b", "max-sequences=128", "max-batched-tokens=2048");
        Measured modelled = measured(spec, shareGpt(), new Limits(0, 0, 0));
        assertThat(modelled.tpotMs()).isCloseTo(32.46, withinPercentage(10));
        assertThat(modelled.tokensPerSecond()).isCloseTo(2_969, withinPercentage(10));
        assertThat(modelled.ttftMs()).isCloseTo(7_100, withinPercentage(25));
    }

    /// The same on an RTX 4090 with the 2,588 blocks that vLLM had there: TPOT mean 32.45 ms, 1,066
    /// tokens/s, TTFT mean 65.46 s, nearly all of it queue. Tolerances as proposed for a model that is
    /// not calibrated. Consumer cards do more of their (lower) peak than the usual half: with .5 TTFT
    /// comes out 40 % too long.
    @Test
    void aCacheThatIsTooSmallOnAnRtx4090() {
        EngineSpec spec =
                spec("rtx4090-llama3.1-8b", "kv-blocks=2588", "reserve-full-prompt=on", "compute-efficiency=70%");
        Measured modelled = measured(spec, shareGpt(), new Limits(0, 0, 0));
        assertThat(modelled.tpotMs()).isCloseTo(32.45, withinPercentage(25));
        assertThat(modelled.tokensPerSecond()).isCloseTo(1_066, withinPercentage(25));
        assertThat(modelled.ttftMs()).isCloseTo(65_460, withinPercentage(35));
    }

    /// NVIDIA NIM 1.8.0, Llama 3.3 70B in FP8 on two H100, 5,000 in and 500 out: users, TTFT ms, ITL
    /// ms, tokens/s.
    @ParameterizedTest
    @CsvSource({"1, 407, 18.58, 52", "100, 7996, 92.91, 917", "150, 34794, 92.86, 921", "250, 88605, 93.2, 920"})
    void saturationOf70BOnTwoH100(int users, double ttftMs, double itlMs, double tokensPerSecond) {
        Measured modelled = closed(large(), users, 5_000, 500, users * 6);
        assertThat(modelled.tpotMs()).isCloseTo(itlMs, withinPercentage(15));
        assertThat(modelled.tokensPerSecond()).isCloseTo(tokensPerSecond, withinPercentage(15));
        assertThat(modelled.ttftMs()).isCloseTo(ttftMs, withinPercentage(30));
    }

    /// What 50 more users add to TTFT is their own backlog: 50 answers of 500 tokens (measured: 26.8 to
    /// 26.9 s, by Little's law 27.2).
    @Test
    void beyondSaturationUsersOnlyAddToTheQueue() {
        Measured fewer = closed(large(), 150, 5_000, 500, 900);
        Measured more = closed(large(), 200, 5_000, 500, 1_200);
        assertThat(more.tokensPerSecond()).isCloseTo(fewer.tokensPerSecond(), withinPercentage(3));
        assertThat(more.tpotMs()).isCloseTo(fewer.tpotMs(), withinPercentage(3));
        double backlogMs = 50 * 500 / more.tokensPerSecond() * 1e3;
        assertThat(more.ttftMs() - fewer.ttftMs()).isCloseTo(backlogMs, withinPercentage(15));
    }

    private static EngineSpec large() {
        return spec("2xh100-llama3.3-70b", "precision=fp8", "kv-precision=fp8");
    }

    private static EngineSpec spec(String name, String... settings) {
        EngineSpec spec = EngineSpec.load(name);
        for (String setting : settings) {
            spec = spec.with(setting, "--set");
        }
        return spec;
    }

    /// 300 requests: inputs with median 731.5 and P99 near 2,765, outputs of at least 512 with mean
    /// 652.
    private static List<WorkloadRequest> shareGpt() {
        SplittableRandom random = new SplittableRandom(1);
        List<WorkloadRequest> requests = new ArrayList<>();
        double atNs = 0;
        for (int i = 0; i < 300; i++) {
            atNs -= Math.log1p(-random.nextDouble()) / 10.27 * 1e9;
            int input = (int) Math.clamp(731.5 * Math.exp(.56 * random.nextGaussian()), 20, 3_998);
            int output = (int) Math.clamp(512 - 145 * Math.log1p(-random.nextDouble()), 512, 1_021);
            EngineRequest request = EngineRequest.of(Prompt.of(i, input), output, -1 - i);
            requests.add(new WorkloadRequest(i, request, null, new At(Math.round(atNs))));
        }
        return requests;
    }
}
