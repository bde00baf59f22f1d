package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A claim taken apart: what it says, what it leaves out, what follows, and what a run says instead.
public final class ClaimReport {
    private static final String SCHEMA = "goodput.claims/1";

    private final Claim claim;
    private final List<ClaimGap> gaps;
    private final List<ClaimConsequence> consequences;
    private final Optional<ReportInput> run;
    private final Optional<ClaimEvidence> evidence;

    /// @param run what is held against the claim, if anything is
    public ClaimReport(Claim claim, Optional<ReportInput> run) {
        this.claim = claim;
        this.gaps = ClaimGap.of(claim);
        this.consequences = ClaimConsequence.of(claim);
        this.run = run;
        this.evidence = run.map(input -> ClaimEvidence.of(claim, input));
    }

    /// For the terminal, ending in a line feed.
    public String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold("“" + claim.text() + "”"));
        said().forEach(fact -> text.fact(fact.label(), fact.value()));
        sections().forEach(text::section);
        return text.toString();
    }

    private record Said(String label, String value) {}

    private List<Said> said() {
        List<Said> said = new ArrayList<>();
        add(said, "claims", claim.figures().stream().map(ClaimFigure::words).collect(Collectors.joining(", ")));
        add(said, "model", claim.model());
        add(
                said,
                "hardware",
                (claim.gpus() > 0 ? claim.gpus() + " × " : "")
                        + (claim.gpu().isEmpty() && claim.gpus() > 0 ? "GPU" : claim.gpu()));
        add(said, "in flight", number(claim.concurrency()));
        add(said, "precision", claim.precision());
        add(said, "engine", claim.engine());
        add(said, "prompt tokens", number(claim.inputTokens()));
        add(said, "output tokens", number(claim.outputTokens()));
        return said;
    }

    private static void add(List<Said> said, String label, String value) {
        if (!value.isEmpty()) {
            said.add(new Said(label, value));
        }
    }

    private static String number(int value) {
        return value == 0 ? "" : Format.count(value);
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        if (!gaps.isEmpty()) {
            Table.Builder table = Table.builder().text("left out").text("why it matters");
            gaps.forEach(gap -> table.row(gap.question(), gap.why()));
            sections.add(new Section("gaps", gaps.size() + " things it leaves out", table.build()));
        }
        if (!consequences.isEmpty()) {
            Table.Builder table = Table.builder().text("what").text("value").text("because");
            String last = "";
            for (ClaimConsequence next : consequences) {
                table.row(next.what(), next.value(), next.why().equals(last) ? "" : next.why());
                last = next.why();
            }
            sections.add(new Section("consequences", "What follows from it", table.build()));
        }
        evidence.ifPresent(found -> {
            sections.add(definitions(found));
            sections.add(facts(found));
        });
        return sections;
    }

    private static Section definitions(ClaimEvidence evidence) {
        Table.Builder table = Table.builder()
                .text("claimed")
                .text("counting")
                .text("as measured by")
                .numbers("value");
        List<String> refusals = new ArrayList<>();
        String last = "";
        for (ClaimEvidence.Row row : evidence.definitions()) {
            table.row(row.claimed().equals(last) ? "" : row.claimed(), row.what(), row.definition(), row.shown());
            last = row.claimed();
            if (!row.refusal().isEmpty()) {
                refusals.add(row.definition() + ": " + PlainText.clean(row.refusal()));
            }
        }
        return new Section("definitions", "The claimed numbers, in this run", table.build(), refusals);
    }

    private Section facts(ClaimEvidence evidence) {
        Table.Builder table = Table.builder().text("this run").numbers("value").text("definition");
        evidence.facts().forEach(row -> table.row(row.what(), row.shown(), row.definition()));
        List<String> remarks = new ArrayList<>();
        run.ifPresent(input -> {
            remarks.add(Headline.subject(input.run().manifest()));
            remarks.add(input.decisive()
                    .map(result -> result.verdict().name() + ": " + Headline.goodput(result))
                    .orElse("No goodput: the run has no SLO; add --slo \"ttft<=500ms, tpot<=15ms\"."));
        });
        return new Section("facts", "What it leaves out, in this run", table.build(), remarks);
    }

    private record Document(
            String schema,
            String claim,
            List<FigureJson> figures,
            String model,
            String gpu,
            int gpus,
            int concurrency,
            String precision,
            String engine,
            int inputTokens,
            int outputTokens,
            List<GapJson> leftOut,
            List<ClaimConsequence> consequences,
            @Nullable EvidenceJson run) {}

    private record FigureJson(
            String kind, double value, String unit, String statistic, String scope, String direction, String text) {}

    private record GapJson(String id, String question, String why) {}

    private record EvidenceJson(@Nullable String verdict, List<RowJson> definitions, List<RowJson> facts) {}

    private record RowJson(
            String claimed,
            String what,
            String definition,
            @Nullable Double value,
            String unit,
            String refusal) {}

    /// For scripts: times in milliseconds; 0 and "" stand for what the claim does not say.
    public String json() {
        return Json.file(new Document(
                SCHEMA,
                claim.text(),
                claim.figures().stream().map(ClaimReport::figure).toList(),
                claim.model(),
                claim.gpu(),
                claim.gpus(),
                claim.concurrency(),
                claim.precision(),
                claim.engine(),
                claim.inputTokens(),
                claim.outputTokens(),
                gaps.stream()
                        .map(gap -> new GapJson(gap.id(), gap.question(), gap.why()))
                        .toList(),
                consequences,
                evidence.map(this::evidence).orElse(null)));
    }

    private EvidenceJson evidence(ClaimEvidence found) {
        return new EvidenceJson(
                run.flatMap(ReportInput::decisive)
                        .map(result -> result.verdict().name())
                        .orElse(null),
                found.definitions().stream().map(ClaimReport::row).toList(),
                found.facts().stream().map(ClaimReport::row).toList());
    }

    private static FigureJson figure(ClaimFigure figure) {
        boolean isTime = figure.kind().isTime();
        String unit = isTime ? "ms" : figure.kind() == ClaimFigure.Kind.TOKEN_RATE ? "tokens/s" : "requests/s";
        return new FigureJson(
                figure.id(),
                isTime ? figure.value() / 1e6 : figure.value(),
                unit,
                figure.statistic(),
                lower(figure.scope()),
                lower(figure.direction()),
                figure.words());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static RowJson row(ClaimEvidence.Row row) {
        return new RowJson(
                row.claimed(), row.what(), row.definition(), Json.number(row.value()), row.unit(), row.refusal());
    }
}
