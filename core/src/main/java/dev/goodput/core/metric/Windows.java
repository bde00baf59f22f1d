package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/// The time that a dialect divides by.
final class Windows {
    private Windows() {}

    static Answer of(DialectRun seen) {
        Window rule = seen.dialect().on(Window.class);
        Run run = seen.run();
        boolean needsStarts = switch (rule) {
            case VALID_SPAN, ALL_SPAN, SEND_SPAN, FROM_FIRST_END, RECORDED_ORDER, LAST_ISSUED -> true;
            case RUN, PHASE, DISPATCH_TO_GATHER, SETUP_TO_JOIN, MEASURED, START_TO_STOP, INPROC_SPAN, NONE -> false;
        };
        if (needsStarts && !run.manifest().coverage().starts()) {
            return new Answer.Refused("the file does not say when requests started");
        }
        List<DialectRun.Request> requests = seen.requests();
        double ns = switch (rule) {
            // A tool that keeps its own duration has it in the manifest of the imported run; for our own runs these are
            // all the time from the epoch to the end.
            case RUN, PHASE, DISPATCH_TO_GATHER, SETUP_TO_JOIN, MEASURED, START_TO_STOP, INPROC_SPAN ->
                run.manifest().windowNs();
            case VALID_SPAN -> span(requests, request -> request.fate() == Fate.SUCCESS);
            case ALL_SPAN -> span(requests, request -> Stamp.isKnown(endNs(request)));
            case SEND_SPAN ->
                max(requests.stream().mapToDouble(Windows::startNs))
                        - min(requests.stream().mapToDouble(Windows::startNs));
            case FROM_FIRST_END -> max(ends(requests)) - min(ends(requests));
            case RECORDED_ORDER -> recordedOrder(requests);
            case LAST_ISSUED -> lastIssued(requests);
            case NONE -> Double.NaN;
        };
        return ns > 0 ? new Answer.Value(ns) : new Answer.Refused("there is no time to divide by");
    }

    private static double span(List<DialectRun.Request> requests, Predicate<DialectRun.Request> counted) {
        List<DialectRun.Request> kept = requests.stream().filter(counted).toList();
        return max(ends(kept)) - min(kept.stream().mapToDouble(Windows::startNs));
    }

    private static double recordedOrder(List<DialectRun.Request> requests) {
        List<DialectRun.Request> byEnd = requests.stream()
                .filter(request -> Stamp.isKnown(endNs(request)))
                .sorted(Comparator.comparingDouble(Windows::endNs))
                .toList();
        return byEnd.isEmpty() ? Double.NaN : endNs(byEnd.getLast()) - startNs(byEnd.getFirst());
    }

    private static double lastIssued(List<DialectRun.Request> requests) {
        double firstNs = min(requests.stream().mapToDouble(Windows::zeroNs));
        return requests.stream()
                .filter(request -> Stamp.isKnown(zeroNs(request)))
                .max(Comparator.comparingDouble(Windows::zeroNs))
                .map(last -> endNs(last) - firstNs)
                .orElse(Double.NaN);
    }

    private static DoubleStream ends(List<DialectRun.Request> requests) {
        return requests.stream().mapToDouble(Windows::endNs);
    }

    private static double startNs(DialectRun.Request request) {
        return request.trace().timeline().startNs();
    }

    /// Schedule-driven tools count from the schedule.
    private static double zeroNs(DialectRun.Request request) {
        RequestTrace trace = request.trace();
        return Stamp.isKnown(trace.timeline().intendedStartNs())
                ? trace.timeline().intendedStartNs()
                : trace.timeline().startNs();
    }

    /// The request's end under the dialect; for one without output, the end of its response.
    private static double endNs(DialectRun.Request request) {
        double zeroNs = request.zeroNs();
        double e2eNs = request.reading().e2eNs();
        return Double.isNaN(zeroNs + e2eNs) ? request.trace().timeline().endNs() : zeroNs + e2eNs;
    }

    private static double min(DoubleStream stampsNs) {
        return stampsNs.filter(Stamp::isKnown).min().orElse(Double.NaN);
    }

    private static double max(DoubleStream stampsNs) {
        return stampsNs.filter(Stamp::isKnown).max().orElse(Double.NaN);
    }
}
