package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.cell;
import static dev.goodput.core.metric.printout.Lines.cells;
import static dev.goodput.core.metric.printout.Lines.row;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.printout.Figure.Each;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Line.Only;
import dev.goodput.core.metric.printout.Line.Row;
import dev.goodput.core.metric.printout.Line.Table;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.PerRequest.Is;
import dev.goodput.core.metric.printout.PerRequest.Plus;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// guidellm's tables, with the words of its headings above each other joined into one. It stars a percentile whose
/// interval it does not know and gives the mean an interval; neither is part of the numbers here.
final class GuidellmPrintout {
    private static final Form ONE = Form.fixed(Form.PLAIN, 1);
    private static final Form ONE_MS = Form.fixed(Form.MS, 1);
    private static final Form ONE_S = Form.fixed(Form.S, 1);
    private static final Form WHOLE = Form.fixed(Form.PLAIN, 0);
    private static final List<Statistic> MEAN_MEDIAN_P95 = List.of(Simple.MEAN, Statistic.median(), Statistic.p(95));
    private static final List<Statistic> MEDIAN_P95 = List.of(Statistic.median(), Statistic.p(95));
    private static final String BENCHMARK = "Benchmark Strategy";
    private static final String OVER_TIME = "the tool weighs it over time, between all starts and ends of requests";
    private static final Figure WEIGHED = new Figure.NotKept(OVER_TIME);
    private static final Figure OF_TEXTS = new Figure.NotKept("a run does not keep texts");

    private GuidellmPrintout() {}

    static final Printout GUIDELLM_081 = new Printout(
            Origin.CONSOLE,
            List.of(
                    new Table(
                            "Run Summary Info",
                            List.of(
                                    BENCHMARK,
                                    "Requests Comp Tot",
                                    "Requests Err Tot",
                                    "Input Tokens Comp Tot",
                                    "Output Tokens Comp Tot"),
                            List.of(row(
                                    "run",
                                    cell(whole(RunQuantity.COMPLETED), WHOLE),
                                    cell(whole(RunQuantity.FAILED), WHOLE),
                                    cell(whole(RunQuantity.INPUT_TOKENS_TOTAL), ONE),
                                    cell(whole(RunQuantity.OUTPUT_TOKENS_TOTAL), ONE)))),
                    texts("Input", Quantity.INPUT_TOKENS),
                    texts("Output", Quantity.OUTPUT_TOKENS),
                    new Table(
                            "Request Token Statistics (Completed Requests)",
                            List.of(
                                    BENCHMARK,
                                    "Input Tok Per Req Mdn",
                                    "Input Tok Per Req p95",
                                    "Output Tok Per Req Mdn",
                                    "Output Tok Per Req p95",
                                    "Total Tok Per Req Mdn",
                                    "Total Tok Per Req p95"),
                            List.of(new Row(
                                    When.ALWAYS,
                                    "run",
                                    Stream.of(
                                                    cells(ONE, Quantity.INPUT_TOKENS, MEDIAN_P95),
                                                    cells(ONE, Quantity.OUTPUT_TOKENS, MEDIAN_P95),
                                                    MEDIAN_P95.stream().map(statistic -> cell(total(statistic), ONE)))
                                            .flatMap(cells -> cells)
                                            .toList()))),
                    new Table(
                            "Request Latency Statistics (Completed Requests)",
                            Stream.concat(
                                            Stream.of(BENCHMARK),
                                            Stream.of("Request Latency Sec", "TTFT ms", "TTFOT ms", "ITL ms", "TPOT ms")
                                                    .flatMap(name ->
                                                            Stream.of(name + " Mean", name + " Mdn", name + " p95")))
                                    .toList(),
                            List.of(new Row(
                                    When.ALWAYS,
                                    "run",
                                    Stream.of(
                                                    cells(ONE_S, Quantity.E2E, MEAN_MEDIAN_P95),
                                                    cells(ONE_MS, Quantity.TTFT, MEAN_MEDIAN_P95),
                                                    cells(ONE_MS, Quantity.TTAT, MEAN_MEDIAN_P95),
                                                    cells(ONE_MS, Quantity.ITL, MEAN_MEDIAN_P95),
                                                    cells(ONE_MS, Quantity.TPOT, MEAN_MEDIAN_P95))
                                            .flatMap(cells -> cells)
                                            .toList()))),
                    new Table(
                            "Server Throughput Statistics (All Requests)",
                            List.of(
                                    BENCHMARK,
                                    "Requests Concurrency Mdn",
                                    "Requests Concurrency Mean",
                                    "Requests Per Sec Mean",
                                    "Input Tokens Per Sec Mean",
                                    "Output Tokens Per Sec Mean",
                                    "Total Tokens Per Sec Mean"),
                            List.of(row(
                                    "run",
                                    cell(WEIGHED, ONE),
                                    cell(WEIGHED, ONE),
                                    cell(WEIGHED, ONE),
                                    cell(WEIGHED, ONE),
                                    cell(WEIGHED, ONE),
                                    cell(WEIGHED, ONE)))),
                    new Only(
                            When.WITH_BOUNDS,
                            List.of(new Table(
                                    "Server Throughput Statistics (All Requests)",
                                    List.of(BENCHMARK, "Goodput Attainment %", "Goodput Per Sec Mean"),
                                    List.of(row(
                                            "run",
                                            cell(Goodput.SHARE, Form.fixed(Form.PERCENT, 1)),
                                            cell(WEIGHED, ONE))))))));

    private static Line texts(String side, Quantity tokens) {
        List<String> columns = new ArrayList<>(List.of(BENCHMARK));
        List<Line.Cell> cells = new ArrayList<>();
        for (String unit : List.of("Tokens", "Words", "Characters")) {
            for (String what : List.of("Per Request Mdn", "Per Request p95", "Per Second Mdn", "Per Second Mean")) {
                columns.add(side + " " + unit + " " + what);
            }
        }
        cells(ONE, tokens, MEDIAN_P95).forEach(cells::add);
        cells.add(cell(WEIGHED, ONE));
        cells.add(cell(WEIGHED, ONE));
        while (cells.size() < columns.size() - 1) {
            cells.add(cell(OF_TEXTS, ONE));
        }
        return new Table(
                "Text Metrics Statistics (Completed Requests)", columns, List.of(new Row(When.ALWAYS, "run", cells)));
    }

    private static Figure total(Statistic statistic) {
        return new Each(
                new Plus(new Is(Quantity.INPUT_TOKENS), new Is(Quantity.OUTPUT_TOKENS)),
                statistic,
                "count of all tokens");
    }
}
