package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InFlightLimitTest {
    private static EngineRun round(long seed) {
        SimulatedLoad load = SimulatedLoad.of(new Lengths(300, 80, 60, 15), new Arrivals.Poisson(12, 0), 300, 0);
        return Experiment.round(EngineSpec.load(LessonEngine.USUAL), load, seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void atNoTimeAreMoreInFlightAndNobodyIsSentEarlyOrOutOfTurn(int limit) {
        EngineRun round = round(limit);
        InFlightLimit client = new InFlightLimit(round.engine().start(round.seed(), null), limit);
        Run run = round.oneRound(client);

        assertThat(run.traces()).hasSize(300).allMatch(RequestTrace::isCompleted);
        double before = 0;
        List<Double> ends = new ArrayList<>();
        for (int i = 0; i < run.traces().size(); i++) {
            double sentNs = client.sentNs(i);
            assertThat(sentNs)
                    .isGreaterThanOrEqualTo(run.traces().get(i).timeline().intendedStartNs())
                    .isGreaterThanOrEqualTo(before);
            before = sentNs;
            assertThat(ends.stream().filter(end -> end > sentNs).count()).isLessThan(limit);
            ends.add(run.traces().get(i).timeline().endNs());
        }
    }

    @Test
    void aLimitThatIsNeverReachedChangesNothing() {
        EngineRun round = round(9);
        InFlightLimit client = new InFlightLimit(round.engine().start(round.seed(), null), 1_000);
        assertThat(round.oneRound(client).traces())
                .isEqualTo(round.inMemory(_ -> {}).traces());
    }
}
