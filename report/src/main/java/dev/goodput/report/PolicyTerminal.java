package dev.goodput.report;

import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;

/// A verdict by a policy for the terminal.
public final class PolicyTerminal {
    private PolicyTerminal() {}

    /// The report as text that ends in a line feed, harmless to a terminal whatever the texts in it hold.
    public static String render(PolicyResult policy, TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        ReportInput peak = PolicySections.peak(policy);
        text.line(text.paint(
                        TerminalReport.colour(policy.verdict()),
                        " " + Headline.sign(policy.verdict()) + " " + policy.verdict() + " ")
                + "  "
                + text.bold(Headline.goodput(policy.peak().side().result()) + " at 100% load"));
        text.paragraph("  ", Headline.bounds(policy.peak().side().result().goodput()), "");
        text.paragraph("  ", "SLO " + Headline.slo(policy.peak().side().result()), "");
        text.line(text.dim(PlainText.clean(Headline.subject(peak.run().manifest()), style.width())));
        Headroom headroom = policy.headroom();
        if (headroom != null && !headroom.ok()) {
            text.blank();
            text.paragraph("! ", headroom.reason(), "33");
        }
        text.blank();
        text.list(policy.reasons().stream().map(PlainText::clean).toList());
        PolicySections.of(policy).forEach(text::section);
        VerdictSections.of(peak).forEach(text::section);
        text.blank();
        text.line(text.bold("Run at 100%"));
        PolicySections.facts(policy).forEach(fact -> text.fact(fact.label(), fact.value()));
        return text.toString();
    }
}
