package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.TokenSource;
import dev.goodput.core.metric.printout.Figure;
import dev.goodput.core.metric.printout.Figures;
import dev.goodput.core.metric.printout.Line;
import dev.goodput.core.metric.printout.LoadgenScenario;
import dev.goodput.core.metric.printout.PerRequest;
import dev.goodput.core.metric.printout.Printout;
import dev.goodput.core.metric.printout.Printouts;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run as another tool would print it: its labels, units, order and decimals. What the run does not hold is refused
/// by name; what the tool gets wrong stands below, with our own value beside it.
public final class ToolPrintout {
    private final Figures figures;
    private final boolean hasObjective;
    private final StringBuilder out = new StringBuilder();

    private ToolPrintout(Figures figures, boolean hasObjective) {
        this.figures = figures;
        this.hasObjective = hasObjective;
    }

    /// Without goodput, which takes an objective.
    public static String render(Run run, Dialect dialect) {
        return render(run, dialect, Optional.empty());
    }

    /// @param slo what goodput is judged by
    public static String render(Run run, Dialect dialect, Optional<Slo> slo) {
        GoodputBounds bounds = GoodputBounds.of(slo, dialect);
        Figures figures = new Figures(DialectRun.of(run, dialect), bounds.boundsNs(), bounds.whyNone());
        Printout printout = Printouts.of(dialect);
        ToolPrintout rendering = new ToolPrintout(figures, slo.isPresent());
        rendering.line("as " + dialect.id() + " (" + dialect.tool() + "): "
                + printout.origin().words());
        rendering.line("");
        printout.lines().forEach(rendering::line);
        standIns(run, dialect).ifPresent(rendering::line);
        ToolDefects.lines(run, dialect, slo).forEach(rendering::line);
        return rendering.out.toString();
    }

    /// What is said where the tool counts tokens with a tokenizer of its own and the run has no such count.
    private static Optional<String> standIns(Run run, Dialect dialect) {
        long count = run.traces().stream()
                .filter(trace -> Reading.of(trace, dialect).tokenSource() == TokenSource.USAGE_FOR_TOKENIZER)
                .count();
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        "tokens: the tool counts with a tokenizer of its own; the server's counts stand in for it in "
                                + count + " of " + run.traces().size()
                                + " requests, and whatever is divided by them with it");
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    private void line(Line line) {
        switch (line) {
            case Line.Text(String text) -> line(text);
            case Line.Value value -> line(value.lead() + text(value.number(), value.width()) + value.tail());
            case Line.Table table -> table(table);
            case Line.Only(Line.When when, List<Line> lines) -> {
                if (holds(when)) {
                    lines.forEach(this::line);
                }
            }
            case Line.Phrase(String lead, List<Line.Piece> pieces) -> line(lead + phrase(pieces));
            case Line.OnlyIn(LoadgenScenario scenario, List<Line> lines) -> {
                if (LoadgenScenario.of(figures.seen().run()) == scenario) {
                    lines.forEach(this::line);
                }
            }
            case Line.OnlyBounded(var quantity, Line bounded) -> {
                if (figures.boundsNs().containsKey(quantity)) {
                    line(bounded);
                }
            }
            case Line.Refused(String block, String reason) -> line(block + ": refused: " + reason);
        }
    }

    private boolean holds(Line.When when) {
        return switch (when) {
            case ALWAYS -> true;
            case WITH_BOUNDS -> hasObjective;
            case WITH_CAP -> figures.seen().run().manifest().schedule().concurrency() > 0;
            case WITH_FAILURES -> figures.seen().count(Fate.FAILURE) > 0;
            case WITH_TPOT -> any(new Figure.Of(Quantity.TPOT, Statistic.Simple.COUNT));
            case WITH_SEVERAL_TOKENS_A_CHUNK ->
                any(new Figure.Each(new PerRequest.TokensPerGap(), Statistic.Simple.COUNT, "count of tokens a chunk"));
        };
    }

    private boolean any(Figure count) {
        return figures.answer(count).orNaN() > 0;
    }

    private String phrase(List<Line.Piece> pieces) {
        StringBuilder phrase = new StringBuilder();
        for (Line.Piece piece : pieces) {
            switch (figures.answer(piece.number().figure())) {
                case Answer.Value(double value) ->
                    phrase.append(piece.number().form().write(value)).append(piece.after());
                case Answer.Refused(String reason) -> {
                    return "refused: " + reason;
                }
            }
        }
        return phrase.toString();
    }

    private String text(Line.Amount number, int width) {
        return switch (figures.answer(number.figure())) {
            case Answer.Value(double value) -> pad(number.form().write(value), width);
            case Answer.Refused(String reason) -> "refused: " + reason;
        };
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(width - text.length(), 0));
    }

    private void table(Line.Table table) {
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<String>> refusals = new LinkedHashMap<>();
        for (Line.Row row : table.rows()) {
            if (!holds(row.when())) {
                continue;
            }
            List<String> cells = new ArrayList<>(List.of(row.label()));
            for (int i = 0; i < row.cells().size(); i++) {
                cells.add(cell(row.cells().get(i), row.label(), table.columns().get(i + 1), refusals));
            }
            rows.add(cells);
        }
        BoxTable.lines(table.title(), table.columns(), rows).forEach(this::line);
        refusals.forEach((refused, columns) ->
                line("refused " + refused.replaceFirst("\n", " (" + String.join(", ", columns) + "): ")));
    }

    private String cell(Line.Cell cell, String row, String column, Map<String, List<String>> refusals) {
        return switch (cell) {
            case Line.Words(String words) -> words;
            case Line.Amount number ->
                switch (figures.answer(number.figure())) {
                    case Answer.Value(double value) -> number.form().write(value);
                    case Answer.Refused(String reason) -> {
                        refusals.computeIfAbsent(row + "\n" + reason, _ -> new ArrayList<>())
                                .add(column);
                        yield "refused";
                    }
                };
            case Line.Joined(String between, List<Line.Amount> numbers) ->
                String.join(
                        between,
                        numbers.stream()
                                .map(number -> cell(number, row, column, refusals))
                                .toList());
        };
    }
}
