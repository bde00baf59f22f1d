package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// Values as bars below each other, on one scale that the bars share.
///
/// @param high the value at the full width
public record BarFigure(String title, String caption, double high, List<Bar> bars, List<Legend> key) implements Figure {
    private static final double LEFT = 270;
    private static final double RIGHT = Drawing.WIDTH - 150.0;
    private static final double HEIGHT = 22;
    private static final double PITCH = 32;
    private static final int LABEL_COLUMNS = 34;
    private static final int TEXT_COLUMNS = 18;
    private static final String EIGHTHS = "▏▎▍▌▋▊▉█";

    public BarFigure {
        bars = List.copyOf(bars);
        key = List.copyOf(key);
    }

    /// @param from where the bar begins; 0 but for a move from one value to another
    /// @param mark a value to set the bar against, drawn as a stroke; NaN for none
    /// @param text the value in words, beside the bar
    public record Bar(String label, double from, double to, Shade shade, double mark, String text) {
        public static Bar of(String label, double value, Shade shade, String text) {
            return new Bar(label, 0, value, shade, Double.NaN, text);
        }
    }

    private double x(double value) {
        return LEFT + (RIGHT - LEFT) * Math.clamp(value / high, 0, 1);
    }

    @Override
    public Drawing drawing() {
        Drawing.Builder draw = new Drawing.Builder();
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double top = i * PITCH + 5;
            double left = x(Math.min(bar.from(), bar.to()));
            double right = x(Math.max(bar.from(), bar.to()));
            draw.words(0, top + HEIGHT / 2 + 5, bar.label(), "start", "name");
            draw.box(LEFT, top, RIGHT - LEFT, HEIGHT, "track", "");
            draw.box(
                    left,
                    top,
                    Math.max(right - left, 2),
                    HEIGHT,
                    "fill-" + bar.shade().style(),
                    bar.text());
            if (!Double.isNaN(bar.mark())) {
                draw.line(x(bar.mark()), top - 3, x(bar.mark()), top + HEIGHT + 3, "stroke");
            }
            draw.words(Drawing.WIDTH, top + HEIGHT / 2 + 5, bar.text(), "end", "value");
        }
        return draw.build((int) (bars.size() * PITCH) + 4);
    }

    @Override
    public List<String> lines(TerminalStyle style) {
        int width = style.width() - LABEL_COLUMNS - TEXT_COLUMNS - 4;
        List<String> lines = new ArrayList<>();
        for (Bar bar : bars) {
            StringBuilder cells = new StringBuilder(" ".repeat(width));
            double from = Math.clamp(Math.min(bar.from(), bar.to()) / high, 0, 1) * width;
            double to = Math.clamp(Math.max(bar.from(), bar.to()) / high, 0, 1) * width;
            int first = Math.min((int) from, width - 1);
            for (int i = first; i < Math.min((int) to, width); i++) {
                cells.setCharAt(i, style.blocks() ? '█' : bar.shade().fill(style));
            }
            int eighths = (int) Math.round((to - (int) to) * EIGHTHS.length());
            if (style.blocks() && eighths > 0 && (int) to < width) {
                cells.setCharAt((int) to, EIGHTHS.charAt(eighths - 1));
            } else if ((int) to <= first) {
                cells.setCharAt(first, style.blocks() ? '▏' : bar.shade().fill(style));
            }
            if (!Double.isNaN(bar.mark())) {
                int at = (int) Math.min(Math.round(Math.clamp(bar.mark() / high, 0, 1) * width), width - 1L);
                cells.setCharAt(at, style.blocks() ? '┃' : '|');
            }
            lines.add(TextGrid.label(bar.label(), LABEL_COLUMNS) + cells + "  " + bar.text());
        }
        return lines;
    }

    /// Bars of one length beside each other need no shades on a terminal.
    @Override
    public String keyLine(TerminalStyle style) {
        return "";
    }
}
