package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;

/// The verdict as a small SVG picture for a README or a dashboard. It loads nothing, says everything in words as well
/// as
/// in colour, and fits whatever font the viewer has: the widths of its texts are set, not measured.
public final class Badge {
    private static final String LABEL = "goodput";
    private static final int LABEL_WIDTH = 62;
    private static final int CHARACTER_WIDTH = 7;
    private static final int PADDING = 10;

    private Badge() {}

    /// @throws IllegalArgumentException when the input holds no verdict
    public static String render(ReportInput input) {
        GateResult result = input.decisive()
                .orElseThrow(() -> new IllegalArgumentException("no verdict to draw: the input holds no result"));
        return render(result.verdict(), result.goodput().share());
    }

    static String render(Verdict verdict, double share) {
        // A share that the measurement cannot carry is not shown.
        String value = verdict == Verdict.INVALID ? verdict.name() : verdict.name() + " " + Format.percent(share);
        int textWidth = value.length() * CHARACTER_WIDTH;
        int valueWidth = textWidth + 2 * PADDING;
        int width = LABEL_WIDTH + valueWidth;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" viewBox="0 0 %1$d 20" role="img" aria-label="%2$s: %3$s">
                  <title>%2$s: %3$s</title>
                  <clipPath id="r"><rect width="%1$d" height="20" rx="3"/></clipPath>
                  <g clip-path="url(#r)">
                    <rect width="%4$d" height="20" fill="#32383f"/>
                    <rect x="%4$d" width="%5$d" height="20" fill="%6$s"/>
                  </g>
                  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle" aria-hidden="true">
                    <text x="%7$d" y="14" textLength="%8$d" lengthAdjust="spacingAndGlyphs">%2$s</text>
                    <text x="%9$d" y="14" textLength="%10$d" lengthAdjust="spacingAndGlyphs" font-weight="bold">%3$s</text>
                  </g>
                </svg>
                """.formatted(
                        width,
                        LABEL,
                        value.replace("<", "&lt;").replace(">", "&gt;"),
                        LABEL_WIDTH,
                        valueWidth,
                        colour(verdict),
                        LABEL_WIDTH / 2,
                        LABEL_WIDTH - 2 * PADDING,
                        LABEL_WIDTH + valueWidth / 2,
                        textWidth);
    }

    /// Each dark enough for white text (contrast 4.5 : 1 and more).
    private static String colour(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "#1a7f37";
            case FAIL -> "#c21f2e";
            case INCONCLUSIVE -> "#8a5a00";
            case INVALID -> "#6639ba";
        };
    }
}
