package dev.goodput.report;

import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/// How many requests were in flight over time; where there are more changes than pixels, the most in each stretch.
///
/// @param t seconds from the run's epoch, ascending
/// @param inFlight from this moment on
/// @param peak the most at any time
/// @param cap the schedule's limit, 0 without one
record InFlightData(List<Double> t, List<Integer> inFlight, int peak, int cap) {
    private static final int MAX_POINTS = 1_500;

    static InFlightData of(Run run) {
        List<RequestTrace> sent = run.traces().stream()
                .filter(trace -> Stamp.isKnown(trace.timeline().startNs()))
                .toList();
        double[] starts =
                sorted(sent.stream().mapToDouble(trace -> trace.timeline().startNs()));
        double[] ends = sorted(sent.stream().mapToDouble(InFlightData::endNs));
        List<Double> atNs = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        int peak = 0;
        int count = 0;
        int ended = 0;
        for (int started = 0; started < starts.length || ended < ends.length; ) {
            // At a tie the end goes first, so that a slot handed on is not counted twice; never before its start.
            boolean isEnd = started == starts.length || (count > 0 && ends[ended] <= starts[started]);
            double nowNs = isEnd ? ends[ended++] : starts[started++];
            count += isEnd ? -1 : 1;
            peak = Math.max(peak, count);
            atNs.add(nowNs);
            counts.add(count);
        }
        return thin(atNs, counts, peak, run.manifest().schedule().concurrency());
    }

    private static InFlightData thin(List<Double> atNs, List<Integer> counts, int peak, int cap) {
        int n = atNs.size();
        int kept = Math.min(n, MAX_POINTS);
        List<Double> t = new ArrayList<>();
        List<Integer> inFlight = new ArrayList<>();
        for (int i = 0; i < kept; i++) {
            int from = (int) ((long) i * n / kept);
            int to = (int) ((long) (i + 1) * n / kept);
            t.add(Math.rint(atNs.get(from) / 1e6) / 1e3);
            inFlight.add(counts.subList(from, to).stream().max(Integer::compare).orElseThrow());
        }
        if (n > kept) {
            // The last change closes the curve; the most of the last stretch would leave it hanging.
            t.add(Math.rint(atNs.getLast() / 1e6) / 1e3);
            inFlight.add(counts.getLast());
        }
        return new InFlightData(t, inFlight, peak, cap);
    }

    /// A request whose end was not seen counts as over at its start: it says nothing about how long it lasted.
    private static double endNs(RequestTrace trace) {
        double startNs = trace.timeline().startNs();
        double endNs = trace.timeline().endNs();
        return Stamp.isKnown(endNs) ? Math.max(endNs, startNs) : startNs;
    }

    private static double[] sorted(DoubleStream stamps) {
        double[] sorted = stamps.toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
