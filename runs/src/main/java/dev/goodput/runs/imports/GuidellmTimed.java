package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// guidellm's distributions over time: local rates and levels of concurrency, each weighted by how long it held. Epoch
/// seconds, in the tool's own arithmetic: their rounding to 240 ns is in its numbers.
final class GuidellmTimed {
    private static final double MERGED_WITHIN_S = 1e-4;
    private static final double EPSILON = 1e-6;

    private GuidellmTimed() {}

    /// Something that counts `weight` at a time.
    record Event(double atS, double weight) {}

    /// Something that counts `weight` between two times.
    record Interval(double fromS, double toS, double weight) {}

    /// @param fromS start of the window, or NaN without one; so is `toS` its end
    static GuidellmDistribution rate(List<Event> events, double fromS, double toS) {
        List<Event> kept = new ArrayList<>();
        if (!Double.isNaN(fromS)) {
            kept.add(new Event(fromS, 0));
        }
        events.stream()
                .filter(event -> !(event.atS() < fromS) && !(event.atS() > toS))
                .forEach(kept::add);
        if (!Double.isNaN(toS)) {
            kept.add(new Event(toS, 0));
        }
        List<Event> merged = merged(kept);
        int n = merged.size();
        if (n <= 1) {
            return GuidellmDistribution.empty();
        }
        double[] rates = new double[n];
        double[] durationsS = new double[n];
        double[] weights = merged.stream().mapToDouble(Event::weight).toArray();
        for (int i = 0; i < n; i++) {
            durationsS[i] = i == 0
                    ? middle(merged, 0) - merged.get(0).atS()
                    : i == n - 1
                            ? Math.max(merged.get(i).atS() - middle(merged, i - 1), EPSILON)
                            : middle(merged, i) - middle(merged, i - 1);
            rates[i] = weights[i] / durationsS[i];
        }
        return GuidellmDistribution.of(rates, durationsS, Math.rint(ArraySums.pairwise(weights)), Double.NaN);
    }

    private static double middle(List<Event> events, int i) {
        return (events.get(i + 1).atS() + events.get(i).atS()) / 2;
    }

    static GuidellmDistribution concurrency(List<Interval> intervals, double fromS, double toS) {
        List<Interval> kept = intervals.stream()
                .filter(interval -> !(interval.toS() < fromS) && !(interval.fromS() > toS))
                .toList();
        List<Event> changes = new ArrayList<>();
        kept.forEach(interval -> changes.add(new Event(interval.fromS(), interval.weight())));
        kept.forEach(interval -> changes.add(new Event(interval.toS(), -interval.weight())));
        List<Event> merged = within(merged(changes), fromS, toS);
        if (merged.size() <= 1) {
            return kept.isEmpty()
                    ? GuidellmDistribution.empty()
                    : GuidellmDistribution.of(
                            new double[] {Math.max(merged.getFirst().weight(), 0)}, new double[] {1}, Double.NaN);
        }
        double[] levels = new double[merged.size() - 1];
        double[] durationsS = new double[levels.length];
        double level = 0;
        boolean lasted = false;
        for (int i = 0; i < levels.length; i++) {
            level += merged.get(i).weight();
            levels[i] = Math.max(level, 0);
            durationsS[i] = Math.max(merged.get(i + 1).atS() - merged.get(i).atS(), 0);
            lasted |= durationsS[i] > 0;
        }
        return lasted
                ? GuidellmDistribution.of(levels, durationsS, kept.size(), Double.NaN)
                : GuidellmDistribution.empty();
    }

    /// Puts what changed before the window at its start, and an end at its end.
    private static List<Event> within(List<Event> changes, double fromS, double toS) {
        if (changes.isEmpty()) {
            return changes;
        }
        List<Event> within = new ArrayList<>();
        if (!Double.isNaN(fromS)) {
            double before = ArraySums.pairwise(changes.stream()
                    .filter(change -> change.atS() < fromS)
                    .mapToDouble(Event::weight)
                    .toArray());
            within.add(new Event(fromS, before));
        }
        changes.stream()
                .filter(change -> !(change.atS() < fromS) && !(change.atS() > toS))
                .forEach(within::add);
        if (!Double.isNaN(toS)) {
            within.add(new Event(toS, 0));
        }
        return within;
    }

    /// Joins events at most 0.1 ms after the first of their group.
    private static List<Event> merged(List<Event> events) {
        List<Event> distinct = new ArrayList<>();
        events.stream().sorted(Comparator.comparingDouble(Event::atS)).forEach(event -> {
            boolean same = !distinct.isEmpty() && distinct.getLast().atS() == event.atS();
            double weight = event.weight() + (same ? distinct.removeLast().weight() : 0);
            distinct.add(new Event(event.atS(), weight));
        });
        List<Event> merged = new ArrayList<>();
        int next = 0;
        while (next < distinct.size()) {
            Event first = distinct.get(next++);
            double weight = first.weight();
            while (next < distinct.size()
                    && distinct.get(next).atS() - distinct.get(next - 1).atS() <= MERGED_WITHIN_S
                    && distinct.get(next).atS() <= first.atS() + MERGED_WITHIN_S) {
                weight += distinct.get(next++).weight();
            }
            merged.add(new Event(first.atS(), weight));
        }
        return merged;
    }
}
