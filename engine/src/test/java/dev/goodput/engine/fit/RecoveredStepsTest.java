package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.StepLoad;
import dev.goodput.engine.serving.EngineConfig;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveredStepsTest {
    private static final Calibrated COST = new Calibrated(5, 0.02, 0.0002);

    static EngineConfig engine(boolean chunked, int budget) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxBatchedTokens = budget;
        config.maxSequences = 64;
        config.chunkedPrefill = chunked;
        config.maxModelLen = 2_048;
        config.frontEndNs = 8_000_000;
        return config.build();
    }

    /// Tokens of one true step are one step, of different ones different steps in the same order,
    /// however late the client was: one stamp in fifty comes half a step late.
    @ParameterizedTest
    @CsvSource({"1, true, 128, 8", "2, true, 256, 0", "3, false, 2048, 8", "4, false, 2048, 0", "5, true, 512, 30"})
    void stepsAreThoseOfTheEngine(long seed, boolean chunked, int budget, int clients) {
        Arrivals arrivals = clients > 0 ? new Arrivals.Closed(clients, 200_000) : new Arrivals.Open();
        List<ServedRequest> exact = SyntheticRun.served(engine(chunked, budget), 1, COST, arrivals, 100, seed);
        SplittableRandom random = new SplittableRandom(seed);
        RecoveredSteps steps = RecoveredSteps.of(
                exact.stream().map(request -> late(request, random)).toList());

        TreeSet<Double> times = new TreeSet<>();
        exact.forEach(request -> Arrays.stream(request.tokenNs()).forEach(times::add));
        List<Double> ends = List.copyOf(times);
        assertThat(steps.count()).isEqualTo(ends.size());
        for (int i = 0; i < exact.size(); i++) {
            double[] tokenNs = exact.get(i).tokenNs();
            for (int k = 0; k < tokenNs.length; k++) {
                assertThat(ends.get(steps.firstStep()[i] + k)).isEqualTo(tokenNs[k]);
            }
        }
    }

    private static ServedRequest late(ServedRequest request, SplittableRandom random) {
        double[] stamps = Arrays.stream(request.tokenNs())
                .map(stamp -> stamp + random.nextExponential() * 100_000 + (random.nextInt(50) == 0 ? 2_500_000 : 0))
                .toArray();
        for (int k = 1; k < stamps.length; k++) {
            stamps[k] = Math.max(stamps[k], stamps[k - 1]);
        }
        return new ServedRequest(
                request.index(), request.startNs(), request.endNs(), request.promptTokens(), 0, stamps);
    }

    private record Load(long prefillTokens, int decodes, long contextTokens) {
        static Load of(StepLoad load) {
            return new Load(load.prefillTokens(), load.decodes(), load.contextTokens());
        }
    }

    /// What every step computed, as the engine itself was told. Where the first chunk of a prompt began
    /// cannot always be seen to the token, so the context may miss a few.
    @ParameterizedTest
    @CsvSource({"1, true, 128", "2, true, 512", "3, false, 2048"})
    void loadsAreThoseOfTheEngine(long seed, boolean chunked, int budget) {
        Map<Long, Load> truth = new HashMap<>();
        List<ServedRequest> served = SyntheticRun.served(
                engine(chunked, budget),
                1,
                (load, startNs) -> {
                    truth.put(startNs + COST.stepNs(load, startNs), Load.of(load));
                    return COST.stepNs(load, startNs);
                },
                new Arrivals.Closed(8, 200_000),
                150,
                seed);
        RecoveredSteps steps = RecoveredSteps.of(served);
        Scheduling scheduling = Scheduling.of(served, steps, new Scheduling.Rule(chunked, budget), 8_000_000);

        int same = 0;
        for (int k = 0; k < steps.count(); k++) {
            Load found = Load.of(scheduling.loads().get(k));
            Load computed = Objects.requireNonNull(truth.get(Math.round(steps.endNs()[k])));
            boolean isSame = found.prefillTokens() == computed.prefillTokens()
                    && found.decodes() == computed.decodes()
                    && Math.abs(found.contextTokens() - computed.contextTokens()) <= 0.01 * computed.contextTokens();
            same += isSame ? 1 : 0;
        }
        assertThat(scheduling.misfits()).isZero();
        assertThat(same).isGreaterThanOrEqualTo((int) (0.98 * steps.count()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void severalReplicasDoNotPassForOneEngine(long seed) {
        List<ServedRequest> served =
                SyntheticRun.served(engine(true, 128), 3, COST, new Arrivals.Closed(12, 200_000), 100, seed);

        assertThatThrownBy(() -> RecoveredSteps.of(served))
                .isInstanceOf(FitException.class)
                .hasMessageContaining("tokens do not fall into steps of one engine")
                .hasMessageContaining("single replica");
    }
}
