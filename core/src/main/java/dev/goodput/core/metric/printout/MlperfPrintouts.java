package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.taken;
import static dev.goodput.core.metric.printout.Lines.text;
import static dev.goodput.core.metric.printout.Lines.value;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;

/// LoadGen's summary of the scenario "Server" with token latencies. Whether the run is valid is judged by settings that
/// are no part of a run.
final class MlperfPrintouts {
    private static final Form NS = new Form(Form.NS, Form.Style.CUT, 0);
    private static final Form TWO = Form.fixed(Form.PLAIN, 2);
    private static final String RULER = "=".repeat(48);
    private static final List<String> PERCENTS = List.of("50.00", "90.00", "95.00", "97.00", "99.00", "99.90");

    private MlperfPrintouts() {}

    static final Printout LOADGEN = new Printout(Origin.CONSOLE, lines());

    private static List<Line> lines() {
        List<Line> lines = new ArrayList<>(List.of(
                text(RULER),
                text("MLPerf Results Summary"),
                text(RULER),
                value("Completed samples per second    : ", whole(RunQuantity.REQUEST_RATE), TWO),
                value("Completed tokens per second: ", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO),
                text(""),
                text(RULER),
                text("Additional Stats"),
                text(RULER),
                value(
                        "Scheduled samples per second : ",
                        new Figure.NotKept("it is a property of the schedule, not of the answers"),
                        TWO)));
        latency(lines, " latency (ns)                : ", " percentile latency (ns)   : ", Quantity.E2E);
        lines.add(text(""));
        lines.add(value("Completed tokens per second                 : ", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO));
        latency(
                lines,
                " First Token latency (ns)                : ",
                " percentile first token latency (ns)   : ",
                Quantity.TTFT);
        lines.add(text(""));
        latency(
                lines,
                " Time per Output Token (ns)                : ",
                " percentile time to output token (ns)   : ",
                Quantity.TPOT);
        return lines;
    }

    /// @param after what follows "Min", "Max" and "Mean", a blank fewer after the last
    private static void latency(List<Line> lines, String after, String percentile, Quantity quantity) {
        lines.add(value("Min" + after, taken(quantity, Simple.MIN), NS));
        lines.add(value("Max" + after, taken(quantity, Simple.MAX), NS));
        lines.add(value("Mean" + after.replace("  :", " :"), taken(quantity, Simple.MEAN), NS));
        for (String percent : PERCENTS) {
            lines.add(value(percent + percentile, taken(quantity, Statistic.p(Double.parseDouble(percent))), NS));
        }
    }
}
