package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import java.util.List;

/// A run as GitHub-flavoured Markdown, made for a CI job summary or a review.
public final class MarkdownReport {
    private MarkdownReport() {}

    /// The report; every piece of text in it is escaped, so none can become a link, a mention, HTML or a table cell.
    public static String render(ReportInput input) {
        MarkdownText text = new MarkdownText();
        input.decisive()
                .ifPresentOrElse(
                        result -> text.raw("## " + emoji(result.verdict()) + " "
                                + result.verdict().name() + " · " + MarkdownText.escape(Headline.goodput(result))),
                        () -> text.raw("## Measurement without a verdict"));
        text.raw(MarkdownText.code(Headline.subject(input.run().manifest())));
        input.decisive().ifPresent(result -> {
            text.raw("**Bounds:** " + MarkdownText.escape(Headline.bounds(result.goodput())));
            text.raw("**SLO:** " + MarkdownText.code(Headline.slo(result)));
        });
        List<String> notices = Notices.of(input);
        text.warning(notices);
        input.decisive().ifPresent(result -> reasons(text, result));
        VerdictSections.of(input).forEach(text::section);
        MetricSections.of(input).forEach(text::section);
        input.decisive().ifPresent(result -> text.folded(VerdictSections.checks(result)));
        Table.Builder facts = Table.builder().text("fact").code("value");
        ManifestFacts.of(input).forEach(fact -> facts.row(fact.label(), fact.value()));
        text.folded(new Section("run", "How this run came about", facts.build()));
        return text.toString();
    }

    private static void reasons(MarkdownText text, GateResult result) {
        text.list(result.reasons());
    }

    static String emoji(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "✅";
            case FAIL -> "❌";
            case INCONCLUSIVE -> "❔";
            case INVALID -> "⚠️";
        };
    }
}
