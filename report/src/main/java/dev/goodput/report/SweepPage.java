package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
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

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS = PageAssets.withoutScript("curves.css");
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, SweepPage.class.getClassLoader(), SweepPage.class.getPackageName());
    }

    static String render(SweepReport report) {
        StringOutput out = new StringOutput(64 * 1024);
        SweepPage page = new SweepPage(
                Templates.ASSETS,
                report.headline(),
                report.subject(),
                PlainText.clean(report.input().manifest().tool()),
                report.slo().orElse(""),
                report.findings(),
                SweepCharts.of(report.input()),
                report.sections());
        Templates.ENGINE.render("sweep.jte", page, out);
        return out.toString();
    }
}
