package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import dev.goodput.engine.cost.Calibrated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Coefficients of the step time, by least absolute deviation, alternating with a factor for the
/// machine's speed in each window.
///
/// @param median coefficients of the step in the middle of those of its window, in the order of
///     [Terms#row]
/// @param standardErrors of `median`, by resampling windows
/// @param mean how much longer the mean step takes than `median` says
/// @param speed factor of each window, the mean step having 1
/// @param residuals what is left: measured over predicted step time with the window's factor, one a
///     step
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record StepFit(Terms terms, double[] median, double[] standardErrors, double mean, double[] speed, double[] residuals) {
    private static final int ROUNDS = 200;
    private static final double CONVERGED = 1e-4;

    /// Of the regression, in each round; the next round goes on where it stopped.
    private static final int ITERATIONS = 20;

    private static final int ROUGH_ROUNDS = 8;
    private static final int RESAMPLES = 100;

    /// Of a long run fewer samples are drawn: each costs as much as there are steps.
    private static final int RESAMPLED_STEPS = 2_000_000;

    private static final int LEAST_RESAMPLES = 20;

    /// Fewer have no scatter to speak of.
    private static final int LEAST_SAMPLES = 5;

    private static final int RESAMPLE_ROUNDS = 10;

    /// @throws FitException when the steps do not tell the terms apart
    static StepFit of(List<ObservedStep> steps, Terms terms, long windowNs) {
        int resamples = Math.clamp(RESAMPLED_STEPS / Math.max(steps.size(), 1), LEAST_RESAMPLES, RESAMPLES);
        return of(steps, terms, windowNs, ROUNDS, resamples);
    }

    /// A fit that is good enough to compare schedules by, without standard errors.
    static StepFit rough(List<ObservedStep> steps, long windowNs) {
        return of(steps, Terms.USUAL, windowNs, ROUGH_ROUNDS, 0);
    }

    private static StepFit of(List<ObservedStep> steps, Terms terms, long windowNs, int rounds, int resamples) {
        double[][] rows = steps.stream().map(step -> terms.row(step.load())).toArray(double[][]::new);
        double[] measured = steps.stream().mapToDouble(ObservedStep::ms).toArray();
        SpeedWindows windows = SpeedWindows.of(steps, windowNs);
        double[] factors = new double[windows.count()];
        Arrays.fill(factors, 1);
        double[] solution;
        double[] errors;
        try {
            double[] start = LeastAbsoluteDeviation.fit(rows, measured);
            solution = alternate(rows, measured, windows, start, factors, rounds);
            errors = errors(rows, measured, windows, solution, factors, resamples);
        } catch (ArithmeticException _) {
            throw new FitException("the steps of this run do not tell the time of a prompt token from that of a step;"
                    + " a fit needs requests that overlap, with prompts of different lengths");
        }
        double[] predicted = predicted(rows, solution);
        double mean = Arrays.stream(measured).sum() / Arrays.stream(predicted).sum();
        double[] speed = Arrays.stream(windows.totals(measured, predicted))
                .map(factor -> factor / mean)
                .toArray();
        double[] residuals = new double[measured.length];
        for (int k = 0; k < residuals.length; k++) {
            residuals[k] = measured[k] / (predicted[k] * mean * speed[windows.windowOf()[k]]);
        }
        return new StepFit(terms, solution, errors, mean, speed, residuals);
    }

    /// Coefficients of the mean step.
    Calibrated calibrated() {
        return terms.calibrated(median).slowedBy(mean);
    }

    /// How far a step lies from its prediction, in the middle.
    double medianResidual() {
        return Distribution.of(Arrays.stream(residuals).map(ratio -> Math.abs(ratio - 1)))
                .p50();
    }

    /// Both halves make the sum of absolute residuals smaller, so it comes to an end, which does not
    /// depend on the start: the first round takes the factors from it.
    ///
    /// @param start coefficients to begin with
    /// @param factors of the windows; improved in place
    private static double[] alternate(
            double[][] rows, double[] measured, SpeedWindows windows, double[] start, double[] factors, int rounds) {
        double[] ofStep = new double[rows.length];
        double[] solution = start;
        for (int round = 0; round < rounds; round++) {
            double[] medians = windows.medians(measured, predicted(rows, solution));
            double middle = Arrays.stream(medians).average().orElse(1);
            for (int w = 0; w < factors.length; w++) {
                factors[w] = medians[w] / middle;
            }
            for (int k = 0; k < rows.length; k++) {
                ofStep[k] = factors[windows.windowOf()[k]];
            }
            double[] next = LeastAbsoluteDeviation.fit(rows, ofStep, measured, solution, ITERATIONS);
            double moved = 0;
            for (int j = 0; j < next.length; j++) {
                moved = Math.max(moved, Math.abs(next[j] - solution[j]) / Math.abs(solution[j]));
            }
            solution = next;
            if (moved < CONVERGED) {
                break;
            }
        }
        return solution;
    }

    private static double[] predicted(double[][] rows, double[] solution) {
        return Arrays.stream(rows)
                .mapToDouble(row -> Math.max(LeastAbsoluteDeviation.dot(row, solution), 1e-6))
                .toArray();
    }

    /// The scatter of the coefficients when windows are drawn with replacement: steps of one window go
    /// together. Samples that do not tell the terms apart, such as one of windows without a prompt, do
    /// not count.
    ///
    /// @throws ArithmeticException when too few samples count for a scatter
    private static double[] errors(
            double[][] rows,
            double[] measured,
            SpeedWindows windows,
            double[] solution,
            double[] factors,
            int resamples) {
        double[] errors = new double[solution.length];
        if (resamples == 0) {
            return errors;
        }
        List<double[]> samples = samples(rows, measured, windows, solution, factors, resamples);
        if (samples.size() < LEAST_SAMPLES) {
            throw new ArithmeticException("too few samples tell the terms apart");
        }
        for (int j = 0; j < errors.length; j++) {
            int column = j;
            double mean = samples.stream()
                    .mapToDouble(sample -> sample[column])
                    .average()
                    .orElseThrow();
            errors[j] = Math.sqrt(samples.stream()
                    .mapToDouble(sample -> (sample[column] - mean) * (sample[column] - mean))
                    .average()
                    .orElseThrow());
        }
        return errors;
    }

    private static List<double[]> samples(
            double[][] rows,
            double[] measured,
            SpeedWindows windows,
            double[] solution,
            double[] factors,
            int resamples) {
        int[][] steps = windows.steps();
        SplittableRandom random = new SplittableRandom(1);
        List<double[]> samples = new ArrayList<>(resamples);
        for (int i = 0; i < resamples; i++) {
            try {
                samples.add(resampled(rows, measured, steps, solution, factors, random));
            } catch (ArithmeticException _) {
                // This draw says nothing of the scatter; the next may.
            }
        }
        return samples;
    }

    /// @throws ArithmeticException when the steps drawn do not tell the terms apart
    private static double[] resampled(
            double[][] rows,
            double[] measured,
            int[][] steps,
            double[] solution,
            double[] factors,
            SplittableRandom random) {
        int[] drawn = random.ints(steps.length, 0, steps.length).toArray();
        int size = Arrays.stream(drawn).map(w -> steps[w].length).sum();
        if (size == 0) {
            throw new ArithmeticException("only windows without a step");
        }
        double[][] drawnRows = new double[size][];
        double[] drawnMs = new double[size];
        int[] windowOf = new int[size];
        double[] drawnFactors = new double[drawn.length];
        int next = 0;
        for (int w = 0; w < drawn.length; w++) {
            drawnFactors[w] = factors[drawn[w]];
            for (int k : steps[drawn[w]]) {
                drawnRows[next] = rows[k];
                drawnMs[next] = measured[k];
                windowOf[next++] = w;
            }
        }
        return alternate(
                drawnRows, drawnMs, new SpeedWindows(windowOf, drawn.length), solution, drawnFactors, RESAMPLE_ROUNDS);
    }
}
