package dev.goodput.report;

import dev.goodput.core.metric.Defect;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Formula;
import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Clock;
import dev.goodput.core.metric.axis.Connection;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.Rounding;
import dev.goodput.core.metric.axis.Sentences;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.Strictness;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What dialects mean by their metrics, in words and formulas that are made from their choices.
///
/// @param title what it is about
/// @param data the same for programs
public record Definitions(String title, List<Section> sections, Object data) {

    /// What a page is written in.
    public enum Format {
        TERMINAL,
        MARKDOWN,
        JSON
    }

    public Definitions {
        sections = List.copyOf(sections);
    }

    /// Every dialect, one a line.
    public static Definitions list(List<Dialect> dialects) {
        Table.Builder table =
                Table.builder().code("id").text("tool").text("established").numbers("defects");
        for (Dialect dialect : dialects) {
            table.row(
                    dialect.id(),
                    dialect.tool(),
                    dialect.provenance().words(),
                    String.valueOf(dialect.defects().size()));
        }
        Section section = new Section(
                "dialects",
                dialects.size() + " dialects",
                table.build(),
                "goodput definitions ID shows one; --diff A B what two differ on; --matrix all choices of all.");
        return new Definitions(
                "Definitions",
                List.of(section),
                dialects.stream().map(DialectJson::of).toList());
    }

    /// One dialect: formulas, choices, defects.
    ///
    /// @param axes those to show
    /// @param formulas those to show
    public static Definitions of(Dialect dialect, List<Class<? extends Axis>> axes, List<Formula> formulas) {
        List<Section> sections = new ArrayList<>();
        Table.Builder about = Table.builder().text("fact").text("value");
        about.row("tool", dialect.tool())
                .row("established", dialect.provenance().words());
        sections.add(new Section("about", "About", about.build()));
        if (!formulas.isEmpty()) {
            Table.Builder table = Table.builder().text("metric").text("formula");
            formulas.forEach(formula -> table.row(formula.name(), formula.text()));
            sections.add(new Section("formulas", "Formulas", table.build()));
        }
        Table.Builder table = Table.builder().code("axis").code("choice").text("in words");
        axes.forEach(axis -> table.row(dialect.on(axis).axis(), dialect.on(axis).id(), Sentences.of(dialect.on(axis))));
        sections.add(new Section("choices", "Choices", table.build()));
        defects(dialect, axes, sections);
        return new Definitions(dialect.id(), sections, DialectJson.of(dialect));
    }

    private static void defects(Dialect dialect, List<Class<? extends Axis>> axes, List<Section> sections) {
        List<Defect> defects = Defect.of(dialect).stream()
                .filter(defect -> axes.contains(defect.choice().getClass()))
                .toList();
        if (!defects.isEmpty()) {
            Table.Builder table = Table.builder()
                    .code("axis")
                    .code("choice")
                    .text("what goes wrong")
                    .code("right");
            defects.forEach(defect -> table.row(
                    defect.choice().axis(),
                    defect.choice().id(),
                    defect.why(),
                    defect.right().id()));
            sections.add(new Section("defects", "Defects, and what would be right", table.build()));
        }
        if (!dialect.defects().isEmpty()) {
            Table.Builder table = Table.builder().text("what");
            dialect.defects().forEach(table::row);
            sections.add(new Section("known", "Known defects of the tool", table.build()));
        }
    }

    /// Two dialects, only where they differ.
    public static Definitions diff(Dialect a, Dialect b, List<Class<? extends Axis>> axes) {
        List<Class<? extends Axis>> differing = new ArrayList<>(a.differencesFrom(b));
        differing.retainAll(axes);
        Table.Builder table = Table.builder().code("axis").text(a.id()).text(b.id());
        for (Class<? extends Axis> axis : differing) {
            table.row(a.on(axis).axis(), words(a.on(axis)), words(b.on(axis)));
        }
        Section section = differing.isEmpty()
                ? new Section("diff", "No difference", Table.builder().text("").build())
                : new Section("diff", differing.size() + " axes differ", table.build());
        return new Definitions(
                a.id() + " and " + b.id(),
                List.of(section),
                new DialectJson.Diff(a.id(), b.id(), DialectJson.differences(a, b, differing)));
    }

    private static String words(Axis option) {
        return option.id() + ": " + option.words();
    }

    /// Dialects by axes, in groups of axes that belong together.
    public static Definitions matrix(List<Dialect> dialects, List<Class<? extends Axis>> axes) {
        List<Section> sections = new ArrayList<>();
        groups().forEach((title, all) -> {
            List<Class<? extends Axis>> group =
                    all.stream().filter(axes::contains).toList();
            if (!group.isEmpty()) {
                Table.Builder table = Table.builder().code("dialect");
                group.forEach(axis -> table.code(Dialect.GOODPUT.on(axis).axis()));
                for (Dialect dialect : dialects) {
                    List<String> cells = new ArrayList<>(List.of(dialect.id()));
                    group.forEach(axis -> cells.add(dialect.on(axis).id()));
                    table.row(cells.toArray(String[]::new));
                }
                sections.add(new Section(title, title, table.build()));
            }
        });
        return new Definitions(
                "Definitions", sections, dialects.stream().map(DialectJson::of).toList());
    }

    private static Map<String, List<Class<? extends Axis>>> groups() {
        Map<String, List<Class<? extends Axis>>> groups = new LinkedHashMap<>();
        groups.put("Time", List.of(Clock.class, TimeZero.class, CapWait.class, Connection.class, StampPoint.class));
        groups.put(
                "First token, end, tokens",
                List.of(FirstToken.class, RequestEnd.class, TokenSources.class, PromptTokens.class));
        groups.put(
                "Time between tokens",
                List.of(Tpot.class, Itl.class, OneToken.class, SingleChunk.class, Rounding.class, Zeros.class));
        groups.put(
                "Failures",
                List.of(
                        InbandError.class,
                        CutStream.class,
                        BrokenStream.class,
                        EmptyAnswer.class,
                        FailuresInLatency.class));
        groups.put("Statistics", List.of(Percentile.class, StdDev.class, Window.class));
        groups.put(
                "Goodput",
                List.of(
                        GoodputForm.class,
                        GoodputTpot.class,
                        Strictness.class,
                        MissingMetric.class,
                        GoodputBase.class));
        return groups;
    }

    /// How many axes the groups hold; a test holds it against [Dialect#AXES].
    static List<Class<? extends Axis>> grouped() {
        return groups().values().stream().flatMap(List::stream).collect(Collectors.toList());
    }

    public String render(Format format, TerminalStyle style) {
        return switch (format) {
            case TERMINAL -> terminal(style);
            case MARKDOWN -> markdown();
            case JSON -> Json.file(data);
        };
    }

    private String terminal(TerminalStyle style) {
        TerminalText text = new TerminalText(style);
        text.line(text.bold(title));
        sections.forEach(text::section);
        return text.toString();
    }

    private String markdown() {
        MarkdownText text = new MarkdownText();
        text.raw("## " + MarkdownText.escape(title));
        sections.forEach(text::section);
        return text.toString();
    }
}
