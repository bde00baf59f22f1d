package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/// An explanation as one HTML file that needs nothing beside it and runs no script.
public final class ExplainHtml {
    private ExplainHtml() {}

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS = PageAssets.withoutScript("explain.css");
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, ExplainHtml.class.getClassLoader(), ExplainHtml.class.getPackageName());
    }

    public static String render(ExplainInput input) {
        StringOutput out = new StringOutput(64 * 1024);
        Templates.ENGINE.render("explain.jte", ExplainPage.of(input, Templates.ASSETS), out);
        return out.toString();
    }
}
