package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import dev.goodput.engine.cost.Calibrated;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

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
        double[] solution = alternate(rows, measured, windows, start(rows, measured), factors, rounds);
        double[] predicted = predicted(rows, solution);
        double mean = Arrays.stream(measured).sum() / Arrays.stream(predicted).sum();
        double[] speed = Arrays.stream(windows.totals(measured, predicted))
                .map(factor -> factor / mean)
                .toArray();
        double[] residuals = new double[measured.length];
        for (int k = 0; k < residuals.length; k++) {
            residuals[k] = measured[k] / (predicted[k] * mean * speed[windows.windowOf()[k]]);
        }
        double[] errors = errors(rows, measured, windows, solution, factors, resamples);
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

    private static double[] start(double[][] rows, double[] measured) {
        try {
            return LeastAbsoluteDeviation.fit(rows, measured);
        } catch (ArithmeticException _) {
            throw new FitException("the steps of this run do not tell the time of a prompt token from that of a step;"
                    + " a fit needs requests that overlap, with prompts of different lengths");
        }
    }

    private static double[] predicted(double[][] rows, double[] solution) {
        return Arrays.stream(rows)
                .mapToDouble(row -> Math.max(LeastAbsoluteDeviation.dot(row, solution), 1e-6))
                .toArray();
    }

    /// The scatter of the coefficients when windows are drawn with replacement: steps of one window go
    /// together.
    private static double[] errors(
            double[][] rows,
            double[] measured,
            SpeedWindows windows,
            double[] solution,
            double[] factors,
            int resamples) {
        int[][] steps = new int[windows.count()][];
        for (int w = 0; w < steps.length; w++) {
            int window = w;
            steps[w] = IntStream.range(0, rows.length)
                    .filter(k -> windows.windowOf()[k] == window)
                    .toArray();
        }
        SplittableRandom random = new SplittableRandom(1);
        double[] sum = new double[rows[0].length];
        double[] squares = new double[rows[0].length];
        for (int i = 0; i < resamples; i++) {
            double[] drawn = resampled(rows, measured, steps, solution, factors, random);
            for (int j = 0; j < sum.length; j++) {
                sum[j] += drawn[j] / resamples;
                squares[j] += drawn[j] * drawn[j] / resamples;
            }
        }
        double[] errors = new double[sum.length];
        for (int j = 0; j < errors.length; j++) {
            errors[j] = Math.sqrt(Math.max(squares[j] - sum[j] * sum[j], 0));
        }
        return errors;
    }

    private static double[] resampled(
            double[][] rows,
            double[] measured,
            int[][] steps,
            double[] solution,
            double[] factors,
            SplittableRandom random) {
        int[] drawn = random.ints(steps.length, 0, steps.length).toArray();
        int size = Arrays.stream(drawn).map(w -> steps[w].length).sum();
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
