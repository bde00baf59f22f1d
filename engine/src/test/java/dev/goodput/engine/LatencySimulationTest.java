package dev.goodput.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencySimulationTest {
    private static final LatencyProfile DEFAULT = LatencyProfiles.load("default");

    @Test
    void sameSeedSameTraces() {
        assertThat(LatencySimulation.run(DEFAULT, 200, 7)).isEqualTo(LatencySimulation.run(DEFAULT, 200, 7));
        assertThat(LatencySimulation.run(DEFAULT, 200, 7)).isNotEqualTo(LatencySimulation.run(DEFAULT, 200, 8));
    }

    @Test
    void moreRequestsOnlyAddToTheFirstOnes() {
        assertThat(LatencySimulation.run(DEFAULT, 500, 3).subList(0, 100))
                .isEqualTo(LatencySimulation.run(DEFAULT, 100, 3));
    }

    /// The numbers were taken from this implementation on JDK 25 and pin it: "same seed, same bytes" must outlive
    /// refactoring and JDK updates.
    @Test
    void goldenTraceOfSeedSeven() {
        RequestTrace second = LatencySimulation.run(DEFAULT, 2, 7).get(1);
        Chunks chunks = second.chunks();
        assertThat(second.id()).isEqualTo("simulated-1");
        assertThat(List.of(
                        second.timeline().intendedStartNs(),
                        second.timeline().headNs(),
                        chunks.arrivalNs(0),
                        chunks.arrivalNs(1),
                        chunks.arrivalNs(2),
                        second.timeline().endNs()))
                .containsExactly(189750261.0, 204845406.0, 307245406.0, 312813365.0, 319505937.0, 1708882678.0);
        assertThat(List.of(second.asked().promptTokens(), second.asked().maxOutputTokens()))
                .containsExactly(2048, 204);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, -9})
    void tracesAreConsistent(long seed) {
        for (RequestTrace trace : LatencySimulation.run(DEFAULT, 300, seed)) {
            Chunks chunks = trace.chunks();
            int promptTokens = trace.asked().promptTokens();
            int outputTokens = trace.asked().maxOutputTokens();
            assertThat(trace.isCompleted()).isTrue();
            assertThat(trace.timeline().startNs()).isEqualTo(trace.timeline().intendedStartNs());
            assertThat(trace.timeline().sendEndNs()).isEqualTo(trace.timeline().startNs());
            assertThat(trace.timeline().headNs())
                    .isGreaterThanOrEqualTo(trace.timeline().sendEndNs());
            assertThat(chunks.arrivalNs(0) - trace.timeline().headNs()).isEqualTo(50_000.0 * promptTokens);
            assertThat(trace.timeline().endNs()).isEqualTo(chunks.arrivalNs(chunks.size() - 1));
            assertThat(outputTokens).isBetween(50, 300);
            assertThat(chunks.size()).isEqualTo(outputTokens + 2);
            assertThat(chunks.is(outputTokens - 1, ChunkKind.FINISH)).isTrue();
            Reading reading = Reading.of(trace, Dialect.GOODPUT);
            assertThat(reading.outputTokens()).isEqualTo(outputTokens);
            assertThat(reading.perTokenNs())
                    .isEqualTo((chunks.arrivalNs(outputTokens - 1) - chunks.arrivalNs(0)) / (outputTokens - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void distributionsAreAsDeclared(long seed) {
        int requests = 20_000;
        List<RequestTrace> traces = LatencySimulation.run(DEFAULT, requests, seed);
        double meanQueueMs = traces.stream()
                .mapToDouble(
                        trace -> (trace.timeline().headNs() - trace.timeline().startNs()) / 1e6)
                .average()
                .orElseThrow();
        double spanSeconds = traces.getLast().timeline().intendedStartNs() / 1e9;
        double meanOutput = traces.stream()
                .mapToInt(trace -> trace.asked().maxOutputTokens())
                .average()
                .orElseThrow();
        // Five standard errors of each mean: exponential 40 ms, Poisson 20/s, uniform 50 to 300 (sd 72.5).
        double root = Math.sqrt(requests);
        assertThat(meanQueueMs).isCloseTo(40, within(5 * 40 / root));
        assertThat(requests / spanSeconds).isCloseTo(20, within(5 * 20 / root));
        assertThat(meanOutput).isCloseTo(175, within(5 * 72.5 / root));
        for (LatencyProfile.PromptLength length : DEFAULT.promptTokens()) {
            double share = traces.stream()
                            .filter(trace -> trace.asked().promptTokens() == length.tokens())
                            .count()
                    / (double) requests;
            assertThat(share).isCloseTo(length.share(), within(5 * Math.sqrt(length.share()) / root));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void decodeGapsAreNormalWithoutSpikes(long seed) {
        double[] gapsMs = gapsMs(DEFAULT.withTailSpikes(0), 3_000, seed);
        double mean = IntStream.range(0, gapsMs.length)
                .mapToDouble(i -> gapsMs[i])
                .average()
                .orElseThrow();
        double variance = IntStream.range(0, gapsMs.length)
                .mapToDouble(i -> (gapsMs[i] - mean) * (gapsMs[i] - mean))
                .average()
                .orElseThrow();
        double root = Math.sqrt(gapsMs.length);
        assertThat(mean).isCloseTo(7, within(5 * 1.05 / root));
        assertThat(Math.sqrt(variance)).isCloseTo(1.05, within(5 * 1.05 / Math.sqrt(2) / root));
    }

    @Test
    void gapsNeverFallBelowTheFloor() {
        LatencyProfile wild = new LatencyProfile(
                "wild",
                20,
                0,
                1,
                DEFAULT.promptTokens(),
                new LatencyProfile.Decode(2_000_000, 1, 1_500_000),
                DEFAULT.tailSpikes(),
                DEFAULT.outputTokens());
        double[] gapsMs = gapsMs(wild, 500, 5);
        assertThat(Arrays.stream(gapsMs).min().orElseThrow()).isEqualTo(1.5);
        // A standard normal lies below -0.25 in 40.1 % of the cases: the floor is in use.
        assertThat(share(gapsMs, 1.5, 1.5)).isCloseTo(0.401, within(0.02));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.01, 0.2})
    void theDeclaredShareOfTokensIsSlowed(double share) {
        double[] plain = gapsMs(DEFAULT.withTailSpikes(0), 2_000, 31);
        double[] spiky = gapsMs(DEFAULT.withTailSpikes(share), 2_000, 31);
        List<Double> factors = new ArrayList<>();
        for (int i = 0; i < plain.length; i++) {
            if (spiky[i] != plain[i]) {
                factors.add(spiky[i] / plain[i]);
            }
        }
        double n = plain.length;
        assertThat(factors.size() / n).isCloseTo(share, within(5 * Math.sqrt(share / n)));
        // Gaps are whole nanoseconds, so a factor is exact to about one in a million.
        assertThat(factors).allMatch(factor -> factor > 2.999 && factor < 8.001);
        assertThat(factors.stream().mapToDouble(f -> f).average().orElseThrow())
                .isCloseTo(5.5, within(5 * 1.45 / Math.sqrt(factors.size())));
    }

    @Test
    void largerShareSlowsTheSameTokensAndMore() {
        double[] plain = gapsMs(DEFAULT.withTailSpikes(0), 200, 9);
        double[] few = gapsMs(DEFAULT.withTailSpikes(0.01), 200, 9);
        double[] many = gapsMs(DEFAULT.withTailSpikes(0.05), 200, 9);
        for (int i = 0; i < plain.length; i++) {
            if (few[i] != plain[i]) {
                assertThat(many[i]).isEqualTo(few[i]);
            }
        }
    }

    @Test
    void parametersDoNotReshuffleEachOther() {
        LatencyProfile longer = new LatencyProfile(
                "longer",
                DEFAULT.arrivalsPerSecond(),
                DEFAULT.queueMeanNs(),
                DEFAULT.prefillPerTokenNs(),
                DEFAULT.promptTokens(),
                DEFAULT.decode(),
                DEFAULT.tailSpikes(),
                new LatencyProfile.OutputLengths(400, 600));
        List<RequestTrace> before = LatencySimulation.run(DEFAULT, 50, 4);
        List<RequestTrace> after = LatencySimulation.run(longer, 50, 4);
        for (int i = 0; i < 50; i++) {
            assertThat(after.get(i).timeline().headNs())
                    .isEqualTo(before.get(i).timeline().headNs());
            assertThat(after.get(i).asked().promptTokens())
                    .isEqualTo(before.get(i).asked().promptTokens());
            Chunks shorter = before.get(i).chunks();
            int tokens = before.get(i).asked().maxOutputTokens();
            for (int token = 0; token < tokens; token++) {
                assertThat(after.get(i).chunks().arrivalNs(token)).isEqualTo(shorter.arrivalNs(token));
            }
        }
    }

    @Test
    void negativeCountIsRefused() {
        assertThatThrownBy(() -> LatencySimulation.run(DEFAULT, -1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LatencySimulation.run(DEFAULT, 0, 1)).isEmpty();
    }

    private static double[] gapsMs(LatencyProfile profile, int requests, long seed) {
        return LatencySimulation.run(profile, requests, seed).stream()
                .flatMapToDouble(trace -> IntStream.range(1, trace.asked().maxOutputTokens())
                        .mapToDouble(i ->
                                (trace.chunks().arrivalNs(i) - trace.chunks().arrivalNs(i - 1)) / 1e6))
                .toArray();
    }

    private static double share(double[] values, double from, double to) {
        return IntStream.range(0, values.length)
                        .filter(i -> values[i] >= from && values[i] <= to)
                        .count()
                / (double) values.length;
    }
}
