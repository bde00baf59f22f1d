package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/// Fills the templates of pages, which escape every text. Loaded at the first page, so that commands that render none
/// do
/// not pay for it.
final class Templates {
    private static final int USUAL_CHARS = 64 * 1024;

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Templates.class.getClassLoader(), Templates.class.getPackageName());

    private Templates() {}

    /// @param page what the template shows
    static String render(String template, Object page) {
        StringOutput out = new StringOutput(USUAL_CHARS);
        ENGINE.render(template, page, out);
        return out.toString();
    }
}
