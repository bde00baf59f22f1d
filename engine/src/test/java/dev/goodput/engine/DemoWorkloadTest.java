package dev.goodput.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.ServingEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lesson of the product, in virtual time: 30 chat requests/s for 20 s against the healthy and the
/// degraded engine.
class DemoWorkloadTest {
    private static final LatencyProfile PROFILE = LatencyProfiles.load("default");
    private static final Slo SLO = SloParser.inline("ttft<=500ms, tpot<=15ms, e2e<=3s", "test");
    private static final long SECOND_NS = 1_000_000_000L;

    /// @param meanTpotMs and `p99TpotMs` over all requests
    private record Outcome(double meanTpotMs, double p99TpotMs, long good, int requests) {
        double goodput() {
            return (double) good / requests;
        }
    }

    /// 300 seeds, each with its own distance between the server's start and the first request, up to a
    /// minute, and with outputs of 150 tokens or of 150 with a standard deviation of 50.
    @Test
    void degradedKeepsTheMeanAndLosesTheTail() {
        List<Outcome> outcomes = new ArrayList<>();
        for (long seed = 0; seed < 300; seed++) {
            double outputSd = seed % 2 == 0 ? 0 : 50;
            long firstNs = SECOND_NS / 5 * seed;
            long serverSeed = seed;
            outcomes.add(run(ProfileEngine.degraded(PROFILE, serverSeed, 0), seed, firstNs, outputSd));
        }
        double[] means =
                outcomes.stream().mapToDouble(Outcome::meanTpotMs).sorted().toArray();
        assertThat(means[150]).isBetween(8.8, 9.3);
        assertThat(Arrays.stream(means)
                        .filter(mean -> mean >= 8.3 && mean <= 9.7)
                        .count())
                .as("runs of 300 whose mean TPOT is near 9 ms")
                .isGreaterThanOrEqualTo(285);
        assertThat(means[0]).isGreaterThan(8);
        assertThat(means[299]).isLessThan(10);
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.p99TpotMs()).isGreaterThan(20);
            assertThat(outcome.goodput()).isLessThan(0.85);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void healthyMissesPracticallyNone(long seed) {
        int requests = 0;
        long good = 0;
        for (int run = 0; run < 10; run++) {
            Outcome outcome = run(ProfileEngine.healthy(PROFILE, seed * 1000 + run), seed * 1000 + run, 0, 50);
            requests += outcome.requests();
            good += outcome.good();
        }
        assertThat(requests - good).isLessThanOrEqualTo(requests / 2_000);
    }

    private static Outcome run(ServingEngine engine, long seed, long firstNs, double outputSd) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 31 + 17);
        List<RecordedGeneration> requests = new ArrayList<>();
        long arrivalNs = firstNs;
        while (arrivalNs < firstNs + 20 * SECOND_NS) {
            int promptTokens = (int) Math.max(1, random.nextGaussian(800, 300));
            int outputTokens = (int) Math.max(1, random.nextGaussian(150, outputSd));
            RecordedGeneration request = new RecordedGeneration(arrivalNs, promptTokens);
            request.submitTo(engine, outputTokens);
            requests.add(request);
            arrivalNs += (long) (random.nextExponential() * SECOND_NS / 30);
        }
        for (RecordedGeneration request : requests) {
            while (!request.ended) {
                engine.advanceTo(engine.nextDueNs());
            }
        }
        List<RequestTrace> traces = IntStream.range(0, requests.size())
                .mapToObj(i -> requests.get(i).trace(i))
                .toList();
        List<Reading> readings =
                traces.stream().map(trace -> Reading.of(trace, Dialect.GOODPUT)).toList();
        Distribution tpot = Distribution.of(readings.stream().mapToDouble(Reading::perTokenNs));
        long good = IntStream.range(0, traces.size())
                .filter(i -> Judgement.of(traces.get(i), readings.get(i), SLO).isGood())
                .count();
        return new Outcome(tpot.mean() / 1e6, tpot.p99() / 1e6, good, traces.size());
    }
}
