package dev.goodput.report;

import dev.goodput.core.slo.Constraint;
import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The cumulative distribution of one metric, thinned for drawing. Every point is an observed value at its true rank,
/// so nothing is smoothed; the tail is kept value by value.
///
/// @param ms values in milliseconds, ascending
/// @param share of the sample at or below each, at the plotting position (rank − ½)/n
/// @param log whether the values span so much that only a logarithmic axis shows them
record CdfData(
        String id,
        String label,
        int count,
        List<Double> ms,
        List<Double> share,
        List<Mark> marks,
        List<Limit> limits,
        boolean log) {

    String countText() {
        return Format.count(count);
    }

    /// A percentile on the curve.
    record Mark(String label, double ms, double share) {}

    /// A limit that the SLO sets on this metric.
    record Limit(String label, double ms) {}

    /// Samples up to this size are drawn whole.
    private static final int WHOLE = 600;

    /// Points of the body of a larger sample, evenly spread over the ranks.
    private static final int BODY = 300;

    /// The largest values of a larger sample, all of them.
    private static final int TAIL = 100;

    /// Points a decade between body and tail, evenly spread over the logarithm of what lies above.
    private static final int PER_DECADE = 40;

    /// From this ratio of the largest value or limit to the median on, a linear axis hides the body.
    private static final double LOG_FROM = 15;

    static CdfData of(LatencyRow row, List<Constraint> constraints) {
        Distribution values = row.values();
        List<Double> ms = new ArrayList<>();
        List<Double> share = new ArrayList<>();
        for (int rank : ranks(values.count())) {
            ms.add(rounded(values.value(rank)));
            share.add((rank + 0.5) / values.count());
        }
        List<Limit> limits = constraints.stream()
                .<Limit>mapMulti((constraint, drawn) -> constraint
                        .fixedNs()
                        .ifPresent(ns -> drawn.accept(new Limit(constraint.toString(), rounded((double) ns)))))
                .toList();
        double largest = Math.max(
                values.max() / 1e6, limits.stream().mapToDouble(Limit::ms).max().orElse(0));
        return new CdfData(
                row.id(),
                row.label(),
                values.count(),
                ms,
                share,
                List.of(mark("P50", values, 500), mark("P90", values, 900), mark("P99", values, 990)),
                limits,
                largest > LOG_FROM * values.p50() / 1e6);
    }

    /// Which ranks to draw of a sorted sample of `n`.
    static List<Integer> ranks(int n) {
        TreeSet<Integer> ranks = new TreeSet<>();
        if (n <= WHOLE) {
            for (int i = 0; i < n; i++) {
                ranks.add(i);
            }
            return List.copyOf(ranks);
        }
        for (int i = 0; i < BODY; i++) {
            ranks.add((int) ((long) i * (n - 1) / (BODY - 1)));
        }
        double step = Math.pow(10, -1.0 / PER_DECADE);
        for (double above = n; above > TAIL; above *= step) {
            ranks.add(n - (int) above);
        }
        for (int i = n - TAIL; i < n; i++) {
            ranks.add(i);
        }
        return List.copyOf(ranks);
    }

    private static Mark mark(String label, Distribution values, int perMille) {
        return new Mark(label, rounded(values.quantile(perMille)), perMille / 1000.0);
    }

    /// Nanoseconds in milliseconds, to the microsecond: finer than a pixel, and half the bytes.
    static double rounded(double ns) {
        return Math.rint(ns / 1e3) / 1e3;
    }
}
