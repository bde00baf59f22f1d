package dev.goodput.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What happened when, to scale: lanes of spans and of moments below each other, on one axis of time.
///
/// @param time the axis; spans and moments are in its unit
public record LaneFigure(String title, String caption, Scale time, List<Lane> lanes, List<Legend> key)
        implements Figure {
    private static final double LEFT = 168;
    private static final double RIGHT = Drawing.WIDTH - 30.0;
    private static final double LANE = 34;
    private static final double PITCH = 52;
    private static final double PIXELS_PER_LETTER = 7.5;
    private static final int LABEL_COLUMNS = 20;

    public LaneFigure {
        lanes = List.copyOf(lanes);
        key = List.copyOf(key);
    }

    /// @param moments marked with a point each, over the spans
    public record Lane(String label, List<Span> spans, List<Double> moments) {
        public Lane {
            spans = List.copyOf(spans);
            moments = List.copyOf(moments);
        }
    }

    /// @param text written into the span where there is room
    /// @param shortText written where there is room for less
    /// @param words shown when pointed at
    public record Span(double from, double to, Shade shade, String text, String shortText, String words) {}

    private double x(double at) {
        return LEFT + (RIGHT - LEFT) * time.at(at);
    }

    @Override
    public Drawing drawing() {
        Drawing.Builder draw = new Drawing.Builder();
        double bottom = lanes.size() * PITCH + 4;
        for (double tick : time.ticks(8)) {
            draw.line(x(tick), 2, x(tick), bottom, "grid");
            draw.words(x(tick), bottom + 18, time.text(tick), "middle", "tick");
        }
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            double top = i * PITCH + 8;
            draw.words(0, top + LANE / 2 + 5, lane.label(), "start", "name");
            for (Span span : lane.spans()) {
                double width = x(span.to()) - x(span.from());
                draw.box(
                        x(span.from()), top, width, LANE, "fill-" + span.shade().style(), span.words());
                double middle = (x(span.from()) + x(span.to())) / 2;
                String text = fitting(span, (int) ((width - 8) / PIXELS_PER_LETTER));
                draw.words(
                        middle,
                        top + LANE / 2 + 4.5,
                        text,
                        "middle",
                        "on-" + span.shade().style());
            }
            if (!lane.moments().isEmpty()) {
                draw.line(
                        x(lane.moments().getFirst()),
                        top + LANE / 2,
                        x(lane.moments().getLast()),
                        top + LANE / 2,
                        "rail");
                lane.moments().forEach(at -> draw.dot(x(at), top + LANE / 2, 4, "point-good", time.text(round(at))));
            }
        }
        return draw.build((int) bottom + 26);
    }

    /// What has room within so many letters; may be empty.
    private static String fitting(Span span, int letters) {
        return span.text().length() <= letters
                ? span.text()
                : span.shortText().length() <= letters ? span.shortText() : "";
    }

    private static double round(double value) {
        return Math.rint(value * 10) / 10;
    }

    @Override
    public List<String> lines(TerminalStyle style) {
        int width = style.width() - LABEL_COLUMNS - 4;
        List<String> lines = new ArrayList<>();
        for (Lane lane : lanes) {
            char[] cells = new char[width];
            Arrays.fill(cells, ' ');
            lane.spans().forEach(span -> fill(cells, span, style));
            mark(cells, lane.moments(), style);
            lines.add(TextGrid.label(lane.label(), LABEL_COLUMNS) + new String(cells));
        }
        TextGrid.Ruler ruler = new TextGrid.Ruler(width);
        time.ticks(Math.max(2, width / 12)).forEach(tick -> ruler.put(time.at(tick), time.text(tick)));
        lines.add(" ".repeat(LABEL_COLUMNS) + ruler);
        return lines;
    }

    /// A span begins with an upright stroke where it is wide enough to lose a column.
    private void fill(char[] cells, Span span, TerminalStyle style) {
        if (span.to() <= time.low() || span.from() >= time.high()) {
            return;
        }
        int from = (int) Math.round(time.at(span.from()) * cells.length);
        int to = Math.max(from + 1, (int) Math.round(time.at(span.to()) * cells.length));
        Arrays.fill(
                cells,
                Math.min(from, cells.length - 1),
                Math.min(to, cells.length),
                span.shade().fill(style));
        if (to - from > 1) {
            cells[from] = style.blocks() ? '│' : '|';
        }
        String text = fitting(span, to - from - 4);
        if (!text.isEmpty()) {
            String padded = " " + text + " ";
            padded.getChars(0, padded.length(), cells, from + 1 + (to - from - padded.length()) / 2);
        }
    }

    private void mark(char[] cells, List<Double> moments, TerminalStyle style) {
        if (moments.isEmpty()) {
            return;
        }
        int last = cells.length - 1;
        int from = (int) Math.round(time.at(moments.getFirst()) * last);
        int to = (int) Math.round(time.at(moments.getLast()) * last);
        Arrays.fill(cells, from, to + 1, style.blocks() ? '─' : '-');
        moments.forEach(at -> cells[(int) Math.round(time.at(at) * last)] = Shade.GOOD.point(style));
    }
}
