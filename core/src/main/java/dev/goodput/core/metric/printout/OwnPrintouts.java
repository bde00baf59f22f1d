package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Line.Row;
import dev.goodput.core.metric.printout.Line.Table;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Printouts under our own names: of our own dialect, and of dialects whose tools' printouts are not known.
final class OwnPrintouts {
    private static final Form MS = Form.fixed(Form.MS, 3);
    private static final Form THREE = Form.fixed(Form.PLAIN, 3);
    private static final Form WHOLE = Form.fixed(Form.PLAIN, 0);

    private OwnPrintouts() {}

    static Printout ours(Dialect dialect) {
        return new Printout(Origin.OURS, derived(dialect).lines());
    }

    /// What a dialect's axes define, and nothing else.
    static Printout derived(Dialect dialect) {
        List<Statistic> statistics = statistics(dialect);
        List<Row> rows = Stream.of(Quantity.TTFT, Quantity.TPOT, Quantity.ITL, Quantity.E2E, Quantity.OUTPUT_TOKENS)
                .filter(quantity -> isDefined(quantity, dialect))
                .map(quantity -> statistics(quantity, statistics))
                .toList();
        List<String> columns = Stream.concat(
                        Stream.of("metric"), statistics.stream().map(Statistic::id))
                .toList();
        List<Line> lines = new ArrayList<>();
        lines.add(new Table("per request", columns, rows));
        lines.add(Lines.value("completed: ", whole(RunQuantity.COMPLETED), WHOLE));
        lines.add(Lines.value("failed: ", whole(RunQuantity.FAILED), WHOLE));
        lines.add(Lines.value("output_tokens_total: ", whole(RunQuantity.OUTPUT_TOKENS_TOTAL), WHOLE));
        if (dialect.on(Window.class) != Window.NONE) {
            lines.add(Lines.value("duration (s): ", whole(RunQuantity.DURATION), Form.fixed(Form.S, 3)));
            lines.add(Lines.value("request_rate (1/s): ", whole(RunQuantity.REQUEST_RATE), THREE));
            lines.add(Lines.value("output_token_rate (1/s): ", whole(RunQuantity.OUTPUT_TOKEN_RATE), THREE));
        }
        if (givesRate(dialect)) {
            lines.add(Lines.only(When.WITH_BOUNDS, Lines.value("goodput (1/s): ", Goodput.RATE, THREE)));
        }
        if (dialect.on(GoodputBase.class) != GoodputBase.NONE) {
            lines.add(Lines.only(
                    When.WITH_BOUNDS, Lines.value("goodput (%): ", Goodput.SHARE, Form.fixed(Form.PERCENT, 3))));
        }
        return new Printout(Origin.DERIVED, lines);
    }

    private static Row statistics(Quantity quantity, List<Statistic> statistics) {
        Form form = quantity.isTime() ? MS : THREE;
        return new Row(
                When.ALWAYS,
                quantity.id() + (quantity.isTime() ? " (ms)" : ""),
                statistics.stream()
                        .map(statistic ->
                                Lines.cell(Lines.taken(quantity, statistic), statistic == Simple.COUNT ? WHOLE : form))
                        .toList());
    }

    private static boolean isDefined(Quantity quantity, Dialect dialect) {
        return switch (quantity) {
            case TTFT, TTAT, TTST, CHUNK_GAP, PREFILL_SPEED -> dialect.on(FirstToken.class) != FirstToken.NONE;
            case TPOT, SPEED -> dialect.on(Tpot.class) != Tpot.NONE;
            case ITL -> dialect.on(Itl.class) != Itl.NONE;
            case NTPOT, E2E, E2E_FROM_SCHEDULE, OUTPUT_TOKENS, INPUT_TOKENS, SPEED_WITH_TTFT -> true;
        };
    }

    private static List<Statistic> statistics(Dialect dialect) {
        List<Statistic> statistics = new ArrayList<>(List.of(Simple.COUNT, Simple.MEAN));
        if (dialect.on(StdDev.class) != StdDev.NONE) {
            statistics.add(Simple.STD);
        }
        if (dialect.on(Percentile.class) != Percentile.NONE) {
            statistics.addAll(Lines.percentiles(50, 90, 99));
        }
        statistics.add(Simple.MAX);
        return statistics;
    }

    private static boolean givesRate(Dialect dialect) {
        return switch (dialect.on(GoodputForm.class)) {
            case RATE, RATE_AND_FRACTION -> dialect.on(Window.class) != Window.NONE;
            case FRACTION, MAX_RATE, PERCENTILE_LIMITS, AGGREGATE_GATE, NONE -> false;
        };
    }
}
