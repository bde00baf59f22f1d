package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.LoadCurve;
import dev.goodput.core.gate.LoadLevel;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The largest load at which an endpoint keeps its objectives, and what happens beyond it.
public final class CapacityReport {
    /// Gains of throughput that are smaller are noise.
    private static final double NOTABLE = 0.02;

    private final CapacityInput input;
    private final LoadCurve curve;
    private final LoadUnit unit;

    public CapacityReport(CapacityInput input) {
        this.input = input;
        this.curve = input.curve();
        this.unit = input.unit();
    }

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(headline()));
        text.line(text.dim(PlainText.clean(subject(), style.width())));
        text.paragraph("", "SLO " + slo(), "");
        input.notices().forEach(notice -> text.paragraph("! ", PlainText.clean(notice), "33"));
        text.blank();
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// For a CI job summary or a review; all text is escaped.
    public String markdown() {
        MarkdownText text = new MarkdownText();
        text.raw("## " + MarkdownText.escape(headline()));
        text.raw(MarkdownText.code(subject()));
        text.raw("**SLO:** " + MarkdownText.code(slo()));
        text.warning(input.notices());
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// One page that needs nothing beside it and runs no script.
    public String html() {
        return CapacityPage.render(this);
    }

    /// For scripts; its shape is kept in `schema/goodput.capacity-1.schema.json`.
    public String json() {
        return CapacityJson.render(input, headline());
    }

    CapacityInput input() {
        return input;
    }

    String headline() {
        return curve.capacity()
                .map(level -> "Capacity " + unit.words(level.load()))
                .orElseGet(() -> curve.smallestFailed().isPresent() && isFailedFirst()
                        ? "No capacity: the smallest load was shown to fail"
                        : "No load was shown to pass");
    }

    private boolean isFailedFirst() {
        return curve.levels().getFirst().verdict() == Verdict.FAIL;
    }

    String subject() {
        return Headline.subject(curve.levels().getFirst().run().manifest());
    }

    String tool() {
        return PlainText.clean(curve.levels().getFirst().run().manifest().tool());
    }

    String slo() {
        Slo slo = input.slo();
        return PlainText.clean(slo.name()) + ": " + slo.clauseText();
    }

    /// What to conclude, most important first.
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        findings.add(interval());
        findings.add(knee());
        findings.add(throughput());
        for (LoadLevel level : curve.levels()) {
            level.doubts()
                    .forEach(doubt -> findings.add(unit.text(level.load()) + " is INVALID: " + PlainText.clean(doubt)));
        }
        return findings;
    }

    private String interval() {
        Optional<LoadLevel> passed = curve.capacity();
        Optional<LoadLevel> failed = curve.smallestFailed();
        String upper = failed.map(level -> "the smallest load shown to fail is " + unit.words(level.load()) + " ("
                        + share(level) + " good, at most "
                        + level.result().goodput().upperText() + ")")
                .orElse("no load up to " + unit.text(curve.levels().getLast().load()) + " was shown to fail"
                        + (curve.levels().getLast().load() >= input.most() ? ", and no larger one was asked for" : ""));
        return passed.map(level -> "the largest load shown to pass is " + unit.words(level.load()) + " ("
                                + share(level) + " of " + Format.count(total(level)) + " requests good, at least "
                                + level.result().goodput().lowerText() + " with "
                                + Format.percent(input.slo().confidence().value()) + " confidence)")
                        .orElse("no load was shown to pass")
                + "; " + upper;
    }

    private String knee() {
        LoadLevel knee = curve.knee();
        String clean = curve.lastWithoutMiss()
                .map(level -> "goodput leaves 100% above " + unit.words(level.load()))
                .orElse("no load was without a miss");
        return clean + "; the most good requests a second, " + Format.rate(knee.goodRate()) + ", come at "
                + unit.words(knee.load()) + ", where " + share(knee) + " are good";
    }

    private String throughput() {
        LoadLevel highest = curve.highestThroughput();
        String at = "the highest throughput, " + Format.rate(highest.throughput()) + " completed requests/s, is at "
                + unit.words(highest.load());
        Optional<LoadLevel> capacity = curve.capacity();
        if (capacity.isEmpty()) {
            return at + ", where " + share(highest) + " are good: " + Format.rate(highest.goodRate())
                    + " good requests/s";
        }
        LoadLevel best = capacity.get();
        double gain = highest.throughput() / best.throughput() - 1;
        if (highest.load() <= best.load() || gain < NOTABLE) {
            return at + "; more load than the capacity brings no more throughput";
        }
        return at + ", " + String.format(Locale.ROOT, "%.0f%%", gain * 100) + " more than at the capacity, but only "
                + share(highest) + " of them are good: " + Format.rate(highest.goodRate())
                + " good requests/s against " + Format.rate(best.goodRate()) + " at the capacity";
    }

    private static String share(LoadLevel level) {
        return Format.percent(level.result().goodput().share());
    }

    private static long total(LoadLevel level) {
        return level.result().goodput().total();
    }

    List<Section> sections() {
        return List.of(goodput(), rates());
    }

    private Section goodput() {
        Table.Builder table = Table.builder()
                .numbers(unit.title(), "requests", "goodput", "at least", "at most")
                .text("verdict")
                .code("runs");
        for (LoadLevel level : curve.levels()) {
            GoodputEstimate goodput = level.result().goodput();
            table.row(
                    unit.text(level.load()),
                    Format.count(total(level)),
                    share(level),
                    goodput.lowerText(),
                    goodput.upperText(),
                    level.confirmed() || level.verdict() != Verdict.PASS
                            ? level.verdict().name()
                            : "seems to pass",
                    PlainText.clean(String.join(", ", input.runs().getOrDefault(level.load(), List.of()))));
        }
        return new Section(
                "goodput",
                "Goodput against load",
                table.build(),
                "Loads are screened with few requests, and the largest that seems to pass is measured anew with as many"
                        + " as a verdict takes; only that can pass. Neighbours of the limit lie within "
                        + Format.percent(input.resolution()) + " of each other where the search came to its end.");
    }

    private Section rates() {
        Table.Builder table = Table.builder()
                .numbers(
                        unit.title(),
                        "completed/s",
                        "good/s",
                        "tokens/s",
                        "TTFT P50",
                        "TTFT P99",
                        "TPOT P99",
                        "E2E P99");
        for (LoadLevel level : curve.levels()) {
            RunMetrics metrics = level.metrics();
            table.row(
                    unit.text(level.load()),
                    Format.rate(level.throughput()),
                    Format.rate(level.goodRate()),
                    Format.rate(metrics.throughput().outputTokensPerSecond()),
                    MetricSections.percentile(metrics.ttft(), 500),
                    MetricSections.percentile(metrics.ttft(), 990),
                    MetricSections.percentile(metrics.tpot(), 990),
                    MetricSections.percentile(metrics.e2e(), 990));
        }
        return new Section(
                "throughput",
                "Throughput against goodput",
                table.build(),
                "Times in ms over completed requests; rates over the whole window, its start and end included. "
                        + MetricSections.UNSUPPORTED + " too few requests for this percentile.");
    }
}
