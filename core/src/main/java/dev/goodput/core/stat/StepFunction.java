package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A quantity that changes at instants and holds its value between them; 0 before the first.
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record StepFunction(double[] at, double[] value) {
    /// Sums of large gains and losses that should cancel leave residues of this relative size.
    private static final double RESIDUE = 1e-9;

    /// One gain or loss.
    public record Step(double at, double by) {}

    /// The running sum of gains and losses; at one instant losses come first.
    public static StepFunction of(List<Step> steps) {
        Step[] sorted = steps.stream()
                .sorted(Comparator.comparingDouble(Step::at).thenComparing(step -> step.by() > 0))
                .toArray(Step[]::new);
        double[] at = new double[sorted.length];
        double[] value = new double[sorted.length];
        double sum = 0;
        double largest = 0;
        for (int i = 0; i < sorted.length; i++) {
            sum += sorted[i].by();
            at[i] = sorted[i].at();
            value[i] = sum;
            largest = Math.max(largest, Math.abs(sum));
        }
        for (int i = 0; i < value.length; i++) {
            value[i] = Math.abs(value[i]) < RESIDUE * largest ? 0 : value[i];
        }
        return new StepFunction(at, value);
    }

    public boolean isEmpty() {
        return at.length == 0;
    }

    private double valueAt(double instant) {
        int low = 0;
        int high = at.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at[middle] <= instant) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : value[low - 1];
    }

    /// This over another; 0 where the other is not positive.
    public StepFunction over(StepFunction divisor) {
        if (isEmpty() || divisor.isEmpty()) {
            return new StepFunction(new double[0], new double[0]);
        }
        double[] merged = DoubleStream.concat(Arrays.stream(at), Arrays.stream(divisor.at))
                .sorted()
                .distinct()
                .toArray();
        double[] quotients = Arrays.stream(merged)
                .map(instant -> {
                    double by = divisor.valueAt(instant);
                    return by > 0 ? valueAt(instant) / by : 0;
                })
                .toArray();
        return new StepFunction(merged, quotients);
    }

    /// Statistics over a window, every value weighted by how long it held; only while `active` is positive, if given.
    public TimeWeighted within(double from, double to, @Nullable StepFunction active) {
        if (isEmpty() || !(to > from) || (active != null && active.isEmpty())) {
            return TimeWeighted.ZERO;
        }
        DoubleStream instants = Arrays.stream(at);
        if (active != null) {
            instants = DoubleStream.concat(instants, Arrays.stream(active.at));
        }
        double[] grid = DoubleStream.concat(
                        DoubleStream.of(from, to), instants.filter(instant -> instant > from && instant < to))
                .sorted()
                .distinct()
                .toArray();
        int[] segments = IntStream.range(0, grid.length - 1)
                .filter(i -> active == null || active.valueAt(grid[i]) > 0)
                .toArray();
        return TimeWeighted.of(
                Arrays.stream(segments).mapToDouble(i -> valueAt(grid[i])).toArray(),
                Arrays.stream(segments).mapToDouble(i -> grid[i + 1] - grid[i]).toArray());
    }
}
