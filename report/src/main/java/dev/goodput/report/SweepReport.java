package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.stat.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/// One workload on one modelled engine, a setting changed from run to run.
public final class SweepReport {
    /// Before the best value of a column.
    private static final String BEST = "▸";

    /// Smaller moves are not worth a word.
    private static final double NOTABLE = 1.05;

    private static final List<SweepMetric> TIMES = List.of(
            SweepMetric.TTFT_P50,
            SweepMetric.TTFT_P99,
            SweepMetric.ITL_P50,
            SweepMetric.ITL_P99,
            SweepMetric.LONGEST_GAP_P99,
            SweepMetric.TPOT_P50,
            SweepMetric.TPOT_P99,
            SweepMetric.E2E_P99);

    private final SweepInput input;
    private final List<SweepMetric> moving;

    public SweepReport(SweepInput input) {
        this.input = input;
        moving = new ArrayList<>(TIMES);
        // Output follows the load that is offered: no news where that is what is swept.
        if (!sweepsLoad()) {
            moving.add(SweepMetric.OUTPUT_TOKENS_PER_SECOND);
        }
    }

    private boolean sweepsLoad() {
        return input.axes().stream().anyMatch(SweepAxis::isLoad);
    }

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(headline()));
        text.line(text.dim(PlainText.clean(subject(), style.width())));
        slo().ifPresent(slo -> text.paragraph("", "SLO " + slo, ""));
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
        slo().ifPresent(slo -> text.raw("**SLO:** " + MarkdownText.code(slo)));
        text.list(findings());
        sections().forEach(text::section);
        return text.toString();
    }

    /// One page that needs nothing beside it and runs no script.
    public String html() {
        return SweepPage.render(this);
    }

    /// For scripts; its shape is kept in `schema/goodput.sweep-1.schema.json`.
    public String json() {
        return SweepJson.render(input, findings());
    }

    SweepInput input() {
        return input;
    }

    String headline() {
        String of = String.join(" × ", input.axes().stream().map(SweepAxis::key).toList());
        long passed = count(Verdict.PASS);
        String verdicts = input.slo().isEmpty()
                ? ""
                : ": " + passed + " of " + input.points().size() + " pass";
        return PlainText.clean("Sweep of " + of + verdicts);
    }

    String subject() {
        return Headline.subject(input.manifest());
    }

    Optional<String> slo() {
        return input.slo().map(slo -> PlainText.clean(slo.name()) + ": " + slo.clauseText());
    }

    private long count(Verdict verdict) {
        return input.points().stream()
                .filter(point -> point.verdict().filter(verdict::equals).isPresent())
                .count();
    }

    /// What to conclude, most important first.
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        findings.add(moved());
        if (input.slo().isPresent()) {
            best(SweepMetric.GOODPUT).ifPresent(point -> findings.add(goodput(point)));
        }
        long unanswered = input.points().stream()
                .flatMap(point -> point.runs().stream())
                .filter(run -> run.counts().failed() > 0)
                .count();
        if (unanswered > 0) {
            findings.add((unanswered == 1 ? "1 run has" : Format.count(unanswered) + " runs have")
                    + " failed requests, which are in no latency: see the second table");
        }
        return findings;
    }

    private String goodput(SweepPoint best) {
        SweepMetric metric = SweepMetric.GOODPUT;
        SweepPoint worst = worst(metric);
        return best.mean(metric) == worst.mean(metric)
                ? "goodput is " + metric.words(best.mean(metric)) + " with every setting"
                : "goodput is best at " + input.words(best) + ", " + metric.words(best.mean(metric)) + ", and worst at "
                        + input.words(worst) + ", " + metric.words(worst.mean(metric));
    }

    /// What moved most, and what it costs.
    private String moved() {
        SweepMetric most = null;
        double factor = NOTABLE;
        for (SweepMetric metric : moving) {
            double move = move(metric);
            if (move > factor) {
                most = metric;
                factor = move;
            }
        }
        if (most == null) {
            return "nothing moves by more than 5%";
        }
        SweepPoint best = best(most).orElseThrow();
        SweepPoint worst = worst(most);
        return most.label() + " moves most: " + most.words(worst.mean(most)) + " at " + input.words(worst) + ", "
                + most.words(best.mean(most)) + " at " + input.words(best) + " (factor " + Format.ratio(factor) + ")"
                + cost(best);
    }

    /// What is furthest from its own best at the setting that is best for another.
    private String cost(SweepPoint at) {
        SweepMetric dearest = null;
        double factor = NOTABLE;
        for (SweepMetric metric : moving) {
            double best = best(metric).map(point -> point.mean(metric)).orElse(Double.NaN);
            double here = at.mean(metric);
            double worse = metric.isTime() ? here / best : best / here;
            if (worse > factor) {
                dearest = metric;
                factor = worse;
            }
        }
        if (dearest == null) {
            return sweepsLoad() ? "" : "; nothing else pays for it";
        }
        SweepPoint best = best(dearest).orElseThrow();
        return "; it costs " + dearest.label() + ", " + dearest.words(at.mean(dearest)) + " there against "
                + dearest.words(best.mean(dearest)) + " at " + input.words(best);
    }

    /// How many times the smallest mean the largest is; NaN where it cannot be said.
    private double move(SweepMetric metric) {
        double[] means = input.points().stream()
                .mapToDouble(point -> point.mean(metric))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return means.length < 2 || means[0] <= 0 ? Double.NaN : means[means.length - 1] / means[0];
    }

    private Optional<SweepPoint> best(SweepMetric metric) {
        SweepPoint best = null;
        for (SweepPoint point : input.points()) {
            double value = point.mean(metric);
            if (!Double.isNaN(value) && (best == null || metric.isBetter(value, best.mean(metric)))) {
                best = point;
            }
        }
        return Optional.ofNullable(best);
    }

    private SweepPoint worst(SweepMetric metric) {
        SweepPoint worst = input.points().getFirst();
        for (SweepPoint point : input.points()) {
            if (metric.isBetter(worst.mean(metric), point.mean(metric)) && !Double.isNaN(point.mean(metric))) {
                worst = point;
            }
        }
        return worst;
    }

    List<Section> sections() {
        return List.of(latency(), rest());
    }

    private Section latency() {
        Table.Builder table = settings();
        TIMES.forEach(metric -> table.numbers(metric.column()));
        for (SweepPoint point : input.points()) {
            List<String> cells = new ArrayList<>(
                    point.values().stream().map(PlainText::clean).toList());
            TIMES.forEach(metric -> cells.add(cell(point, metric)));
            table.row(cells.toArray(String[]::new));
        }
        List<String> remarks = new ArrayList<>();
        remarks.add("Over completed requests, from the intended start. " + BEST + " the best of a column. Gap: of each"
                + " request the longest time between two chunks." + spread());
        long fewest = fewest();
        if (!Quantiles.isSupported(fewest, 990)) {
            remarks.add("Not every run completed 299 requests (the fewest: " + Format.count(fewest)
                    + "), which it takes to support a P99 at 95% confidence.");
        }
        return new Section("latency", "Latency, ms", table.build(), remarks);
    }

    private long fewest() {
        return input.points().stream()
                .flatMap(point -> point.runs().stream())
                .mapToLong(run -> run.counts().completed())
                .min()
                .orElse(0);
    }

    private String spread() {
        return input.seeds() == 1
                ? ""
                : " Means over " + input.seeds()
                        + " seeds, ± their standard deviation; every setting has the same seeds.";
    }

    private Section rest() {
        boolean judged = input.slo().isPresent();
        boolean bounded = judged && input.seeds() == 1;
        Table.Builder table = settings().numbers(SweepMetric.OUTPUT_TOKENS_PER_SECOND.column());
        if (judged) {
            table.numbers(SweepMetric.GOODPUT.column());
        }
        if (bounded) {
            table.numbers("at least", "at most");
        }
        if (judged) {
            table.text("verdict");
        }
        table.numbers(SweepMetric.PREEMPTIONS.column(), SweepMetric.KV_PEAK.column(), "failed");
        for (SweepPoint point : input.points()) {
            List<String> cells = new ArrayList<>(
                    point.values().stream().map(PlainText::clean).toList());
            cells.add(cell(point, SweepMetric.OUTPUT_TOKENS_PER_SECOND));
            if (judged) {
                cells.add(cell(point, SweepMetric.GOODPUT));
            }
            GoodputEstimate goodput = point.runs().getFirst().goodput();
            if (bounded) {
                cells.add(goodput == null ? Format.ABSENT : goodput.lowerText());
                cells.add(goodput == null ? Format.ABSENT : goodput.upperText());
            }
            if (judged) {
                cells.add(verdict(point));
            }
            cells.add(cell(point, SweepMetric.PREEMPTIONS));
            cells.add(cell(point, SweepMetric.KV_PEAK));
            cells.add(Format.count(point.runs().stream()
                    .mapToLong(run -> run.counts().failed())
                    .sum()));
            table.row(cells.toArray(String[]::new));
        }
        return new Section(
                "throughput",
                "Throughput, goodput and memory",
                table.build(),
                "KV peak: the most of an engine's KV cache that requests held. " + requests() + " requests a run."
                        + (judged && !bounded
                                ? " A verdict stands where all seeds agree; else it is INCONCLUSIVE."
                                : ""));
    }

    private String requests() {
        LongSummaryStatistics scheduled = input.points().stream()
                .flatMap(point -> point.runs().stream())
                .mapToLong(run -> run.counts().scheduled())
                .summaryStatistics();
        String least = Format.count(scheduled.getMin());
        return scheduled.getMin() == scheduled.getMax() ? least : least + " to " + Format.count(scheduled.getMax());
    }

    private String verdict(SweepPoint point) {
        Verdict verdict = point.verdict().orElseThrow();
        long passed = point.runs().stream()
                .filter(run -> run.verdict() == Verdict.PASS)
                .count();
        return input.seeds() == 1 ? verdict.name() : verdict.name() + ", " + passed + " of " + input.seeds() + " pass";
    }

    private Table.Builder settings() {
        Table.Builder table = Table.builder();
        input.axes().forEach(axis -> table.text(PlainText.clean(axis.key())));
        return table;
    }

    /// The value, marked where no other setting has a better one and some have a worse one.
    private String cell(SweepPoint point, SweepMetric metric) {
        double value = point.mean(metric);
        String shown = metric.number(value);
        boolean moves = input.points().stream()
                .anyMatch(other -> !metric.number(other.mean(metric)).equals(shown));
        boolean isBest = input.points().stream()
                .noneMatch(other -> metric.isBetter(other.mean(metric), value)
                        && !metric.number(other.mean(metric)).equals(shown));
        double spread = point.spread(metric);
        String mark = metric.canBeBest() && moves && isBest && !Double.isNaN(value) ? BEST : "";
        return mark + shown + (Double.isNaN(spread) ? "" : " ±" + metric.spread(spread, shown));
    }
}
