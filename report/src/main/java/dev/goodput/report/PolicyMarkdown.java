package dev.goodput.report;

import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;
import java.util.List;

/// A verdict by a policy as GitHub-flavoured Markdown, for a job summary or a review.
public final class PolicyMarkdown {
    private PolicyMarkdown() {}

    /// The report; every text in it is escaped.
    public static String render(PolicyResult policy) {
        MarkdownText text = new MarkdownText();
        ReportInput peak = PolicySections.peak(policy);
        text.raw("## " + MarkdownReport.emoji(policy.verdict()) + " " + policy.verdict() + " · "
                + MarkdownText.escape(Headline.goodput(policy.peak().side().result()) + " at 100% load"));
        text.raw(MarkdownText.code(Headline.subject(peak.run().manifest())));
        text.raw("**Bounds:** "
                + MarkdownText.escape(
                        Headline.bounds(policy.peak().side().result().goodput())));
        text.raw("**SLO:** "
                + MarkdownText.code(Headline.slo(policy.peak().side().result())));
        Headroom headroom = policy.headroom();
        if (headroom != null && !headroom.ok()) {
            text.warning(List.of(headroom.reason()));
        }
        text.list(policy.reasons());
        PolicySections.of(policy).forEach(text::section);
        VerdictSections.of(peak).forEach(text::section);
        Table.Builder facts = Table.builder().text("fact").code("value");
        PolicySections.facts(policy).forEach(fact -> facts.row(fact.label(), fact.value()));
        text.section(new Section("run", "Run at 100%", facts.build()));
        return text.toString();
    }
}
