package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Regression;
import dev.goodput.core.slo.Slo;
import java.util.ArrayList;
import java.util.List;

/// Two runs side by side: what got worse by more than a margin, how sure that is, and where it comes from.
public final class ComparisonReport {
    private final Comparison comparison;
    private final String baseline;
    private final String candidate;

    /// @param baseline and `candidate` name the runs, as their directories do
    public ComparisonReport(Comparison comparison, String baseline, String candidate) {
        this.comparison = comparison;
        this.baseline = PlainText.clean(baseline);
        this.candidate = PlainText.clean(candidate);
    }

    /// Sentences under a title.
    record Lines(String title, List<String> lines) {}

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.paint(colour(), " " + sign() + " " + name() + " ") + "  " + text.bold(meaning()));
        text.fact("baseline", subject(comparison.baseline(), baseline));
        text.fact("candidate", subject(comparison.candidate(), candidate));
        text.fact("SLO", slo());
        text.blank();
        text.list(reasons());
        sections().forEach(text::section);
        for (Lines lines : notes()) {
            text.blank();
            text.line(text.bold(lines.title()));
            text.list(lines.lines());
        }
        return text.toString();
    }

    /// For a CI job summary or a review; all text is escaped.
    public String markdown() {
        MarkdownText text = new MarkdownText();
        text.raw("## " + emoji() + " " + name() + " · " + MarkdownText.escape(meaning()));
        text.raw("**Baseline:** " + MarkdownText.code(subject(comparison.baseline(), baseline)) + "  \n**Candidate:** "
                + MarkdownText.code(subject(comparison.candidate(), candidate)) + "  \n**SLO:** "
                + MarkdownText.code(slo()));
        text.list(reasons());
        sections().forEach(text::section);
        for (Lines lines : notes()) {
            text.raw("### " + MarkdownText.escape(lines.title()));
            text.list(lines.lines());
        }
        return text.toString();
    }

    /// One page that needs nothing beside it and runs no script.
    public String html() {
        return ComparisonPage.render(this);
    }

    /// For scripts; its shape is kept in `schema/goodput.comparison-1.schema.json`.
    public String json() {
        return ComparisonJson.render(comparison, baseline, candidate);
    }

    Comparison comparison() {
        return comparison;
    }

    String name() {
        return comparison.outcome().name().replace('_', ' ');
    }

    String meaning() {
        return switch (comparison.outcome()) {
            case NO_REGRESSION -> "nothing is worse by its margin or more";
            case REGRESSION -> worse() + " worse than the baseline by the margin or more";
            case INCONCLUSIVE -> "longer runs are needed to tell";
            case INVALID -> "the measurements cannot be compared";
        };
    }

    private String worse() {
        List<String> names = comparison.rows().stream()
                .filter(row -> row.outcome() == Regression.REGRESSION)
                .map(row -> ComparisonSections.label(row.name()))
                .toList();
        return String.join(", ", names) + (names.size() == 1 ? " is" : " are");
    }

    String sign() {
        return switch (comparison.outcome()) {
            case NO_REGRESSION -> "✓";
            case REGRESSION -> "✗";
            case INCONCLUSIVE -> "?";
            case INVALID -> "!";
        };
    }

    private String emoji() {
        return switch (comparison.outcome()) {
            case NO_REGRESSION -> "✅";
            case REGRESSION -> "❌";
            case INCONCLUSIVE -> "❔";
            case INVALID -> "⚠️";
        };
    }

    private String colour() {
        return switch (comparison.outcome()) {
            case NO_REGRESSION -> "1;37;42";
            case REGRESSION -> "1;37;41";
            case INCONCLUSIVE -> "1;30;43";
            case INVALID -> "1;37;45";
        };
    }

    String slo() {
        Slo slo = comparison.candidate().result().slo();
        return PlainText.clean(slo.name()) + ": " + slo.clauseText();
    }

    static String subject(Comparison.Side side, String name) {
        return name + " · " + Headline.subject(side.run().manifest()) + " · "
                + Format.count(side.metrics().counts().scheduled()) + " requests";
    }

    String baselineSubject() {
        return subject(comparison.baseline(), baseline);
    }

    String candidateSubject() {
        return subject(comparison.candidate(), candidate);
    }

    /// Why, most important first.
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        comparison.flaws().forEach(flaw -> reasons.add(PlainText.clean(flaw)));
        comparison.rows().forEach(row -> reasons.add(ComparisonSections.sentence(row, comparison.confidence())));
        comparison.notCompared().forEach(line -> reasons.add(PlainText.clean(line)));
        return reasons;
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(ComparisonSections.rows(comparison));
        if (!comparison.tails().isEmpty()) {
            sections.add(ComparisonSections.tails(comparison));
        }
        if (!comparison.groups().isEmpty()) {
            sections.add(ComparisonSections.groups(comparison));
        }
        return sections;
    }

    List<Lines> notes() {
        List<Lines> notes = new ArrayList<>();
        notes.add(new Lines(
                "What moved",
                comparison.moved().isEmpty()
                        ? List.of("no constraint, failure or part of TTFT by enough to name it")
                        : clean(comparison.moved())));
        if (!comparison.unlike().isEmpty()) {
            notes.add(new Lines("How the runs were measured", clean(comparison.unlike())));
        }
        return notes;
    }

    private static List<String> clean(List<String> lines) {
        return lines.stream().map(PlainText::clean).toList();
    }
}
