package dev.goodput.report;

import dev.goodput.engine.fit.Coefficient;
import dev.goodput.engine.fit.EngineFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The engine behind a measured run as a few coefficients, how well they are known, and how well they predict.
public final class FitReport {
    private final FitInput input;

    public FitReport(FitInput input) {
        this.input = input;
    }

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(headline()));
        text.line(text.dim(PlainText.clean(input.subject(), style.width())));
        warnings().forEach(warning -> text.paragraph("! ", warning, "33"));
        text.blank();
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// For a CI job summary or a review; all text is escaped.
    public String markdown() {
        MarkdownText text = new MarkdownText();
        text.raw("## " + MarkdownText.escape(headline()));
        text.raw(MarkdownText.code(input.subject()));
        text.warning(warnings());
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// One page that needs nothing beside it and runs no script.
    public String html() {
        return FitPage.render(this);
    }

    /// For scripts; its shape is kept in `schema/goodput.fit-1.schema.json`.
    public String json() {
        return FitJson.render(input);
    }

    FitInput input() {
        return input;
    }

    String headline() {
        StringBuilder words = new StringBuilder("A step takes ");
        List<Coefficient> coefficients = input.fit().coefficients();
        for (int i = 0; i < coefficients.size(); i++) {
            Coefficient coefficient = coefficients.get(i);
            words.append(i == 0 ? "" : " + ").append(FitSections.number(coefficient.ms()));
            words.append(" ms").append(i == 0 ? "" : " for " + coefficient.words());
        }
        return words.toString();
    }

    List<String> warnings() {
        return input.fit().warnings().stream().map(PlainText::clean).toList();
    }

    /// What was found out, most important first.
    List<String> findings() {
        EngineFit fit = input.fit();
        List<String> findings = new ArrayList<>();
        input.predictions().stream().skip(1).forEach(other -> findings.addAll(FitSections.verdicts(other)));
        findings.addAll(FitSections.verdicts(input.inSample()));
        findings.add(String.format(
                Locale.ROOT,
                "%s steps found in the tokens of %s requests: half of them came within %s ms of the end of their step,"
                        + " nine in ten within %s ms; the fit meets the length of half of %s steps within %.1f%%",
                Format.count(fit.stepsFound()),
                Format.count(fit.requests()),
                Format.ms(fit.offStepNs().p50()),
                Format.ms(fit.offStepNs().p90()),
                Format.count(fit.stepsMeasured()),
                fit.medianResidual() * 100));
        fit.inferred().forEach(line -> findings.add(PlainText.clean(line)));
        return findings;
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(FitSections.coefficients(input.fit()));
        for (int i = 1; i < input.predictions().size(); i++) {
            sections.add(FitSections.prediction(input.predictions().get(i), i));
        }
        sections.add(FitSections.prediction(input.inSample(), 0));
        return sections;
    }
}
