package dev.goodput.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.trace.EngineStep;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.engine.workload.WorkloadRequest.At;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How latencies move with settings and load, whatever the numbers.
class EngineShapeTest {
    private static final String ENGINE = "h100-llama3.1-8b";

    private record Ran(List<RequestTrace> traces, List<EngineStep> steps, EngineStats stats, double seconds) {
        List<Double> ttftMs() {
            return traces.stream()
                    .map(trace ->
                            (trace.chunks().arrivalNs(0) - trace.timeline().intendedStartNs()) / 1e6)
                    .toList();
        }

        List<Double> gapsMs() {
            List<Double> gaps = new ArrayList<>();
            for (RequestTrace trace : traces) {
                for (int i = 1; i < trace.asked().maxOutputTokens(); i++) {
                    gaps.add((trace.chunks().arrivalNs(i) - trace.chunks().arrivalNs(i - 1)) / 1e6);
                }
            }
            return gaps;
        }

        /// The share of requests that are good by a TTFT of 500 ms and a TPOT of 15 ms.
        double goodput() {
            int good = 0;
            for (RequestTrace trace : traces) {
                int n = trace.asked().maxOutputTokens();
                double first = trace.chunks().arrivalNs(0);
                double ttft = first - trace.timeline().intendedStartNs();
                double tpot = (trace.chunks().arrivalNs(n - 1) - first) / (n - 1);
                good += ttft <= 500e6 && tpot <= 15e6 ? 1 : 0;
            }
            return (double) good / traces.size();
        }
    }

    private static double quantile(List<Double> values, double share) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1.0, share * sorted.length)];
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static Ran run(List<WorkloadRequest> requests, String... settings) {
        EngineSpec spec = EngineSpec.load(ENGINE);
        for (String setting : settings) {
            spec = spec.with(setting, "--set");
        }
        List<RequestTrace> traces = new ArrayList<>();
        List<EngineStep> steps = new ArrayList<>();
        ServingEngine engine = spec.build().start(1, steps::add);
        Simulation.Ended ended =
                Simulation.run(engine, Network.NONE, requests.iterator(), new Limits(0, 0, 0), traces::add);
        traces.sort(Comparator.comparingLong(RequestTrace::index));
        return new Ran(traces, steps, engine.stats(), ended.windowNs() / 1e9);
    }

    private static WorkloadRequest request(long index, int prompt, int output, double atSeconds) {
        return new WorkloadRequest(
                index,
                EngineRequest.of(Prompt.of(index, prompt), output, -1 - index),
                null,
                new At(Math.round(atSeconds * 1e9)));
    }

    /// Chat at a rate, each tenth prompt long.
    private static List<WorkloadRequest> chat(double rate, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<WorkloadRequest> all = new ArrayList<>();
        double at = 0;
        for (int i = 0; i < requests; i++) {
            at -= Math.log1p(-random.nextDouble()) / rate;
            int prompt = random.nextInt(10) == 0 ? 6_000 : 200 + random.nextInt(400);
            all.add(request(i, prompt, 100 + random.nextInt(100), at));
        }
        return all;
    }

    /// A decode that runs alone, and one long prompt that arrives in the middle of it.
    private static double longestGapMs(int longPrompt, String budget) {
        Ran ran = run(
                List.of(request(0, 64, 400, 0), request(1, longPrompt, 1, .5)),
                "max-batched-tokens=" + budget,
                "prefix-caching=off");
        RequestTrace decode = ran.traces().getFirst();
        double longest = 0;
        for (int i = 1; i < 400; i++) {
            longest = Math.max(
                    longest, decode.chunks().arrivalNs(i) - decode.chunks().arrivalNs(i - 1));
        }
        return longest / 1e6;
    }

    @Test
    void withChunksTheLongestGapDoesNotDependOnTheOthersPromptsLength() {
        double at1k = longestGapMs(1_024, "512");
        double at4k = longestGapMs(4_096, "512");
        double at32k = longestGapMs(32_768, "512");
        // The linear part is the same, and attention adds 13 % at 4 k and 120 % at 32 k (14.6, 16.5 and
        // 32.1 ms).
        assertThat(at4k / at1k).isBetween(1.0, 1.25);
        assertThat(at32k / at1k).isBetween(1.5, 2.5);
    }

    @Test
    void withoutChunksItGrowsWithThePromptFasterThanInProportion() {
        double at1k = longestGapMs(1_024, "off");
        double at4k = longestGapMs(4_096, "off");
        double at32k = longestGapMs(32_768, "off");
        assertThat(at4k / at1k).isBetween(3.5, 4.6);
        assertThat(at32k / at4k).isBetween(8.0, 13.0);
        assertThat(at32k).isGreaterThan(20 * longestGapMs(32_768, "512"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aSmallerBudgetTradesTheFirstTokenOfLongPromptsForGaps(long seed) {
        List<WorkloadRequest> chat = chat(6, 300, seed);
        double gapBefore = 0;
        double ttftBefore = Double.MAX_VALUE;
        for (String budget : List.of("256", "512", "1024", "2048", "8192")) {
            Ran ran = run(chat, "max-batched-tokens=" + budget, "max-sequences=128");
            List<Double> longTtft = ran.traces().stream()
                    .filter(trace -> trace.asked().promptTokens() == 6_000)
                    .map(trace ->
                            (trace.chunks().arrivalNs(0) - trace.timeline().intendedStartNs()) / 1e6)
                    .toList();
            double gap = quantile(ran.gapsMs(), .999);
            assertThat(gap).isGreaterThan(gapBefore);
            assertThat(mean(longTtft)).isLessThan(ttftBefore);
            gapBefore = gap;
            ttftBefore = mean(longTtft);
        }
    }

    @Test
    void noGapIsShorterThanAStepOfTheDecodeAlone() {
        double alone = quantile(run(List.of(request(0, 64, 50, 0))).gapsMs(), 0);
        for (String budget : List.of("256", "off")) {
            Ran ran = run(chat(6, 200, 4), "max-batched-tokens=" + budget, "max-sequences=128");
            assertThat(quantile(ran.gapsMs(), 0)).isGreaterThanOrEqualTo(alone * .999);
        }
        // Weights over bandwidth: 15.01 GB at 3.35 TB/s.
        assertThat(alone).isGreaterThan(15.01 / 3.35);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void goodputDoesNotRiseWithTheLoad(long seed) {
        double before = 1;
        double throughputBefore = 0;
        double ttftBefore = 0;
        for (double rate : new double[] {2, 8, 16, 24, 40}) {
            Ran ran = run(chat(rate, 600, seed));
            // 600 requests at each load leave a few of noise.
            assertThat(ran.goodput()).isLessThanOrEqualTo(before + .01);
            double throughput = ran.traces().size() / ran.seconds();
            assertThat(throughput).isGreaterThan(throughputBefore * .97);
            assertThat(mean(ran.ttftMs())).isGreaterThan(ttftBefore);
            before = ran.goodput();
            throughputBefore = throughput;
            ttftBefore = mean(ran.ttftMs());
        }
        assertThat(before).isLessThan(.5);
    }

    /// Σ scheduled tokens = Σ (prompt − cached + output − 1), where nothing was preempted.
    @Test
    void everyTokenIsComputedOnce() {
        List<WorkloadRequest> requests = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Prompt prompt = new Prompt(List.of(new Span(7, 1_000 + i % 3), new Span(100 + i, 50)));
            requests.add(new WorkloadRequest(i, EngineRequest.of(prompt, 20, -1 - i), null, new At(i * 60_000_000L)));
        }
        Ran shared = run(requests);
        long needed = shared.traces().stream()
                .mapToLong(trace -> trace.asked().promptTokens()
                        - Objects.requireNonNull(trace.usage()).cachedTokens()
                        + trace.asked().maxOutputTokens()
                        - 1)
                .sum();
        assertThat(shared.stats().scheduledTokens()).isEqualTo(needed);
        assertThat(shared.stats().prefixHitTokens()).isGreaterThan(50 * 992);
        Ran alone = run(requests, "prefix-caching=off");
        assertThat(alone.stats().scheduledTokens())
                .isGreaterThan(3 * shared.stats().scheduledTokens());
        assertThat(mean(shared.ttftMs())).isLessThan(mean(alone.ttftMs()));
    }

    @Test
    void aCacheThatFindsNothingChangesNothing() {
        List<WorkloadRequest> chat = chat(10, 200, 5);
        assertThat(run(chat, "prefix-caching=on").ttftMs())
                .isEqualTo(run(chat, "prefix-caching=off").ttftMs());
        assertThat(run(chat, "prefix-caching=on").gapsMs())
                .isEqualTo(run(chat, "prefix-caching=off").gapsMs());
    }

    @Test
    void preemptionsBeginWhereTheCacheIsTooSmallForWhatIsInFlight() {
        List<WorkloadRequest> chat = chat(12, 300, 6);
        Ran roomy = run(chat);
        int peak =
                roomy.steps().stream().mapToInt(EngineStep::kvBlocksUsed).max().orElseThrow();
        assertThat(roomy.stats().preemptions()).isZero();
        Ran enough = run(chat, "kv-blocks=" + peak, "max-model-len=7000");
        assertThat(enough.stats().preemptions()).isZero();
        assertThat(enough.ttftMs()).isEqualTo(roomy.ttftMs());
        Ran tight = run(chat, "kv-blocks=" + peak * 6 / 10, "max-model-len=7000");
        assertThat(tight.stats().preemptions()).isPositive();
        assertThat(quantile(tight.ttftMs(), .99)).isGreaterThan(quantile(enough.ttftMs(), .99));
        assertThat(tight.traces()).hasSize(300);
    }

    /// Sarathi's ablation: without chunks, mixing lowers TTFT and raises gaps; without mixing, chunks
    /// lower gaps and raise TTFT.
    @Test
    void mixingAndChunkingDoOppositeThings() {
        List<WorkloadRequest> chat = chat(6, 300, 7);
        Ran neither = run(chat, "batching=separate", "max-batched-tokens=off");
        Ran mixed = run(chat, "batching=mixed", "max-batched-tokens=off");
        Ran chunked = run(chat, "batching=separate", "max-batched-tokens=512", "max-sequences=128");
        Ran both = run(chat, "batching=mixed", "max-batched-tokens=512", "max-sequences=128");
        assertThat(mean(mixed.ttftMs())).isLessThan(mean(neither.ttftMs()));
        assertThat(quantile(chunked.gapsMs(), .999)).isLessThan(quantile(neither.gapsMs(), .999) / 2);
        assertThat(mean(chunked.ttftMs())).isGreaterThan(mean(neither.ttftMs()));
        assertThat(quantile(both.gapsMs(), .999)).isLessThan(quantile(neither.gapsMs(), .999) / 2);
    }

    /// Expected tokens a step (1 − α^(k+1))/(1 − α): 2.533 for three drafts that are right in 7 of 10
    /// cases.
    @Test
    void draftsGiveTheTokensAStepThatTheFormulaSays() {
        Ran ran =
                run(List.of(request(0, 64, 20_000, 0)), "speculative-tokens=3", "acceptance=70%", "prefix-caching=off");
        double decodeSteps = ran.stats().steps() - 1.0;
        assertThat(20_000 / decodeSteps).isCloseTo(2.533, within(.03));
    }

    @Test
    void decodeElsewhereBeginsWhenTheCacheHasArrived() {
        // 131,072 bytes a token over 50 GB/s is 2.62 µs; 8,000 tokens take 21 ms.
        Ran ran = run(List.of(request(0, 8_000, 10, 0)), "decode-replicas=1", "link=50GB/s", "link-latency=0us");
        RequestTrace trace = ran.traces().getFirst();
        double firstGapMs = (trace.chunks().arrivalNs(1) - trace.chunks().arrivalNs(0)) / 1e6;
        double laterGapMs = (trace.chunks().arrivalNs(2) - trace.chunks().arrivalNs(1)) / 1e6;
        assertThat(firstGapMs - laterGapMs).isCloseTo(8_000 * 131_072 / 50e9 * 1e3, within(.01));
        assertThat(ran.steps()).extracting(EngineStep::replica).contains(0, 1);
        assertThat(ran.steps().stream().filter(step -> step.replica() == 1 && step.prefills() > 0))
                .isEmpty();
    }

    @Test
    void aRouterThatKnowsPrefixesFindsThem() {
        List<WorkloadRequest> requests = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Prompt prompt = new Prompt(List.of(new Span(i % 8, 2_000), new Span(100 + i, 100)));
            requests.add(new WorkloadRequest(i, EngineRequest.of(prompt, 20, -1 - i), null, new At(i * 40_000_000L)));
        }
        Ran blind = run(requests, "replicas=4", "router=least-loaded", "kv-blocks=1200", "max-model-len=4000");
        Ran aware = run(requests, "replicas=4", "router=prefix-aware", "kv-blocks=1200", "max-model-len=4000");
        assertThat(aware.stats().prefixHitTokens()).isGreaterThan(blind.stats().prefixHitTokens());
        assertThat(mean(aware.ttftMs())).isLessThan(mean(blind.ttftMs()));
    }

    @Test
    void aFullQueueTurnsRequestsAway() {
        List<WorkloadRequest> burst = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            burst.add(request(i, 100, 10, 0));
        }
        Ran ran = run(burst, "max-sequences=4", "max-queued-requests=10");
        assertThat(ran.traces().stream().filter(RequestTrace::isCompleted)).hasSize(10);
        assertThat(ran.traces().stream().filter(trace -> !trace.isCompleted())).hasSize(40);
    }
}
