package dev.goodput.report;

import java.util.List;

/// Everything the roofline page shows, as text that its template escapes. With scripts switched off it
/// still says what the command says.
///
/// @param dataJson what the script computes with
record RooflinePage(
        PageAssets assets,
        String subject,
        String headline,
        String tool,
        List<String> notices,
        List<String> findings,
        List<Section> sections,
        String dataJson) {

    private static final PageAssets ASSETS =
            PageAssets.withScripts("roofline.css", "roofline-cost.js", "roofline-drawing.js", "roofline.js");

    static String render(RooflineReport report, String tool) {
        return Templates.render(
                "roofline.jte",
                new RooflinePage(
                        ASSETS,
                        report.subject(),
                        report.headline(),
                        tool,
                        report.notices(),
                        report.findings(),
                        report.sections().stream()
                                .map(RooflinePage::withoutSettings)
                                .toList(),
                        Json.inline(RooflineData.of(report.input(), report.roofline()))));
    }

    /// What the controls show need not be said below a table, where it would not change with them.
    private static Section withoutSettings(Section section) {
        return new Section(
                section.id(),
                section.title(),
                section.table(),
                section.remarks().getFirst());
    }
}
