package dev.goodput.report;

import dev.goodput.core.metric.RequestWatch;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The timeline of one request as a drawing: a lane of chunks, and a lane for each of two watches.
///
/// @param ticks chunks on the upper lane
/// @param scale labels below
record RequestFigure(List<Tick> ticks, List<Lane> lanes, List<Label> scale) {

    /// @param shade class: output, framing or moment
    record Tick(String x, String shade, String title) {}

    /// @param before from the start of the watch to the first token, then `after` to the end of the request
    record Lane(String id, Span before, Span after, List<Label> marks) {}

    record Span(String x, String width) {}

    /// @param anchor where the text stands about its place: start, middle or end
    record Label(String x, String text, String anchor) {}

    private static final int SCALE_STEPS = 4;

    static RequestFigure of(RequestTimeline timeline) {
        double zeroNs = timeline.rows().stream()
                .mapToDouble(RequestTimeline.Row::stampNs)
                .min()
                .orElse(0);
        double endNs = timeline.rows().stream()
                .mapToDouble(RequestTimeline.Row::stampNs)
                .max()
                .orElse(0);
        Scale scale = new Scale(zeroNs, Math.max(endNs - zeroNs, 1));
        List<Tick> ticks = new ArrayList<>();
        for (RequestTimeline.Row row : timeline.rows()) {
            String shade = !row.isChunk()
                    ? "moment"
                    : row.what().contains("text")
                                    || row.what().contains("reasoning")
                                    || row.what().contains("tool")
                            ? "output"
                            : "framing";
            ticks.add(new Tick(
                    scale.x(row.stampNs()),
                    shade,
                    row.what() + " at " + Format.time(row.stampNs() - timeline.zeroNs())));
        }
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i <= SCALE_STEPS; i++) {
            double stampNs = zeroNs + scale.rangeNs() * i / SCALE_STEPS;
            labels.add(new Label(
                    scale.x(stampNs),
                    Format.time(stampNs - timeline.zeroNs()),
                    i == 0 ? "start" : i == SCALE_STEPS ? "end" : "middle"));
        }
        return new RequestFigure(
                ticks, List.of(lane(timeline.from(), timeline, scale), lane(timeline.to(), timeline, scale)), labels);
    }

    private static Lane lane(RequestWatch watch, RequestTimeline timeline, Scale scale) {
        List<RequestTimeline.Row> chunks =
                timeline.rows().stream().filter(RequestTimeline.Row::isChunk).toList();
        double firstNs = watch.firstRow() < 0
                ? Stamp.UNKNOWN
                : chunks.get(watch.firstRow()).stampNs();
        List<Label> marks = new ArrayList<>();
        mark(marks, scale, watch.startNs(), "▶", "start");
        mark(marks, scale, firstNs, "●", "middle");
        mark(marks, scale, watch.endNs(), "■", "end");
        return new Lane(
                watch.dialect().id(),
                scale.span(watch.startNs(), firstNs),
                scale.span(Stamp.isKnown(firstNs) ? firstNs : watch.startNs(), watch.endNs()),
                marks);
    }

    private static void mark(List<Label> marks, Scale scale, double stampNs, String sign, String anchor) {
        if (Stamp.isKnown(stampNs)) {
            marks.add(new Label(scale.x(stampNs), sign, anchor));
        }
    }

    private record Scale(double zeroNs, double rangeNs) {
        String x(double stampNs) {
            return String.format(Locale.ROOT, "%.3f%%", (stampNs - zeroNs) / rangeNs * 100);
        }

        Span span(double fromNs, double toNs) {
            boolean isDrawn = Stamp.isKnown(fromNs) && Stamp.isKnown(toNs) && toNs > fromNs;
            return isDrawn ? new Span(x(fromNs), ExplainPage.percent((toNs - fromNs) / rangeNs)) : new Span("0%", "0%");
        }
    }
}
