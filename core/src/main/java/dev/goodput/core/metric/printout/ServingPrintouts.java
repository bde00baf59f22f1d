package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.only;
import static dev.goodput.core.metric.printout.Lines.ruler;
import static dev.goodput.core.metric.printout.Lines.taken;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.SteadyState;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Figure.NotKept;
import dev.goodput.core.metric.printout.Figure.Peak;
import dev.goodput.core.metric.printout.Figure.PerSecond;
import dev.goodput.core.metric.printout.Figure.Ratio;
import dev.goodput.core.metric.printout.Figure.Setting;
import dev.goodput.core.metric.printout.Figure.Steady;
import dev.goodput.core.metric.printout.Figure.Sum;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;

/// vLLM's and SGLang's serving benchmarks: a label of 40, a number of 10. Percentiles are those that a user can ask of
/// them and the captures have.
final class ServingPrintouts {
    private static final int LABEL = 40;
    private static final int NUMBER = 10;
    private static final int RULER = 50;
    private static final int WIDE_RULER = 60;
    private static final int STEADY_LABEL = 36;
    private static final int STEADY_RULER = 47;

    private static final Form MS = Form.fixed(Form.MS, 2);
    private static final Form TWO = Form.fixed(Form.PLAIN, 2);
    private static final Form WHOLE = Form.fixed(Form.PLAIN, 0);

    private static final Figure INPUTS = whole(RunQuantity.INPUT_TOKENS_TOTAL);

    private static final String RESULT = " Serving Benchmark Result ";
    private static final String TTFT = "Time to First Token";
    private static final String TPOT = "Time per Output Token (excl. 1st token)";

    /// How the four latencies are called and which statistics they have.
    private record Latencies(String e2eHeading, String e2eName, String itlHeading, List<Integer> percentiles) {}

    private ServingPrintouts() {}

    static final Printout VLLM = vllm(true, "Total token throughput (tok/s):", Peak.REQUESTS_PER_SECOND, RULER);

    /// Between 0.11 and 0.33: the peak of requests is of those in flight.
    static final Printout VLLM_IN_FLIGHT =
            vllm(true, "Total token throughput (tok/s):", Peak.REQUESTS_IN_FLIGHT, RULER);

    static final Printout VLLM_011 = vllm(false, "Total Token throughput (tok/s):", Peak.REQUESTS_PER_SECOND, RULER);

    static final Printout VLLM_RS = vllmRs();

    static final Printout SGLANG = sglang();

    private static Printout vllm(boolean failures, String totalLabel, Peak peak, int ruler) {
        List<Line> lines = new ArrayList<>();
        lines.add(ruler(RESULT, '=', ruler));
        lines.add(value("Successful requests:", whole(RunQuantity.COMPLETED), WHOLE));
        if (failures) {
            lines.add(value("Failed requests:", whole(RunQuantity.FAILED), WHOLE));
        }
        lines.add(only(When.WITH_CAP, value("Maximum request concurrency:", Setting.CONCURRENCY, WHOLE)));
        lines.addAll(List.of(
                value("Benchmark duration (s):", whole(RunQuantity.DURATION), Form.fixed(Form.S, 2)),
                value("Total input tokens:", whole(RunQuantity.INPUT_TOKENS_TOTAL), WHOLE),
                value("Total generated tokens:", whole(RunQuantity.OUTPUT_TOKENS_TOTAL), WHOLE),
                value("Request throughput (req/s):", whole(RunQuantity.REQUEST_RATE), TWO),
                only(When.WITH_BOUNDS, value("Request goodput (req/s):", Goodput.RATE, TWO)),
                value("Output token throughput (tok/s):", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO),
                value("Peak output token throughput (tok/s):", Peak.CHUNKS_PER_SECOND, TWO),
                value("Peak concurrent requests:", peak, TWO),
                value(totalLabel, whole(RunQuantity.TOTAL_TOKEN_RATE), TWO)));
        Latencies latencies =
                new Latencies("End-to-end Latency", "E2EL", "Inter-token Latency", List.of(50, 90, 95, 99));
        latency(lines, ruler, TTFT, "TTFT", Quantity.TTFT, latencies);
        latency(lines, ruler, TPOT, "TPOT", Quantity.TPOT, latencies);
        latency(lines, ruler, latencies.itlHeading(), "ITL", Quantity.ITL, latencies);
        latency(lines, ruler, latencies.e2eHeading(), latencies.e2eName(), Quantity.E2E, latencies);
        lines.add(ruler("", '=', ruler));
        return new Printout(Origin.CONSOLE, lines);
    }

    private static Printout vllmRs() {
        List<Line> lines =
                new ArrayList<>(vllm(true, "Total token throughput (tok/s):", Peak.REQUESTS_PER_SECOND, WIDE_RULER)
                        .lines());
        lines.add(only(When.WITH_CAP, steadyState().toArray(Line[]::new)));
        return new Printout(Origin.CONSOLE, lines);
    }

    private static List<Line> steadyState() {
        Form seconds = Form.fixed(Form.S, 1);
        List<Line> lines = new ArrayList<>(List.of(
                ruler(" Steady-State Metrics ", '=', STEADY_RULER),
                new Line.Phrase(
                        steadyLabel("Concurrency threshold:") + ">= " + SteadyState.THRESHOLD + " * ",
                        List.of(piece(Setting.CONCURRENCY, WHOLE, " = "), piece(Steady.THRESHOLD, WHOLE, ""))),
                new Line.Phrase(
                        steadyLabel("Window:"),
                        List.of(
                                piece(Steady.FROM, seconds, "s -> "),
                                piece(Steady.TO, seconds, "s  ("),
                                piece(Steady.DURATION, seconds, "s)"))),
                steady("Observed peak concurrency:", Steady.PEAK, WHOLE),
                new Line.Phrase(
                        steadyLabel("Requests started in window:"),
                        List.of(
                                piece(Steady.STARTED, WHOLE, " / "),
                                piece(Steady.REQUESTS, WHOLE, " ("),
                                piece(new Ratio(Steady.STARTED, Steady.REQUESTS), Form.percent(1), ")"))),
                steady("Requests completed in window:", Steady.COMPLETED, WHOLE),
                ruler("", '-', STEADY_RULER),
                steady("Request throughput (req/s):", Steady.REQUEST_RATE, TWO),
                steady("Output token throughput (tok/s):", Steady.OUTPUT_RATE, TWO),
                steady("Input token throughput (tok/s):", Steady.INPUT_RATE, TWO),
                steady("Total token throughput (tok/s):", Steady.TOTAL_RATE, TWO),
                ruler("", '-', STEADY_RULER)));
        lines.addAll(steadyLatency("TTFT", Quantity.TTFT, List.of(50, 90, 95, 99)));
        List<Line> tpot = new ArrayList<>(List.of(ruler("", '-', STEADY_RULER)));
        tpot.addAll(steadyLatency("TPOT", Quantity.TPOT, List.of(90, 99)));
        lines.add(new Line.Only(When.WITH_TPOT, tpot));
        lines.add(ruler("", '=', STEADY_RULER));
        return lines;
    }

    private static List<Line> steadyLatency(String name, Quantity quantity, List<Integer> percentiles) {
        List<Line> lines = new ArrayList<>(List.of(
                steady("Mean " + name + " (ms):", started(quantity, Statistic.mean()), MS),
                steady("Median " + name + " (ms):", started(quantity, Statistic.median()), MS)));
        for (int percent : percentiles) {
            lines.add(steady("P" + percent + " " + name + " (ms):", started(quantity, Statistic.p(percent)), MS));
        }
        return lines;
    }

    private static Figure started(Quantity quantity, Statistic statistic) {
        return new Figure.StartedInSteadyState(taken(quantity, statistic));
    }

    private static Line steady(String label, Figure figure, Form form) {
        return Lines.value(steadyLabel(label), figure, form);
    }

    private static String steadyLabel(String label) {
        return Lines.pad(label, STEADY_LABEL);
    }

    private static Line.Piece piece(Figure figure, Form form, String after) {
        return new Line.Piece(new Line.Amount(figure, form), after);
    }

    private static Printout sglang() {
        List<Line> lines = new ArrayList<>(List.of(
                ruler(RESULT, '=', RULER),
                value("Traffic request rate:", Setting.REQUEST_RATE, Form.shortest(Form.PLAIN)),
                only(When.WITH_CAP, value("Max request concurrency:", Setting.CONCURRENCY, WHOLE)),
                value("Successful requests:", whole(RunQuantity.COMPLETED), WHOLE),
                value("Benchmark duration (s):", whole(RunQuantity.DURATION), Form.fixed(Form.S, 2)),
                value("Total input tokens:", INPUTS, WHOLE),
                value("Total input text tokens:", INPUTS, WHOLE),
                value("Total generated tokens:", whole(RunQuantity.OUTPUT_TOKENS_TOTAL), WHOLE),
                value(
                        "Total generated tokens (retokenized):",
                        new NotKept("it takes the model's tokenizer to count the answers again"),
                        WHOLE),
                value("Request throughput (req/s):", whole(RunQuantity.REQUEST_RATE), TWO),
                value("Input token throughput (tok/s):", new PerSecond(INPUTS), TWO),
                value("Output token throughput (tok/s):", whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO),
                value("Peak output token throughput (tok/s):", Peak.CHUNKS_PER_SECOND, TWO),
                value("Peak concurrent requests:", Peak.REQUESTS_PER_SECOND, WHOLE),
                value(
                        "Total token throughput (tok/s):",
                        new Sum(List.of(whole(RunQuantity.OUTPUT_TOKEN_RATE), new PerSecond(INPUTS))),
                        TWO),
                value("Concurrency:", whole(RunQuantity.CONCURRENCY), TWO),
                only(
                        When.WITH_BOUNDS,
                        ruler("Goodput", '-', RULER),
                        value("Request goodput (req/s):", Goodput.RATE, TWO),
                        value("SLO attainment (%):", Goodput.SHARE, Form.fixed(Form.PERCENT, 2))),
                attainment("TTFT", Quantity.TTFT),
                attainment("TPOT", Quantity.TPOT),
                attainment("E2EL", Quantity.E2E)));
        Latencies latencies =
                new Latencies("End-to-End Latency", "E2E Latency", "Inter-Token Latency", List.of(90, 95, 99));
        latency(lines, RULER, latencies.e2eHeading(), latencies.e2eName(), Quantity.E2E, latencies);
        latency(lines, RULER, TTFT, "TTFT", Quantity.TTFT, latencies);
        latency(lines, RULER, TPOT, "TPOT", Quantity.TPOT, latencies);
        latency(lines, RULER, latencies.itlHeading(), "ITL", Quantity.ITL, latencies);
        lines.add(value("Max ITL (ms):", taken(Quantity.ITL, Simple.MAX), MS));
        lines.add(ruler("", '=', RULER));
        return new Printout(Origin.CONSOLE, lines);
    }

    private static Line attainment(String name, Quantity quantity) {
        return new Line.OnlyBounded(
                quantity,
                value(name + " SLO attainment (%):", new Figure.Attainment(quantity), Form.fixed(Form.PERCENT, 2)));
    }

    private static void latency(
            List<Line> lines, int ruler, String heading, String name, Quantity quantity, Latencies latencies) {
        lines.add(ruler(heading, '-', ruler));
        lines.add(value("Mean " + name + " (ms):", taken(quantity, Statistic.mean()), MS));
        lines.add(value("Median " + name + " (ms):", taken(quantity, Statistic.median()), MS));
        for (int percent : latencies.percentiles()) {
            lines.add(value("P" + percent + " " + name + " (ms):", taken(quantity, Statistic.p(percent)), MS));
        }
    }

    private static Line value(String label, Figure figure, Form form) {
        return Lines.padded(label, LABEL, figure, form, NUMBER);
    }
}
