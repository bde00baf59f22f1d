package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.printout.Figure;
import dev.goodput.core.metric.printout.Figures;
import dev.goodput.core.metric.printout.Form;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a tool gets wrong, with its numbers beside those under our own definitions.
final class ToolDefects {
    private static final Form MS = Form.fixed(Form.MS, 3);
    private static final Form PLAIN = Form.fixed(Form.PLAIN, 3);
    private static final List<Quantity> QUANTITIES = List.of(Quantity.TTFT, Quantity.TPOT, Quantity.ITL, Quantity.E2E);
    private static final List<RunQuantity> RUN_QUANTITIES = List.of(
            RunQuantity.COMPLETED,
            RunQuantity.FAILED,
            RunQuantity.REQUEST_RATE,
            RunQuantity.OUTPUT_TOKENS_TOTAL,
            RunQuantity.OUTPUT_TOKEN_RATE);

    private static final String REFUSED = "refused";

    private record Compared(String name, Figure figure, Form form) {}

    private ToolDefects() {}

    /// Nothing for a dialect without defects.
    static List<String> lines(Run run, Dialect dialect, Optional<Slo> slo) {
        if (dialect.defects().isEmpty()) {
            return List.of();
        }
        Dialect own = Dialects.ownFor(run.manifest().coverage());
        Figures theirs = figures(run, dialect, slo);
        Figures ours = figures(run, own, slo);
        List<String> lines = new ArrayList<>(List.of("", "defects of " + dialect.id() + ":"));
        dialect.defects().forEach(defect -> lines.add("  - " + defect));
        List<List<String>> rows = compared(slo.isPresent()).stream()
                .map(compared -> List.of(
                        compared.name(),
                        written(theirs.answer(compared.figure()), compared.form()),
                        written(ours.answer(compared.figure()), compared.form())))
                .filter(row -> !row.get(1).equals(REFUSED) && !row.get(1).equals(row.get(2)))
                .toList();
        if (rows.isEmpty()) {
            lines.add("none of them moves a number of this run: our own definitions give the same");
        } else {
            lines.addAll(BoxTable.lines(
                    "what differs under our own definitions",
                    List.of(
                            "",
                            dialect.id(),
                            own.equals(Dialect.GOODPUT) ? "goodput" : "goodput, as far as the file goes"),
                    rows));
        }
        return lines;
    }

    private static Figures figures(Run run, Dialect dialect, Optional<Slo> slo) {
        GoodputBounds bounds = GoodputBounds.of(slo, dialect);
        return new Figures(DialectRun.of(run, dialect), bounds.boundsNs(), bounds.whyNone());
    }

    private static List<Compared> compared(boolean withGoodput) {
        List<Compared> compared = new ArrayList<>();
        for (Quantity quantity : QUANTITIES) {
            for (Statistic statistic : List.of(Statistic.mean(), Statistic.p(99))) {
                compared.add(new Compared(
                        quantity.id() + " " + statistic.id() + " (ms)", new Figure.Of(quantity, statistic), MS));
            }
        }
        for (RunQuantity quantity : RUN_QUANTITIES) {
            compared.add(new Compared(quantity.id(), new Figure.Whole(quantity), PLAIN));
        }
        if (withGoodput) {
            compared.add(new Compared("goodput (1/s)", Figure.Goodput.RATE, PLAIN));
            compared.add(new Compared("goodput (%)", Figure.Goodput.SHARE, Form.fixed(Form.PERCENT, 3)));
        }
        return compared;
    }

    private static String written(Answer answer, Form form) {
        return switch (answer) {
            case Answer.Value(double value) -> form.write(value);
            case Answer.Refused _ -> REFUSED;
        };
    }
}
