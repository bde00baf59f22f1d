package dev.goodput.core.gate;

import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The typical value of a run, once for each stretch of it: what two runs are compared by.
///
/// Neighbouring requests share a queue and are late together, so a run of a thousand requests does not say a thousand
/// times how long one takes. The medians of long stretches are close to independent of each other, and their spread is
/// how far the run as a whole can be off (batch means; A. M. Law, "Simulation Modeling and Analysis", section 9.5.3).
final class BlockMedians {
    private static final int BLOCKS = 20;
    private static final int LEAST_BLOCKS = 4;
    private static final int LEAST_OF_BLOCK = 10;

    /// Fewer rounds than this are no sample; the run is cut by its order then.
    private static final int ENOUGH_ROUNDS = 10;

    private BlockMedians() {}

    /// The natural logarithms of the medians, so that their difference between two runs is a ratio. Empty when the run
    /// is too short to be cut.
    ///
    /// @param values positive, in the order of the schedule; NaN for a request without one
    /// @param rounds which round each of them belongs to
    static double[] logs(double[] values, int[] rounds) {
        List<double[]> blocks = byRound(values, rounds);
        if (blocks.size() < ENOUGH_ROUNDS) {
            blocks = byOrder(values);
        }
        double[] logs = blocks.stream()
                .mapToDouble(block -> Math.log(Distribution.of(block).p50()))
                .filter(Double::isFinite)
                .toArray();
        return logs.length < LEAST_BLOCKS ? new double[0] : logs;
    }

    private static List<double[]> byRound(double[] values, int[] rounds) {
        List<double[]> blocks = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || rounds[i] != rounds[from]) {
                blocks.add(Arrays.copyOfRange(values, from, i));
                from = i;
            }
        }
        return blocks;
    }

    private static List<double[]> byOrder(double[] values) {
        int count = Math.min(BLOCKS, values.length / LEAST_OF_BLOCK);
        List<double[]> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) values.length * i / count);
            int to = (int) ((long) values.length * (i + 1) / count);
            blocks.add(Arrays.copyOfRange(values, from, to));
        }
        return blocks;
    }
}
