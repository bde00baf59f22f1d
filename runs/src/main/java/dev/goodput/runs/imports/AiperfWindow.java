package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.List;

/// The phase that AIPerf's rates divide by.
///
/// The file prints its bounds to the microsecond, which loses digits that the rates still have. The length is therefore
/// taken from the request rate, to the nanosecond, where that agrees with the printed bounds.
///
/// @param startNs printed start of the phase, in nanoseconds of the Unix epoch; 0 when unknown
/// @param lengthNs 0 when unknown
record AiperfWindow(long startNs, double lengthNs) {
    /// What printing to the microsecond, from a double of seconds, can hide.
    private static final long PRINTED_NS = 2_000;

    static AiperfWindow of(AiperfSummary summary) {
        long startNs = summary.startNs();
        long endNs = summary.endNs();
        if (startNs <= 0 || endNs <= startNs) {
            return new AiperfWindow(0, 0);
        }
        double printedNs = endNs - startNs;
        double countedNs =
                Math.rint(1e9 * summary.number("request_count", "avg") / summary.number("request_throughput", "avg"));
        boolean agrees = Math.abs(countedNs - printedNs) <= PRINTED_NS;
        return new AiperfWindow(startNs, agrees ? countedNs : printedNs);
    }

    boolean isKnown() {
        return lengthNs > 0;
    }

    /// Bounds as AIPerf computes with them, in doubles of the Unix epoch, which step by 256 ns: all that the printed
    /// start allows, the likeliest first.
    List<Bounds> candidates() {
        List<Bounds> candidates = new ArrayList<>();
        for (long offNs = 0; offNs <= PRINTED_NS; offNs += 64) {
            add(candidates, startNs + offNs);
            add(candidates, startNs - offNs);
        }
        return candidates;
    }

    private void add(List<Bounds> candidates, long fromNs) {
        Bounds bounds = new Bounds((double) fromNs, (double) (fromNs + (long) lengthNs));
        if (!candidates.contains(bounds)) {
            candidates.add(bounds);
        }
    }

    /// From and to, in nanoseconds of the Unix epoch.
    record Bounds(double fromNs, double toNs) {}
}
