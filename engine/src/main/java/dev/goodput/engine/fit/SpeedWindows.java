package dev.goodput.engine.fit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

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

    /// The steps of each window, by their place in the run.
    int[][] steps() {
        int[][] steps = new int[count][];
        int[] size = new int[count];
        for (int w : windowOf) {
            size[w]++;
        }
        Arrays.setAll(steps, w -> new int[size[w]]);
        int[] filled = new int[count];
        for (int k = 0; k < windowOf.length; k++) {
            steps[windowOf[k]][filled[windowOf[k]]++] = k;
        }
        return steps;
    }

    /// The factor of each window that leaves the smallest sum of absolute residuals: the median of
    /// measured over predicted, weighted by the prediction. Needs a step in any of them.
    double[] medians(double[] measuredMs, double[] predictedMs) {
        double all = median(IntStream.range(0, windowOf.length).toArray(), measuredMs, predictedMs);
        return Arrays.stream(steps())
                .mapToDouble(window -> window.length < LEAST ? all : median(window, measuredMs, predictedMs))
                .toArray();
    }

    private record Ratio(double value, double weight) {}

    private static double median(int[] steps, double[] measuredMs, double[] predictedMs) {
        Ratio[] ratios = Arrays.stream(steps)
                .mapToObj(k -> new Ratio(measuredMs[k] / predictedMs[k], predictedMs[k]))
                .sorted(Comparator.comparingDouble(Ratio::value))
                .toArray(Ratio[]::new);
        double left = Arrays.stream(ratios).mapToDouble(Ratio::weight).sum() / 2;
        int middle = 0;
        while (left > ratios[middle].weight()) {
            left -= ratios[middle++].weight();
        }
        return ratios[middle].value();
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
