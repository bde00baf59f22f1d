package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Comparison.Row;
import dev.goodput.core.gate.Regression;
import java.util.ArrayList;
import java.util.List;

/// Everything the HTML page of a comparison shows, as text that its template escapes.
///
/// @param word the verdict's class
record ComparisonPage(
        PageAssets assets,
        String word,
        String sign,
        String name,
        String meaning,
        String tool,
        String baseline,
        String candidate,
        String slo,
        List<String> reasons,
        Forest forest,
        List<Section> sections,
        List<ComparisonReport.Lines> notes) {

    private static final PageAssets ASSETS = PageAssets.withoutScript("curves.css");

    /// Changes on one axis in units of their margins; to the right is worse.
    ///
    /// @param zero place of "no change" as a percentage of the width, and `margin` of the margin
    record Forest(String zero, String margin, List<Change> changes) {}

    /// @param shade class of the bar
    /// @param from and `width` of the interval
    record Change(String label, String shade, String from, String width, String point, String text) {}

    static String render(ComparisonReport report) {
        return Templates.render("comparison.jte", of(report, ASSETS));
    }

    private static ComparisonPage of(ComparisonReport report, PageAssets assets) {
        Comparison comparison = report.comparison();
        return new ComparisonPage(
                assets,
                word(comparison.outcome()),
                report.sign(),
                report.name(),
                report.meaning(),
                PlainText.clean(comparison.candidate().run().manifest().tool()),
                report.baselineSubject(),
                report.candidateSubject(),
                report.slo(),
                report.reasons(),
                forest(comparison.rows()),
                report.sections(),
                report.notes());
    }

    private static String word(Regression outcome) {
        return switch (outcome) {
            case NO_REGRESSION -> "pass";
            case REGRESSION -> "fail";
            case INCONCLUSIVE -> "inconclusive";
            case INVALID -> "invalid";
        };
    }

    /// At least three margins to both sides; changes beyond twelve end at the edge.
    private static Forest forest(List<Row> rows) {
        double reach = 3;
        for (Row row : rows) {
            reach = Math.clamp(
                    1.15
                            * Math.max(
                                    Math.abs(worse(row, row.interval().lower())),
                                    Math.abs(worse(row, row.interval().upper()))),
                    reach,
                    12);
        }
        List<Change> changes = new ArrayList<>();
        for (Row row : rows) {
            double a = place(worse(row, row.interval().lower()), reach);
            double b = place(worse(row, row.interval().upper()), reach);
            changes.add(new Change(
                    ComparisonSections.label(row.name()),
                    word(row.outcome()),
                    Bars.width(Math.min(a, b)),
                    Bars.width(Math.abs(b - a)),
                    Bars.width(place(worse(row, row.change()), reach)),
                    ComparisonSections.change(row, row.change()) + " · " + ComparisonSections.outcome(row.outcome())));
        }
        return new Forest(Bars.width(place(0, reach)), Bars.width(place(1, reach)), changes);
    }

    /// How much worse, in margins.
    private static double worse(Row row, double change) {
        double sign = ComparisonSections.isShare(row) ? -1 : 1;
        return sign * change / row.margin().doubleValue();
    }

    private static double place(double margins, double reach) {
        return Math.clamp((margins + reach) / (2 * reach), 0, 1);
    }
}
