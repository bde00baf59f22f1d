package dev.goodput.report;

/// A lesson as one HTML file that needs nothing beside it and runs no script.
public final class LessonHtml {
    private LessonHtml() {}

    private static final PageAssets ASSETS = PageAssets.withoutScript("lesson.css");

    /// What the template shows.
    record Page(PageAssets assets, LessonReport lesson) {}

    public static String render(LessonReport lesson) {
        return Templates.render("lesson.jte", new Page(ASSETS, lesson));
    }
}
