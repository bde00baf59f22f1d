package dev.goodput.report;

import dev.goodput.core.gate.PolicyResult;

/// A verdict by a policy as one HTML file that runs no script and loads nothing.
public final class PolicyHtml {
    private PolicyHtml() {}

    private static final PageAssets ASSETS = PageAssets.withoutScript("policy.css");

    public static String render(PolicyResult policy) {
        return Templates.render("policy.jte", PolicyPage.of(policy, ASSETS));
    }
}
