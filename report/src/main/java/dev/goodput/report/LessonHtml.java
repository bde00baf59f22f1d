package dev.goodput.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/// A lesson as one HTML file that needs nothing beside it and runs no script.
public final class LessonHtml {
    private LessonHtml() {}

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS = PageAssets.withoutScript("lesson.css");
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, LessonHtml.class.getClassLoader(), LessonHtml.class.getPackageName());
    }

    /// What the template shows.
    record Page(PageAssets assets, LessonReport lesson) {}

    public static String render(LessonReport lesson) {
        StringOutput out = new StringOutput(64 * 1024);
        Templates.ENGINE.render("lesson.jte", new Page(Templates.ASSETS, lesson), out);
        return out.toString();
    }
}
