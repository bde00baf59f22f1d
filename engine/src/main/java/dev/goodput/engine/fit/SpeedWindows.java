package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Which window of time each step starts in, so that a machine that changes its speed has a factor for
/// each.
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record SpeedWindows(int[] windowOf, int count) {
    /// Steps of a window with fewer take the factor of the whole run.
    private static final int LEAST = 5;

    static SpeedWindows of(List<ObservedStep> steps, long windowNs) {
        int[] windowOf = steps.stream()
                .mapToInt(step -> (int) (step.startNs() / windowNs))
                .toArray();
        return new SpeedWindows(windowOf, Arrays.stream(windowOf).max().orElse(-1) + 1);
    }

    /// The middle of measured over predicted of each window: what a step there takes, whatever
    /// interrupts single ones.
    double[] medians(double[] measuredMs, double[] predictedMs) {
        List<List<Double>> ratios = new ArrayList<>();
        for (int w = 0; w < count; w++) {
            ratios.add(new ArrayList<>());
        }
        for (int k = 0; k < windowOf.length; k++) {
            ratios.get(windowOf[k]).add(measuredMs[k] / predictedMs[k]);
        }
        double all = Distribution.of(ratios.stream().flatMap(List::stream).mapToDouble(Double::doubleValue))
                .p50();
        return ratios.stream()
                .mapToDouble(window -> window.size() < LEAST
                        ? all
                        : Distribution.of(window.stream().mapToDouble(Double::doubleValue))
                                .p50())
                .toArray();
    }

    /// Measured over predicted time of each window: with it the window takes as long as it did.
    double[] totals(double[] measuredMs, double[] predictedMs) {
        double[] measured = new double[count];
        double[] predicted = new double[count];
        int[] steps = new int[count];
        for (int k = 0; k < windowOf.length; k++) {
            measured[windowOf[k]] += measuredMs[k];
            predicted[windowOf[k]] += predictedMs[k];
            steps[windowOf[k]]++;
        }
        double all = Arrays.stream(measured).sum() / Arrays.stream(predicted).sum();
        double[] totals = new double[count];
        for (int w = 0; w < count; w++) {
            totals[w] = steps[w] < LEAST ? all : measured[w] / predicted[w];
        }
        return totals;
    }
}
