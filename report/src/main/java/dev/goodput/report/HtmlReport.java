package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/// A run as one HTML file that needs nothing beside it: no network, no other file, readable with scripts switched off.
///
/// Templates escape every text; chart data stands in the page as JSON with the characters of markup escaped; a content
/// security policy lets the browser run the page's own script and load nothing.
public final class HtmlReport {
    private HtmlReport() {}

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS = PageAssets.load();
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, HtmlReport.class.getClassLoader(), HtmlReport.class.getPackageName());
    }

    public static String render(ReportInput input) {
        StringOutput out = new StringOutput(256 * 1024);
        Templates.ENGINE.render("page.jte", Page.of(input, Templates.ASSETS), out);
        return out.toString();
    }
}
