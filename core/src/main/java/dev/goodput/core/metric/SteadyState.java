package dev.goodput.core.metric;

import dev.goodput.core.trace.Run;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A run from the first moment at which nearly as many requests were in flight as the cap allows to the last at which
/// they fell below that, as vLLM's Rust client cuts it out. Requests that failed are not counted.
///
/// @param originNs the earliest start
/// @param fromNs inclusive
/// @param toNs exclusive
/// @param threshold requests in flight that count as nearly all
/// @param peak the most that were in flight at once
/// @param started the same run with those requests alone that started in the stretch
public record SteadyState(
        DialectRun seen, double originNs, double fromNs, double toNs, int threshold, int peak, DialectRun started) {
    /// Of the cap.
    public static final double THRESHOLD = 0.95;

    private static final double NS_PER_S = 1e9;

    /// Such a stretch, or why there is none.
    public sealed interface Found {
        record In(SteadyState state) implements Found {}

        record Not(String reason) implements Found {}
    }

    static Found of(DialectRun seen) {
        Run run = seen.run();
        int cap = run.manifest().schedule().concurrency();
        if (cap <= 0) {
            return new Found.Not("the run had no cap, or does not say which");
        }
        if (!run.manifest().coverage().starts()) {
            return new Found.Not("the file does not say when requests started");
        }
        for (Quantity needed : List.of(Quantity.E2E, Quantity.CHUNK_GAP)) {
            if (seen.answer(needed, Statistic.Simple.COUNT) instanceof Answer.Refused(String reason)) {
                return new Found.Not(reason);
            }
        }
        return sweep(seen, (int) Math.max(Math.ceil(THRESHOLD * cap), 1));
    }

    /// Over starts and ends; an end comes before a start at the same instant.
    private static Found sweep(DialectRun seen, int threshold) {
        double[] startsNs = successes(seen).stream()
                .mapToDouble(DialectRun.Request::zeroNs)
                .sorted()
                .toArray();
        double[] endsNs = successes(seen).stream()
                .mapToDouble(SteadyState::endNs)
                .sorted()
                .toArray();
        double upNs = Double.NaN;
        double downNs = Double.NaN;
        int inFlight = 0;
        int peak = 0;
        int next = 0;
        for (double endNs : endsNs) {
            for (; next < startsNs.length && startsNs[next] < endNs; next++) {
                inFlight++;
                peak = Math.max(peak, inFlight);
                upNs = inFlight == threshold && Double.isNaN(upNs) ? startsNs[next] : upNs;
            }
            downNs = inFlight == threshold ? endNs : downNs;
            inFlight = Math.max(inFlight - 1, 0);
        }
        return Double.isNaN(upNs + downNs)
                ? new Found.Not("so many requests were never in flight at once")
                : new Found.In(new SteadyState(
                        seen, startsNs[0], upNs, downNs, threshold, peak, startedWithin(seen, upNs, downNs)));
    }

    private static DialectRun startedWithin(DialectRun seen, double fromNs, double toNs) {
        Set<Long> indices = successes(seen).stream()
                .filter(request -> request.zeroNs() >= fromNs && request.zeroNs() < toNs)
                .map(request -> request.trace().index())
                .collect(Collectors.toSet());
        Run run = seen.run();
        return DialectRun.of(
                new Run(
                        run.manifest(),
                        run.traces().stream()
                                .filter(trace -> indices.contains(trace.index()))
                                .toList()),
                seen.dialect());
    }

    private static List<DialectRun.Request> successes(DialectRun seen) {
        return seen.requests().stream()
                .filter(request -> request.fate() == Fate.SUCCESS)
                .filter(request -> !Double.isNaN(endNs(request)))
                .toList();
    }

    private static double endNs(DialectRun.Request request) {
        return request.zeroNs() + request.reading().e2eNs();
    }

    private boolean holds(double atNs) {
        return atNs >= fromNs && atNs < toNs;
    }

    public long completed() {
        return successes(seen).stream().filter(request -> holds(endNs(request))).count();
    }

    public long requests() {
        return successes(seen).size();
    }

    /// Chunks with output that came in the stretch, whenever their request started; the tool calls them tokens.
    public long chunks() {
        long count = 0;
        for (DialectRun.Request request : successes(seen)) {
            for (int i = 0; i < request.outputs().count(); i++) {
                count += holds(request.outputs().arrivalNs(i)) ? 1 : 0;
            }
        }
        return count;
    }

    /// An amount a second of the stretch.
    public double perSecond(double amount) {
        return amount * NS_PER_S / Math.max(toNs - fromNs, 1);
    }
}
