package dev.goodput.report;

/// A run as one HTML file that needs nothing beside it: no network, no other file, readable with scripts switched off.
///
/// Templates escape every text; chart data stands in the page as JSON with the characters of markup escaped; a content
/// security policy lets the browser run the page's own script and load nothing.
public final class HtmlReport {
    private HtmlReport() {}

    private static final PageAssets ASSETS = PageAssets.load();

    public static String render(ReportInput input) {
        return Templates.render("page.jte", Page.of(input, ASSETS));
    }
}
