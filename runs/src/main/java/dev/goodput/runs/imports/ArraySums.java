package dev.goodput.runs.imports;

/// Sums in the order in which NumPy takes them: in blocks of at most 128 numbers with eight running sums each, blocks
/// joined pairwise. Where a tool prints a spread of rounding errors, only the same order gives the same digits.
final class ArraySums {
    private static final int BLOCK = 128;
    private static final int LANES = 8;

    private ArraySums() {}

    static double pairwise(double[] values) {
        return pairwise(values, 0, values.length);
    }

    private static double pairwise(double[] values, int from, int n) {
        if (n < LANES) {
            double sum = 0;
            for (int i = from; i < from + n; i++) {
                sum += values[i];
            }
            return sum;
        }
        if (n > BLOCK) {
            int half = n / 2;
            half -= half % LANES;
            return pairwise(values, from, half) + pairwise(values, from + half, n - half);
        }
        double[] lanes = new double[LANES];
        System.arraycopy(values, from, lanes, 0, LANES);
        int i = LANES;
        for (; i < n - n % LANES; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] += values[from + i + lane];
            }
        }
        double sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
        for (; i < n; i++) {
            sum += values[from + i];
        }
        return sum;
    }
}
