package dev.goodput.report;

import java.util.List;

/// Everything the HTML page of a sweep shows, as text that its template escapes.
///
/// @param slo empty where none was given
record SweepPage(
        PageAssets assets,
        String headline,
        String subject,
        String tool,
        String slo,
        List<String> findings,
        List<LoadChart> charts,
        List<Section> sections) {

    private static final PageAssets ASSETS = PageAssets.withoutScript("curves.css");

    static String render(SweepReport report) {
        SweepPage page = new SweepPage(
                ASSETS,
                report.headline(),
                report.subject(),
                PlainText.clean(report.input().manifest().tool()),
                report.slo().orElse(""),
                report.findings(),
                SweepCharts.of(report.input()),
                report.sections());
        return Templates.render("sweep.jte", page);
    }
}
