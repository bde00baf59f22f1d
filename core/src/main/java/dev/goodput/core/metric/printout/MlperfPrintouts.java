package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.taken;
import static dev.goodput.core.metric.printout.Lines.text;
import static dev.goodput.core.metric.printout.Lines.value;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.printout.Figure.Constant;
import dev.goodput.core.metric.printout.Figure.PerSecond;
import dev.goodput.core.metric.printout.Figure.Ratio;
import dev.goodput.core.metric.printout.Figure.Setting;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;

/// LoadGen's summary with token latencies, by scenario. No summary of MultiStream was at hand to compare. Whether the
/// run is valid is judged by settings that
/// are no part of a run.
final class MlperfPrintouts {
    /// Of what is a nanosecond.
    private static final double A_SECOND = 1e-9;

    private static final Form NS = new Form(Form.NS, Form.Style.CUT, 0);
    private static final Form TWO = Form.fixed(Form.PLAIN, 2);
    private static final Form TWO_A_SECOND = Form.fixed(A_SECOND, 2);
    private static final Form SIX_DIGITS = new Form(A_SECOND, Form.Style.SIGNIFICANT, 6);
    private static final String RULER = "=".repeat(48);
    private static final List<String> PERCENTS = List.of("50.00", "90.00", "95.00", "97.00", "99.00", "99.90");

    private static final Figure COMPLETED = whole(RunQuantity.COMPLETED);
    private static final Figure ALL_BUT_ONE = new Figure.Sum(List.of(COMPLETED, new Constant(-1)));
    private static final Figure TOKENS = whole(RunQuantity.OUTPUT_TOKENS_TOTAL);
    private static final Figure LONGEST = taken(Quantity.E2E, Simple.MAX);
    private static final Figure PER_QUERY =
            new Figure.NotKept("a query ends with the last of its samples, and a run does not keep which those are");

    private MlperfPrintouts() {}

    static final Printout LOADGEN = new Printout(Origin.CONSOLE, lines());

    /// What stands between two rulers is decided by the scenario.
    private static List<Line> lines() {
        List<Line> lines = new ArrayList<>(List.of(text(RULER), text("MLPerf Results Summary"), text(RULER)));
        for (LoadgenScenario scenario : LoadgenScenario.values()) {
            List<Line> own = new ArrayList<>(List.of(text("Scenario : " + scenario.title())));
            own.addAll(results(scenario));
            own.addAll(List.of(text(""), text(RULER), text("Additional Stats"), text(RULER)));
            own.addAll(additional(scenario));
            lines.add(new Line.OnlyIn(scenario, own));
        }
        return lines;
    }

    private static List<Line> results(LoadgenScenario scenario) {
        return switch (scenario) {
            case SINGLE_STREAM ->
                List.of(
                        value("90.0th percentile latency (ns) : ", taken(Quantity.E2E, Statistic.p(90)), NS),
                        value(
                                "90.0th first token percentile latency (ns) : ",
                                taken(Quantity.TTFT, Statistic.p(90)),
                                NS));
            case MULTI_STREAM -> List.of(value("99.0th percentile latency (ns) : ", PER_QUERY, NS));
            case SERVER ->
                List.of(
                        value("Completed samples per second    : ", whole(RunQuantity.REQUEST_RATE), TWO),
                        value("Completed tokens per second: ", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO));
            case OFFLINE ->
                List.of(
                        value("Samples per second: ", new Ratio(COMPLETED, LONGEST), SIX_DIGITS),
                        value("Tokens per second: ", new Ratio(TOKENS, LONGEST), SIX_DIGITS));
        };
    }

    private static List<Line> additional(LoadgenScenario scenario) {
        List<Line> lines = new ArrayList<>();
        switch (scenario) {
            case SINGLE_STREAM -> {
                lines.add(value("QPS w/ loadgen overhead         : ", perIssueTime(ALL_BUT_ONE), TWO));
                lines.add(value(
                        "QPS w/o loadgen overhead        : ",
                        new Ratio(new Constant(1), taken(Quantity.E2E, Simple.MEAN)),
                        TWO_A_SECOND));
                lines.add(text(""));
                latency(lines);
                lines.add(text(""));
                lines.add(value("TPS w/ loadgen overhead         : ", perIssueTime(TOKENS), TWO));
                lines.add(value(
                        "TPS w/o loadgen overhead        : ",
                        new Ratio(TOKENS, taken(Quantity.E2E, Simple.SUM)),
                        TWO_A_SECOND));
                tokenLatencies(lines);
            }
            case SERVER -> {
                lines.add(value("Scheduled samples per second : ", Setting.SCHEDULED_RATE, TWO));
                latency(lines);
                lines.add(text(""));
                lines.add(value(
                        "Completed tokens per second                 : ", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO));
                tokenLatencies(lines);
            }
            case MULTI_STREAM, OFFLINE -> latency(lines);
        }
        return lines;
    }

    private static Figure perIssueTime(Figure amount) {
        return new Figure.With(Window.SEND_SPAN, new PerSecond(amount));
    }

    private static void latency(List<Line> lines) {
        latency(lines, " latency (ns)                : ", " percentile latency (ns)   : ", Quantity.E2E);
    }

    private static void tokenLatencies(List<Line> lines) {
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
