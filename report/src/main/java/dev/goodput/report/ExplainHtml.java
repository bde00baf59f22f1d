package dev.goodput.report;

/// An explanation as one HTML file that needs nothing beside it and runs no script.
public final class ExplainHtml {
    private ExplainHtml() {}

    private static final PageAssets ASSETS = PageAssets.withoutScript("explain.css");

    public static String render(ExplainInput input) {
        return Templates.render("explain.jte", ExplainPage.of(input, ASSETS));
    }
}
