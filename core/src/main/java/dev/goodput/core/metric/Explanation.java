package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Why two dialects give different values for the same run: the way from one to the other, one axis at a time, and how
/// far the number moved at each step.
///
/// Each step's `after` is the next step's `before`, the first `before` is the one value and the last `after` the other,
/// so the steps add up to the whole difference exactly. Axes that do not move the number on the way are not steps.
///
/// @param steps in an order chosen so that the story is short: the largest move first
/// @param averages the contribution of each axis averaged over all orders (Shapley 1953); empty unless asked for
public record Explanation(
        Dialect from, Dialect to, Answer fromValue, Answer toValue, List<Step> steps, List<Average> averages) {

    /// One choice changed.
    public record Step(Axis before, Axis after, double valueBefore, double valueAfter) {
        public double move() {
            return valueAfter - valueBefore;
        }
    }

    /// @param move mean over all orders in which the axes could be changed
    public record Average(Axis before, Axis after, double move) {}

    /// Averaging visits every subset of the axes that matter; beyond this many it is not done.
    public static final int MAX_AXES_TO_AVERAGE = 12;

    /// @param measure the number, from the run under a dialect
    public static Explanation of(Dialect from, Dialect to, Function<Dialect, Answer> measure, boolean allOrders) {
        Answer fromValue = measure.apply(from);
        Answer toValue = measure.apply(to);
        if (fromValue instanceof Answer.Refused || toValue instanceof Answer.Refused) {
            return new Explanation(from, to, fromValue, toValue, List.of(), List.of());
        }
        Walk walk = new Walk(from, to, measure);
        List<Step> steps = walk.greedy(fromValue.orNaN(), toValue.orNaN());
        return new Explanation(
                from,
                to,
                fromValue,
                toValue,
                steps,
                allOrders ? walk.averages(fromValue.orNaN(), toValue.orNaN()) : List.of());
    }

    /// The corners of the cube between two dialects: each differing axis is either still as in `from` or already as in
    /// `to`. Values are remembered, since every order visits the same corners.
    private static final class Walk {
        private final Dialect from;
        private final List<Axis> before = new ArrayList<>();
        private final List<Axis> after = new ArrayList<>();
        private final Function<Dialect, Answer> measure;
        private final Map<BitSet, Double> values = new HashMap<>();

        Walk(Dialect from, Dialect to, Function<Dialect, Answer> measure) {
            this.from = from;
            this.measure = measure;
            for (Class<? extends Axis> axis : from.differencesFrom(to)) {
                before.add(from.on(axis));
                after.add(to.on(axis));
            }
        }

        private double at(BitSet changed) {
            return values.computeIfAbsent((BitSet) changed.clone(), corner -> {
                Dialect dialect = from;
                for (int i = corner.nextSetBit(0); i >= 0; i = corner.nextSetBit(i + 1)) {
                    dialect = dialect.with(after.get(i));
                }
                return measure.apply(dialect).orNaN();
            });
        }

        /// Changes, at each point, the axis that moves the number most. One that does not move it waits, and is changed
        /// silently once nothing else moves.
        List<Step> greedy(double start, double end) {
            List<Step> steps = new ArrayList<>();
            BitSet changed = new BitSet();
            double value = start;
            while (changed.cardinality() < after.size()) {
                int best = -1;
                double bestMove = 0;
                for (int i = changed.nextClearBit(0); i < after.size(); i = changed.nextClearBit(i + 1)) {
                    changed.set(i);
                    double move = Math.abs(at(changed) - value);
                    changed.clear(i);
                    if (move > bestMove) {
                        best = i;
                        bestMove = move;
                    }
                }
                if (best < 0) {
                    best = silent(changed, value);
                    changed.set(best);
                    continue;
                }
                changed.set(best);
                double next = at(changed);
                steps.add(new Step(before.get(best), after.get(best), value, next));
                value = next;
            }
            if (value != end) {
                throw new IllegalStateException("the last corner is not the other dialect: " + value + ", " + end);
            }
            return steps;
        }

        /// An axis whose change leaves the number where it is; failing that, any.
        private int silent(BitSet changed, double value) {
            for (int i = changed.nextClearBit(0); i < after.size(); i = changed.nextClearBit(i + 1)) {
                changed.set(i);
                double there = at(changed);
                changed.clear(i);
                if (there == value) {
                    return i;
                }
            }
            return changed.nextClearBit(0);
        }

        /// Shapley values over the axes that matter.
        List<Average> averages(double start, double end) {
            List<Integer> axes = mattering(start, end);
            int n = axes.size();
            if (n > MAX_AXES_TO_AVERAGE) {
                return List.of();
            }
            double[] moves = new double[n];
            for (int corner = 0; corner < 1 << n; corner++) {
                BitSet changed = new BitSet();
                for (int i = 0; i < n; i++) {
                    changed.set(axes.get(i), (corner & 1 << i) != 0);
                }
                double here = at(changed);
                double weight = 1.0 / (n * binomial(n - 1, changed.cardinality()));
                for (int i = 0; i < n; i++) {
                    if (!changed.get(axes.get(i))) {
                        changed.set(axes.get(i));
                        moves[i] += weight * (at(changed) - here);
                        changed.clear(axes.get(i));
                    }
                }
            }
            List<Average> averages = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                if (Double.isNaN(moves[i])) {
                    return List.of(); // some order leads through a corner where the number does not exist
                }
                if (moves[i] != 0) {
                    averages.add(new Average(before.get(axes.get(i)), after.get(axes.get(i)), moves[i]));
                }
            }
            return averages;
        }

        /// Axes that move the number at either end or anywhere on the way. Should the rest still matter together, all
        /// are kept.
        private List<Integer> mattering(double start, double end) {
            List<Integer> all = new ArrayList<>();
            List<Integer> kept = new ArrayList<>();
            List<BitSet> visited = List.copyOf(values.keySet());
            BitSet onlyKept = new BitSet();
            for (int i = 0; i < after.size(); i++) {
                all.add(i);
                int axis = i;
                if (visited.stream().anyMatch(corner -> moves(corner, axis))) {
                    kept.add(i);
                    onlyKept.set(i);
                }
            }
            return at(onlyKept) == end && at(new BitSet()) == start ? kept : all;
        }

        private boolean moves(BitSet corner, int axis) {
            BitSet flipped = (BitSet) corner.clone();
            flipped.flip(axis);
            return at(flipped) != at(corner);
        }

        private static double binomial(int n, int k) {
            double ways = 1;
            for (int i = 0; i < k; i++) {
                ways = ways * (n - i) / (i + 1);
            }
            return ways;
        }
    }
}
