package dev.goodput.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.sim.Simulation;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.WorkloadRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The lesson of the product, in virtual time: 36 chat requests/s for 20 s against the demo's engine,
/// with prompts in chunks and in one piece.
class DemoEngineTest {
    private static final Slo SLO = SloParser.inline("ttft<=500ms, tpot<=15ms, e2e<=3.5s", "test");
    private static final int SEEDS = 40;

    /// @param meanTpotMs and `p99TpotMs` over all requests
    private record Outcome(double meanTpotMs, double p99TpotMs, double goodput) {}

    private static Outcome run(EngineSpec spec, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<WorkloadRequest> requests = new ArrayList<>();
        double atNs = 0;
        for (int i = 0; i < 720; i++) {
            atNs -= Math.log1p(-random.nextDouble()) / 36 * 1e9;
            int prompt = (int) Math.max(1, 800 + 300 * random.nextGaussian());
            int output = (int) Math.max(1, 150 + 50 * random.nextGaussian());
            requests.add(new WorkloadRequest(
                    i,
                    EngineRequest.of(Prompt.of(i, prompt), output, -1 - i),
                    null,
                    new WorkloadRequest.At(Math.round(atNs))));
        }
        List<RequestTrace> traces = new ArrayList<>();
        Simulation.run(
                spec.build().start(seed, null), Network.NONE, requests.iterator(), new Limits(0, 0, 0), traces::add);
        List<Reading> readings =
                traces.stream().map(trace -> Reading.of(trace, Dialect.GOODPUT)).toList();
        double[] tpotMs = readings.stream()
                .mapToDouble(Reading::perTokenNs)
                .filter(Double::isFinite)
                .map(ns -> ns / 1e6)
                .sorted()
                .toArray();
        int good = 0;
        double sum = 0;
        for (int i = 0; i < traces.size(); i++) {
            good += Judgement.of(traces.get(i), readings.get(i), SLO).isGood() ? 1 : 0;
        }
        for (double tpot : tpotMs) {
            sum += tpot;
        }
        return new Outcome(sum / tpotMs.length, tpotMs[tpotMs.length * 99 / 100], good / 720.0);
    }

    @Test
    void inChunksPracticallyNobodyWaits() {
        EngineSpec demo = EngineSpec.load(EngineSpec.DEMO);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Outcome outcome = run(demo, seed);
            assertThat(outcome.goodput()).isGreaterThan(.99);
            assertThat(outcome.meanTpotMs()).isBetween(6.5, 8.5);
        }
    }

    @Test
    void inOnePieceTheMeanStaysBelowItsLimitAndTheTailIsLost() {
        EngineSpec degraded = EngineSpec.load(EngineSpec.DEMO).degraded();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Outcome outcome = run(degraded, seed);
            assertThat(outcome.goodput()).isLessThan(.9);
            assertThat(outcome.meanTpotMs()).isLessThan(12);
            assertThat(outcome.p99TpotMs()).isGreaterThan(15);
        }
    }
}
