package dev.goodput.engine.fit;

import java.util.Arrays;

/// Linear regression that minimises the sum of absolute residuals: a step that the machine interrupted
/// weighs no more than its length, not the square of it. Solved by iteratively reweighted least squares
/// (Schlossmacher 1973).
final class LeastAbsoluteDeviation {
    private static final int MAX_ITERATIONS = 60;
    private static final double CONVERGED = 1e-6;

    /// Residuals below this share of the mean value weigh alike; without a floor a point that is met
    /// exactly would weigh infinitely much.
    private static final double FLOOR = 1e-4;

    private LeastAbsoluteDeviation() {}

    /// @param rows what each value depends on, equally long rows
    /// @return one coefficient a column
    /// @throws ArithmeticException when the columns depend on each other, or there are fewer rows than
    ///     columns
    static double[] fit(double[][] rows, double[] values) {
        double[] ones = new double[rows.length];
        Arrays.fill(ones, 1);
        return fit(rows, ones, values, weighted(rows, ones, values, ones), MAX_ITERATIONS);
    }

    /// Coefficients nearer to the best ones than `start`.
    ///
    /// @param factors each row is multiplied by its factor
    /// @param iterations at most
    static double[] fit(double[][] rows, double[] factors, double[] values, double[] start, int iterations) {
        double floor = Arrays.stream(values).map(Math::abs).average().orElse(0) * FLOOR;
        double[] weights = new double[values.length];
        double[] solution = start;
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < values.length; k++) {
                weights[k] = 1 / Math.max(Math.abs(values[k] - factors[k] * dot(rows[k], solution)), floor);
            }
            double[] next = weighted(rows, factors, values, weights);
            double moved = 0;
            for (int j = 0; j < next.length; j++) {
                moved = Math.max(moved, Math.abs(next[j] - solution[j]) / Math.abs(next[j]));
            }
            solution = next;
            if (moved <= CONVERGED) {
                break;
            }
        }
        return solution;
    }

    static double dot(double[] row, double[] coefficients) {
        double sum = 0;
        for (int j = 0; j < coefficients.length; j++) {
            sum += row[j] * coefficients[j];
        }
        return sum;
    }

    /// Weighted least squares by the normal equations of scaled columns, solved by Cholesky's
    /// decomposition.
    private static double[] weighted(double[][] rows, double[] factors, double[] values, double[] weights) {
        int n = rows.length == 0 ? 0 : rows[0].length;
        if (rows.length < n || n == 0) {
            throw new ArithmeticException("fewer values than coefficients");
        }
        double[][] normal = new double[n][n];
        double[] right = new double[n];
        double total = Arrays.stream(weights).sum();
        for (int k = 0; k < rows.length; k++) {
            double weight = weights[k] / total;
            for (int i = 0; i < n; i++) {
                double scaled = factors[k] * rows[k][i] * weight;
                right[i] += scaled * values[k];
                for (int j = 0; j <= i; j++) {
                    normal[i][j] += scaled * factors[k] * rows[k][j];
                }
            }
        }
        // Token counts and ones differ by four orders of magnitude.
        double[] scale = new double[n];
        Arrays.setAll(scale, i -> Math.sqrt(normal[i][i]));
        for (int i = 0; i < n; i++) {
            right[i] /= scale[i];
            for (int j = 0; j <= i; j++) {
                normal[i][j] /= scale[i] * scale[j];
            }
        }
        double[] solution = solve(normal, right);
        for (int j = 0; j < n; j++) {
            solution[j] /= scale[j];
        }
        return solution;
    }

    /// @param matrix symmetric; its lower half is read and overwritten
    private static double[] solve(double[][] matrix, double[] right) {
        int n = right.length;
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= matrix[i][k] * matrix[j][k];
                }
                if (i == j) {
                    if (!(sum > 1e-12 * matrix[i][i])) {
                        throw new ArithmeticException("the columns depend on each other");
                    }
                    matrix[i][i] = Math.sqrt(sum);
                } else {
                    matrix[i][j] = sum / matrix[j][j];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            double sum = right[i];
            for (int k = 0; k < i; k++) {
                sum -= matrix[i][k] * x[k];
            }
            x[i] = sum / matrix[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = x[i];
            for (int k = i + 1; k < n; k++) {
                sum -= matrix[k][i] * x[k];
            }
            x[i] = sum / matrix[i][i];
        }
        return x;
    }
}
