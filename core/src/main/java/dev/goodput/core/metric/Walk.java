package dev.goodput.core.metric;

import dev.goodput.core.metric.Explanation.Change;
import dev.goodput.core.metric.Explanation.Step;
import dev.goodput.core.metric.axis.Axis;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The corners of the cube between two dialects: each differing axis is either still as in the one or already as in the
/// other. A corner may have no number.
final class Walk {
    /// Below this share of their size two numbers are the same one, summed in another order. Sums of a million terms
    /// differ by less; the smallest rounding that a dialect does moves a mean by more.
    private static final double SAME = 1e-11;

    private final Dialect from;
    private final Measurements measurements;
    private final List<Change> changes;
    private final Map<BitSet, Double> values = new HashMap<>();

    Walk(Dialect from, Dialect to, Measurements measurements) {
        this.from = from;
        this.measurements = measurements;
        this.changes = from.differencesFrom(to).stream()
                .map(axis -> new Change(from.on(axis), to.on(axis)))
                .toList();
    }

    int size() {
        return changes.size();
    }

    Change change(int i) {
        return changes.get(i);
    }

    /// The axes that the number consults at a corner, as far as the two dialects differ on them.
    BitSet consultedAt(BitSet corner) {
        List<Class<? extends Axis>> consulted = measurements.consults(dialect(corner));
        BitSet axes = new BitSet();
        for (int i = 0; i < changes.size(); i++) {
            axes.set(i, consulted.contains(changes.get(i).before().getClass()));
        }
        return axes;
    }

    /// The number at a corner, NaN where there is none.
    double at(BitSet corner) {
        Double known = values.get(corner);
        if (known == null) {
            double value = measurements.numberUnder(dialect(corner));
            known = Double.isFinite(value) ? value : Double.NaN;
            values.put((BitSet) corner.clone(), known);
        }
        return known;
    }

    private Dialect dialect(BitSet corner) {
        return from.with(corner.stream().mapToObj(i -> changes.get(i).after()).toList());
    }

    BitSet all() {
        BitSet all = new BitSet();
        all.set(0, changes.size());
        return all;
    }

    private static boolean isSame(double a, double b) {
        return a == b || Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
    }

    /// The fewest steps that explain the difference, of those that giving up one axis after the other finds.
    List<Step> steps() {
        BitSet inOrder = needed(false);
        BitSet reversed = needed(true);
        return steps(reversed.cardinality() < inOrder.cardinality() ? reversed : inOrder);
    }

    /// Axes none of which can be left out: the others can, and the number is still that of the other dialect.
    private BitSet needed(boolean lastFirst) {
        BitSet needed = all();
        BitSet before;
        // What could not be left out at first can be, at times, once others were.
        do {
            before = (BitSet) needed.clone();
            leaveOut(needed, lastFirst);
        } while (!needed.equals(before));
        return needed;
    }

    private void leaveOut(BitSet needed, boolean lastFirst) {
        double end = at(all());
        // Giving up an axis that is not consulted moves nothing, not even which axes are.
        BitSet consulted = consultedAt(needed);
        for (int k = 0; k < changes.size(); k++) {
            int i = lastFirst ? changes.size() - 1 - k : k;
            if (!needed.get(i)) {
                continue;
            }
            needed.clear(i);
            if (!consulted.get(i)) {
                continue;
            }
            if (isSame(at(needed), end)) {
                consulted = consultedAt(needed);
            } else {
                needed.set(i);
            }
        }
    }

    /// Changes, at each point, the axis that moves the number most; of equals the one that a request meets first. Where
    /// no single one leads to another number, the fewest together that do.
    private List<Step> steps(BitSet needed) {
        List<Step> steps = new ArrayList<>();
        BitSet changed = new BitSet();
        double value = at(changed);
        while (!changed.equals(needed)) {
            BitSet rest = (BitSet) needed.clone();
            rest.andNot(changed);
            BitSet best = null;
            for (int together = 1; best == null && together <= rest.cardinality(); together++) {
                best = largestMove(changed, rest, together, value);
            }
            if (best == null) {
                break;
            }
            changed.or(best);
            // A difference that is one of summing order only goes with the last step.
            double next = changed.equals(needed) ? at(all()) : at(changed);
            steps.add(new Step(best.stream().mapToObj(changes::get).toList(), value, next));
            value = next;
        }
        return steps;
    }

    private @Nullable BitSet largestMove(BitSet changed, BitSet rest, int together, double value) {
        BitSet best = null;
        double bestMove = 0;
        for (BitSet group : groups(rest, together)) {
            BitSet there = (BitSet) changed.clone();
            there.or(group);
            double next = at(there);
            double move = Math.abs(next - value);
            if (move > bestMove && !isSame(next, value)) {
                best = group;
                bestMove = move;
            }
        }
        return best;
    }

    /// All subsets of a size, in lexical order.
    private static List<BitSet> groups(BitSet of, int size) {
        List<BitSet> groups = new ArrayList<>();
        collect(of, size, 0, new BitSet(), groups::add);
        return groups;
    }

    private static void collect(BitSet of, int size, int start, BitSet chosen, java.util.function.Consumer<BitSet> to) {
        if (size == 0) {
            to.accept((BitSet) chosen.clone());
            return;
        }
        for (int i = of.nextSetBit(start); i >= 0; i = of.nextSetBit(i + 1)) {
            chosen.set(i);
            collect(of, size - 1, i + 1, chosen, to);
            chosen.clear(i);
        }
    }
}
