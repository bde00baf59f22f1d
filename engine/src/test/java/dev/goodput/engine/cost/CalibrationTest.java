package dev.goodput.engine.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static StepLoad load() {
        StepLoad load = new StepLoad();
        load.addPrefill(100, 28, true);
        load.addDecode(499, 1);
        load.addDecode(999, 1);
        return load;
    }

    /// By hand: P = 28, D = 2, C = 128 + 500 + 1000, A = 28·100 + 28·29/2.
    @Test
    void aStepIsTheSumOfItsTerms() {
        assertThat(new Calibrated(5, 0, 0, 0, 0).stepNs(load(), 0)).isEqualTo(5_000_000);
        assertThat(new Calibrated(0, 0.5, 0, 0, 0).stepNs(load(), 0)).isEqualTo(14_000_000);
        assertThat(new Calibrated(0, 0, 0.25, 0, 0).stepNs(load(), 0)).isEqualTo(500_000);
        assertThat(new Calibrated(0, 0, 0, 0.001, 0).stepNs(load(), 0)).isEqualTo(1_628_000);
        assertThat(new Calibrated(0, 0, 0, 0, 0.0001).stepNs(load(), 0)).isEqualTo(320_600);
        assertThat(new Calibrated(0, 0, 0, 0, 0).stepNs(load(), 0))
                .as("never nothing")
                .isEqualTo(1);
        assertThat(new Calibrated(5, 0.5, 0.25, 0.001, 0.0001).slowedBy(2).stepNs(load(), 0))
                .isEqualTo(2 * 21_448_600L);
    }

    @Test
    void speedFollowsItsWindowsRoundAndRound() {
        StepCost cost = new Calibration(new Calibrated(10, 0, 0), List.of(), 1_000, List.of(1.0, 2.0, 0.5)).cost(1, 0);

        assertThat(cost.stepNs(load(), 0)).isEqualTo(10_000_000);
        assertThat(cost.stepNs(load(), 999)).isEqualTo(10_000_000);
        assertThat(cost.stepNs(load(), 1_000)).isEqualTo(20_000_000);
        assertThat(cost.stepNs(load(), 2_500)).isEqualTo(5_000_000);
        assertThat(cost.stepNs(load(), 3_000)).isEqualTo(10_000_000);
        assertThat(new DriftingCost(new Calibrated(10, 0, 0), 1_000, List.of(1.0, 2.0), 1_500).stepNs(load(), 0))
                .isEqualTo(20_000_000);
    }

    @Test
    void jitterKeepsTheMeanAndIsSmallerForLongSteps() {
        List<Double> factors = List.of(0.5, 0.75, 1.0, 1.25, 1.5);
        Calibration calibration = new Calibration(new Calibrated(4, 1, 0), factors, 1, List.of());

        assertThat(spread(calibration, new StepLoad())).isCloseTo(0.354, within(0.01));
        StepLoad sixteenTimes = new StepLoad();
        sixteenTimes.addPrefill(0, 60, true);
        assertThat(spread(calibration, sixteenTimes)).isCloseTo(0.354 / 4, within(0.003));
    }

    /// Standard deviation over mean of many steps, whose mean must be the cost's own.
    private static double spread(Calibration calibration, StepLoad load) {
        StepCost cost = calibration.cost(7, 0);
        double usual = calibration.coefficients().stepNs(load, 0);
        double sum = 0;
        double squares = 0;
        int n = 20_000;
        for (int i = 0; i < n; i++) {
            double share = cost.stepNs(load, 1_000L * i) / usual;
            sum += share / n;
            squares += share * share / n;
        }
        assertThat(sum).isCloseTo(1, within(0.01));
        return Math.sqrt(squares - sum * sum);
    }

    @Test
    void aStepHasOneTimeHoweverOftenItIsAskedFor() {
        Calibration calibration = new Calibration(new Calibrated(4, 0, 0), List.of(0.5, 0.8, 1.1, 1.6), 1, List.of());

        assertThat(calibration.cost(3, 0).stepNs(load(), 12_345))
                .isEqualTo(calibration.cost(3, 0).stepNs(load(), 12_345));
        assertThat(java.util.stream.LongStream.range(0, 50)
                        .map(seed -> calibration.cost(seed, 0).stepNs(load(), 12_345))
                        .distinct()
                        .count())
                .isEqualTo(4);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Calibrated(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Calibrated(Double.NaN, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DriftingCost(new Calibrated(1, 0, 0), 1, List.of(0.0), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JitteredCost(new Calibrated(1, 0, 0), List.of(1.0, -1.0), 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        Calibrated steps = new Calibrated(1, 0, 0);
        for (double nonsense : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new Calibration(steps, List.of(1.0, nonsense), 1, List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("jitter is a list of factors above 0");
            assertThatThrownBy(() -> new Calibration(steps, List.of(), 1, List.of(nonsense)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("speed is a list of factors above 0");
        }
        assertThatThrownBy(() -> new Calibration(steps, List.of(), 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longer than nothing");
    }

    private record Windowed(StepLoad newLoad) implements StepCost {
        @Override
        public long stepNs(StepLoad load, long startNs) {
            return load.windowContextTokens();
        }
    }

    /// Whatever changes the time of a step leaves it the sums that it reads.
    @Test
    void theLoadIsThatOfTheCostUnderneath() {
        Windowed cost = new Windowed(new StepLoad(128));

        assertThat(new JitteredCost(cost, List.of(1.0), 1, 0).newLoad()).isSameAs(cost.newLoad());
        assertThat(new DriftingCost(cost, 1, List.of(1.0), 0).newLoad()).isSameAs(cost.newLoad());
    }
}
