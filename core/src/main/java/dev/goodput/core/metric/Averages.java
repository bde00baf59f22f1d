package dev.goodput.core.metric;

import dev.goodput.core.metric.Explanation.Change;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// What each axis contributes to a difference, averaged over the orders in which the axes can be changed (Shapley
/// 1953). Orders that lead through a corner where the number does not exist are left out. The contributions add up to
/// the difference, up to floating-point error.
///
/// @param contributions the largest first; empty where no order leads through numbers alone
/// @param orders how many orders were averaged
/// @param isEveryOrder whether those are all; else they are drawn evenly from a fixed seed
public record Averages(List<Contribution> contributions, double orders, boolean isEveryOrder) {

    /// @param move mean over the orders
    public record Contribution(Change change, double move) {}

    private static final int MAX_AXES = 20;
    private static final int FEWEST_DRAWN = 20;

    /// Contributions smaller than this share of the largest are rounding.
    private static final double NOTHING = 1e-12;

    public Averages {
        contributions = List.copyOf(contributions);
    }

    static Averages over(Walk walk, int maxMeasurements) {
        List<Integer> axes = consulted(walk);
        return axes.size() <= MAX_AXES && 1 << axes.size() <= maxMeasurements
                ? every(walk, axes)
                : drawn(walk, axes, Math.max(maxMeasurements / axes.size(), FEWEST_DRAWN));
    }

    /// Axes that the number consults at any corner: the others contribute nothing.
    private static List<Integer> consulted(Walk walk) {
        BitSet consulted = walk.consultedAt(new BitSet());
        BitSet before;
        do {
            before = (BitSet) consulted.clone();
            List<Integer> axes = before.stream().boxed().toList();
            if (axes.size() > MAX_AXES) {
                return walk.all().stream().boxed().toList();
            }
            for (int corner = 0; corner < 1 << axes.size(); corner++) {
                consulted.or(walk.consultedAt(corner(axes, corner)));
            }
        } while (!consulted.equals(before));
        return consulted.stream().boxed().toList();
    }

    private static BitSet corner(List<Integer> axes, int bits) {
        BitSet corner = new BitSet();
        for (int i = 0; i < axes.size(); i++) {
            corner.set(axes.get(i), (bits & 1 << i) != 0);
        }
        return corner;
    }

    /// Counts, for every edge of the cube, the orders that pass over it.
    private static Averages every(Walk walk, List<Integer> axes) {
        int n = axes.size();
        int full = (1 << n) - 1;
        double[] values = new double[full + 1];
        double[] ordersTo = new double[full + 1];
        double[] ordersFrom = new double[full + 1];
        ordersTo[0] = 1;
        for (int corner = 0; corner <= full; corner++) {
            values[corner] = walk.at(corner(axes, corner));
            for (int i = 0; i < n && Double.isFinite(values[corner]); i++) {
                if ((corner & 1 << i) != 0) {
                    ordersTo[corner] += ordersTo[corner ^ 1 << i];
                }
            }
        }
        ordersFrom[full] = 1;
        double[] moves = new double[n];
        for (int corner = full - 1; corner >= 0; corner--) {
            for (int i = 0; i < n && Double.isFinite(values[corner]); i++) {
                int next = corner | 1 << i;
                if (next != corner && Double.isFinite(values[next])) {
                    ordersFrom[corner] += ordersFrom[next];
                    moves[i] += ordersTo[corner] * ordersFrom[next] * (values[next] - values[corner]);
                }
            }
        }
        return of(walk, axes, moves, ordersTo[full], true);
    }

    private static Averages drawn(Walk walk, List<Integer> axes, int orders) {
        SplittableRandom random = new SplittableRandom(1);
        double[] moves = new double[axes.size()];
        int counted = 0;
        for (int k = 0; k < orders; k++) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < axes.size(); i++) {
                order.add(random.nextInt(i + 1), i);
            }
            double[] inOrder = new double[axes.size()];
            BitSet changed = new BitSet();
            double value = walk.at(changed);
            for (int i : order) {
                changed.set(axes.get(i));
                double next = walk.at(changed);
                inOrder[i] = next - value;
                value = next;
            }
            boolean exists = java.util.Arrays.stream(inOrder).allMatch(Double::isFinite);
            for (int i = 0; exists && i < moves.length; i++) {
                moves[i] += inOrder[i];
            }
            counted += exists ? 1 : 0;
        }
        return of(walk, axes, moves, counted, false);
    }

    private static Averages of(Walk walk, List<Integer> axes, double[] moves, double orders, boolean isEveryOrder) {
        List<Contribution> contributions = new ArrayList<>();
        double largest = java.util.Arrays.stream(moves).map(Math::abs).max().orElse(0);
        for (int i = 0; i < moves.length && orders > 0; i++) {
            if (Math.abs(moves[i]) > NOTHING * largest) {
                contributions.add(new Contribution(walk.change(axes.get(i)), moves[i] / orders));
            }
        }
        contributions.sort(Comparator.comparingDouble((Contribution one) -> -Math.abs(one.move())));
        return new Averages(contributions, orders, isEveryOrder);
    }
}
