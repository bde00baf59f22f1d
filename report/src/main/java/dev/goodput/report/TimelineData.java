package dev.goodput.report;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TTFT of requests by when they should have started, thinned for drawing: good ones are sampled evenly, of bad ones
/// the slowest of each stretch of time stay.
///
/// @param kinds what the series are called, in the order of the numbers in `kind`
/// @param t seconds from the run's epoch, ascending
/// @param ttftMs null for a request that failed before its first token
/// @param total requests before thinning
record TimelineData(List<String> kinds, List<Double> t, List<@Nullable Double> ttftMs, List<Integer> kind, int total) {

    private static final int MAX_POINTS_A_KIND = 2_000;

    private record Point(double seconds, double ttftNs, int kind) {}

    static TimelineData of(ReportInput input) {
        List<String> kinds = input.results().isEmpty()
                ? List.of("completed", "missed", "failed")
                : List.of("good", "missed the SLO", "failed");
        List<Point> points = points(input);
        List<Point> kept = new ArrayList<>();
        for (int kind = 0; kind < kinds.size(); kind++) {
            int wanted = kind;
            kept.addAll(
                    thin(points.stream().filter(point -> point.kind() == wanted).toList(), kind > 0));
        }
        kept.sort(Comparator.comparingDouble(Point::seconds));
        List<Double> t = new ArrayList<>();
        List<@Nullable Double> ttft = new ArrayList<>();
        List<Integer> kind = new ArrayList<>();
        for (Point point : kept) {
            t.add(Math.rint(point.seconds() * 1e3) / 1e3);
            ttft.add(Double.isNaN(point.ttftNs()) ? null : (Double) CdfData.rounded(point.ttftNs()));
            kind.add(point.kind());
        }
        return new TimelineData(kinds, t, ttft, kind, points.size());
    }

    private static List<Point> points(ReportInput input) {
        List<RequestTrace> traces = input.run().traces();
        List<Judgement> judgements =
                input.decisive().map(result -> result.judgements()).orElse(List.of());
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            RequestTrace trace = traces.get(i);
            Timeline timeline = trace.timeline();
            double startNs =
                    Stamp.isKnown(timeline.intendedStartNs()) ? timeline.intendedStartNs() : timeline.startNs();
            if (!Stamp.isKnown(startNs)) {
                continue;
            }
            int kind = !trace.isCompleted()
                    ? 2
                    : judgements.isEmpty() || judgements.get(i).isGood() ? 0 : 1;
            Reading reading = input.metrics().readings().get(i);
            points.add(new Point(startNs / 1e9, reading.ttftNs(), kind));
        }
        points.sort(Comparator.comparingDouble(Point::seconds));
        return points;
    }

    private static List<Point> thin(List<Point> points, boolean keepSlowest) {
        int n = points.size();
        if (n <= MAX_POINTS_A_KIND) {
            return points;
        }
        List<Point> kept = new ArrayList<>();
        for (int i = 0; i < MAX_POINTS_A_KIND; i++) {
            int from = (int) ((long) i * n / MAX_POINTS_A_KIND);
            int to = (int) ((long) (i + 1) * n / MAX_POINTS_A_KIND);
            kept.add(
                    keepSlowest
                            ? points.subList(from, to).stream()
                                    .max(Comparator.comparingDouble(
                                            point -> Double.isNaN(point.ttftNs()) ? -1 : point.ttftNs()))
                                    .orElseThrow()
                            : points.get(from));
        }
        return kept;
    }
}
