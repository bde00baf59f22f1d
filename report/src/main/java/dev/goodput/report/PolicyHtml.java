package dev.goodput.report;

import dev.goodput.core.gate.PolicyResult;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/// A verdict by a policy as one HTML file that runs no script and loads nothing.
public final class PolicyHtml {
    private PolicyHtml() {}

    /// Loaded at the first page, so that commands that render none do not pay for it.
    private static final class Templates {
        static final PageAssets ASSETS = PageAssets.withoutScript("policy.css");
        static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
                null, ContentType.Html, PolicyHtml.class.getClassLoader(), PolicyHtml.class.getPackageName());
    }

    public static String render(PolicyResult policy) {
        StringOutput out = new StringOutput(64 * 1024);
        Templates.ENGINE.render("policy.jte", PolicyPage.of(policy, Templates.ASSETS), out);
        return out.toString();
    }
}
