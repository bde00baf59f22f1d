package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run must not be: cold, overtaken by its queue, answered from a cache, answered short.
class SteadyStateTest {
    private static final Slo SLO =
            SloParser.inline("ttft<=500ms, goodput>=95%", "test").withDependence(Dependence.INDEPENDENT);

    private static GateResult judge(Manifest.Schedule schedule, List<RequestTrace> traces) {
        Run run = Runs.of(Manifest.Status.COMPLETE, schedule, traces.size(), 60_000_000_000L, null, traces);
        return Gate.judge(run, RunMetrics.of(run), SLO);
    }

    /// Requests at 20/s whose TTFT depends on when they start, ±20 %.
    private static List<RequestTrace> open(int count, java.util.function.DoubleUnaryOperator ttftMs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestTrace> traces = new ArrayList<>();
        double atMs = 0;
        for (int i = 0; i < count; i++) {
            atMs -= 50 * Math.log1p(-random.nextDouble());
            double waitMs = ttftMs.applyAsDouble(atMs / 1000) * (0.8 + 0.4 * random.nextDouble());
            traces.add(request(i)
                    .intended(atMs)
                    .started(atMs)
                    .texts(5, atMs + waitMs, atMs + waitMs + 500)
                    .usage(5)
                    .ended(atMs + waitMs + 500)
                    .completed());
        }
        return traces;
    }

    private static Check check(GateResult result, String name) {
        return result.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aColdStartVoidsAFailAndNotAPass() {
        List<RequestTrace> cold = open(1000, second -> second < 8 ? 900 : 100, 1);
        GateResult failing = judge(Runs.POISSON, cold);
        assertThat(failing.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(failing.reasons().getFirst()).contains("the endpoint was still warming up (send --warmup");
        // A slow start that is good all the same takes nothing from the verdict.
        GateResult passing = judge(Runs.POISSON, open(1000, second -> second < 5 ? 400 : 100, 1));
        assertThat(check(passing, "endpoint was warm").ok()).isTrue();
        assertThat(passing.verdict()).isEqualTo(Verdict.PASS);
        // A cold start that misses and an endpoint that passes even so.
        GateResult strong = judge(Runs.POISSON, open(4000, second -> second < 3 ? 900 : 100, 1));
        assertThat(check(strong, "endpoint was warm").ok()).isFalse();
        assertThat(strong.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aGrowingQueueVoidsAPassAndNotAFail() {
        GateResult passing = judge(Runs.POISSON, open(1000, second -> 50 + 8 * second, 1));
        assertThat(check(passing, "endpoint kept up").ok()).isFalse();
        assertThat(passing.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(passing.reasons().getFirst()).startsWith("the queue was still growing");
        assertThat(judge(Runs.POISSON, open(1000, second -> 50 + 60 * second, 1))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    /// A steady endpoint is neither cold nor overtaken, whatever the seed.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void aSteadyEndpointIsLeftAlone(long seed) {
        GateResult result = judge(Runs.POISSON, open(800, _ -> 100, seed));
        assertThat(check(result, "endpoint was warm").ok()).isTrue();
        assertThat(check(result, "endpoint kept up").ok()).isTrue();
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    }

    /// The first requests of a closed loop come together and wait for each other.
    @Test
    void theRampOfAClosedLoopIsNoWarmUp() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            double ttftMs = i < 16 ? 450 : 100 + i % 7;
            traces.add(request(i).texts(5, ttftMs, ttftMs + 100).usage(5).completed());
        }
        assertThat(check(judge(Runs.CLOSED_LOOP, traces), "endpoint was warm").ok())
                .isTrue();
    }

    @Test
    void onePromptAgainAndAgainIsNotWhatUsersSend() {
        List<RequestTrace> replay = new ArrayList<>();
        List<RequestTrace> chat = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            replay.add(request(i).text(100).usage(new Usage(800, 1, 0, 768)).completed());
            chat.add(request(i).text(100).usage(new Usage(800 + i, 1, 0, 768)).completed());
        }
        GateResult result = judge(Runs.CLOSED_LOOP, replay);
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons().getFirst())
                .isEqualTo("the endpoint had 96% of the typical prompt in its cache, and all prompts have 800 tokens:"
                        + " one prompt again and again is not what users send");
        assertThat(judge(Runs.CLOSED_LOOP, chat).verdict()).isEqualTo(Verdict.PASS);
    }
}
