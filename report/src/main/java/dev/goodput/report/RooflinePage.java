package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
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

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS =
                PageAssets.withScripts("roofline.css", "roofline-cost.js", "roofline-drawing.js", "roofline.js");
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, RooflinePage.class.getClassLoader(), RooflinePage.class.getPackageName());
    }

    static String render(RooflineReport report, String tool) {
        StringOutput out = new StringOutput(128 * 1024);
        Templates.ENGINE.render(
                "roofline.jte",
                new RooflinePage(
                        Templates.ASSETS,
                        report.subject(),
                        report.headline(),
                        tool,
                        report.notices(),
                        report.findings(),
                        report.sections().stream()
                                .map(RooflinePage::withoutSettings)
                                .toList(),
                        Json.inline(RooflineData.of(report.input(), report.roofline()))),
                out);
        return out.toString();
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
