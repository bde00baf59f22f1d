package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import java.util.List;

/// A run for the terminal: the verdict line first, then why, then every table.
public final class TerminalReport {
    private TerminalReport() {}

    /// The report as text that ends in a line feed. Text from servers and models is stripped of control characters.
    public static String render(ReportInput input, TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        input.decisive().ifPresent(result -> verdict(text, result));
        text.line(text.dim(PlainText.clean(Headline.subject(input.run().manifest()), style.width())));
        List<String> notices = Notices.of(input);
        if (!notices.isEmpty()) {
            text.blank();
            notices.forEach(notice -> text.paragraph("! ", notice, "33"));
        }
        input.decisive().ifPresent(result -> {
            text.blank();
            text.list(result.reasons().stream().map(PlainText::clean).toList());
        });
        VerdictSections.of(input).forEach(text::section);
        MetricSections.of(input).forEach(text::section);
        input.decisive().ifPresent(result -> checks(text, result));
        text.blank();
        text.line(text.bold("Run"));
        ManifestFacts.of(input).forEach(fact -> text.fact(fact.label(), fact.value()));
        return text.toString();
    }

    private static void verdict(TerminalText text, GateResult result) {
        Verdict verdict = result.verdict();
        text.line(text.paint(colour(verdict), " " + Headline.sign(verdict) + " " + verdict.name() + " ") + "  "
                + text.bold(Headline.goodput(result)));
        text.paragraph("  ", Headline.bounds(result.goodput()), "");
        text.paragraph("  ", "SLO " + Headline.slo(result), "");
    }

    /// White on a colour whose name says the same as the word beside it.
    static String colour(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "1;37;42";
            case FAIL -> "1;37;41";
            case INCONCLUSIVE -> "1;30;43";
            case INVALID -> "1;37;45";
        };
    }

    /// Only how many held and which did not: what they say stands in the reasons, and in the files.
    private static void checks(TerminalText text, GateResult result) {
        List<String> failed = result.checks().stream()
                .filter(check -> !check.ok())
                .map(check -> PlainText.clean(check.name()))
                .toList();
        text.blank();
        text.line(text.bold("Checks") + "  " + (result.checks().size() - failed.size()) + " of "
                + result.checks().size() + " held");
        failed.forEach(name -> text.paragraph("✗ ", name, "31"));
    }
}
