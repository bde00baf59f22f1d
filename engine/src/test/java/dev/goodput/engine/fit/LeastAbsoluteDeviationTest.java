package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeastAbsoluteDeviationTest {
    @Test
    void theConstantOfASampleIsItsMedian() {
        double[][] ones = {{1}, {1}, {1}, {1}, {1}};

        assertThat(LeastAbsoluteDeviation.fit(ones, new double[] {3, 1, 2, 1_000, 2.5})[0])
                .isCloseTo(2.5, within(0.05));
    }

    /// A third of the values is far off to one side; the others lie on the plane.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void outliersDoNotMoveIt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[300][];
        double[] values = new double[300];
        for (int k = 0; k < 300; k++) {
            rows[k] = new double[] {1, random.nextInt(2_000), 1e4 * random.nextDouble()};
            values[k] = 5 + 0.02 * rows[k][1] + 0.0003 * rows[k][2] + (k % 3 == 0 ? 50 * random.nextDouble() : 0);
        }

        double[] found = LeastAbsoluteDeviation.fit(rows, values);

        assertThat(found[0]).isCloseTo(5, within(0.05));
        assertThat(found[1]).isCloseTo(0.02, within(0.0001));
        assertThat(found[2]).isCloseTo(0.0003, within(0.00001));
    }

    /// No other coefficients nearby have a smaller sum of absolute residuals.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noNeighbourIsBetter(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[200][];
        double[] values = new double[200];
        for (int k = 0; k < 200; k++) {
            rows[k] = new double[] {1, random.nextDouble()};
            values[k] = 1 + rows[k][1] + random.nextExponential();
        }
        double[] found = LeastAbsoluteDeviation.fit(rows, values);
        double best = sum(rows, values, found);

        for (int i = 0; i < 100; i++) {
            double[] other = {found[0] + random.nextGaussian() * 0.05, found[1] + random.nextGaussian() * 0.05};
            assertThat(sum(rows, values, other)).isGreaterThan(best * 0.9999);
        }
    }

    private static double sum(double[][] rows, double[] values, double[] coefficients) {
        double sum = 0;
        for (int k = 0; k < rows.length; k++) {
            sum += Math.abs(values[k] - LeastAbsoluteDeviation.dot(rows[k], coefficients));
        }
        return sum;
    }

    @Test
    void columnsThatDependOnEachOtherAreRefused() {
        double[][] twins = {{1, 2}, {1, 2}, {1, 2}};
        double[][] nothing = {{1, 0}, {1, 0}, {1, 0}};

        assertThatThrownBy(() -> LeastAbsoluteDeviation.fit(twins, new double[] {1, 2, 3}))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> LeastAbsoluteDeviation.fit(nothing, new double[] {1, 2, 3}))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> LeastAbsoluteDeviation.fit(new double[][] {{1, 2}}, new double[] {1}))
                .isInstanceOf(ArithmeticException.class);
    }
}
