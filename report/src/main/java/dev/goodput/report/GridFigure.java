package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// Many things with a few moments each: a column a thing, a cell a moment, marked or not; below it
/// whether a column has any mark.
///
/// @param columns by thing, whether each of its moments is marked; all equally long
public record GridFigure(
        String title, String caption, String across, String down, List<List<Boolean>> columns, List<Legend> key)
        implements Figure {
    private static final double LEFT = 70;
    private static final double CELL_HEIGHT = 11;

    public GridFigure {
        columns = columns.stream().map(List::copyOf).toList();
        key = List.copyOf(key);
    }

    private int rows() {
        return columns.getFirst().size();
    }

    @Override
    public Drawing drawing() {
        Drawing.Builder draw = new Drawing.Builder();
        double pitch = (Drawing.WIDTH - LEFT) / columns.size();
        double foot = rows() * CELL_HEIGHT + 24;
        draw.words(0, 12, down, "start", "axis");
        for (int c = 0; c < columns.size(); c++) {
            double left = LEFT + c * pitch;
            boolean isHit = columns.get(c).contains(true);
            for (int r = 0; r < rows(); r++) {
                boolean isMarked = columns.get(c).get(r);
                String style = isMarked ? "fill-bad" : isHit ? "fill-touched" : "fill-plain";
                draw.box(left, r * CELL_HEIGHT, pitch - 2, CELL_HEIGHT - 2, style, "");
            }
            draw.dot(left + pitch / 2 - 1, foot - 10, 4, isHit ? "point-bad" : "point-none", "");
        }
        draw.words(Drawing.WIDTH, foot + 14, across, "end", "axis");
        return draw.build((int) foot + 22);
    }

    @Override
    public List<String> lines(TerminalStyle style) {
        int shown = Math.min(columns.size(), style.width() - 8);
        List<String> lines = new ArrayList<>();
        for (int r = 0; r < rows(); r++) {
            StringBuilder line = new StringBuilder("      ");
            for (List<Boolean> column : columns.subList(0, shown)) {
                line.append((column.get(r) ? Shade.BAD : Shade.QUIET).fill(style));
            }
            lines.add(line.toString());
        }
        StringBuilder foot = new StringBuilder("      ");
        for (List<Boolean> column : columns.subList(0, shown)) {
            foot.append(column.contains(true) ? (style.blocks() ? '▲' : '^') : ' ');
        }
        lines.add(foot.toString());
        return lines;
    }
}
