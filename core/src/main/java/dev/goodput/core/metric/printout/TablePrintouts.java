package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.cell;
import static dev.goodput.core.metric.printout.Lines.cells;
import static dev.goodput.core.metric.printout.Lines.percentiles;
import static dev.goodput.core.metric.printout.Lines.row;
import static dev.goodput.core.metric.printout.Lines.taken;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.printout.Figure.Each;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Figure.OfAny;
import dev.goodput.core.metric.printout.Figure.PerSecond;
import dev.goodput.core.metric.printout.Figure.Ratio;
import dev.goodput.core.metric.printout.Figure.Setting;
import dev.goodput.core.metric.printout.Line.Cell;
import dev.goodput.core.metric.printout.Line.Only;
import dev.goodput.core.metric.printout.Line.Row;
import dev.goodput.core.metric.printout.Line.Table;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.PerRequest.Is;
import dev.goodput.core.metric.printout.PerRequest.PerSecondOf;
import dev.goodput.core.metric.printout.PerRequest.Plus;
import dev.goodput.core.metric.printout.PerRequest.Tokens;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// Tools whose tables are their own: evalscope, inference-perf, genai-bench.
final class TablePrintouts {
    private static final Form S = Form.trimmed(Form.S, 3);
    private static final Form MS = Form.trimmed(Form.MS, 2);
    private static final Form TWO = Form.trimmed(Form.PLAIN, 2);
    private static final Form TRIMMED_ONE = Form.trimmed(Form.PLAIN, 1);
    private static final Form ONE = Form.fixed(Form.PLAIN, 1);
    private static final Form ONE_MS = Form.fixed(Form.MS, 1);
    private static final Form WHOLE = Form.fixed(Form.PLAIN, 0);
    private static final List<Statistic> EVALSCOPE_PERCENTILES = percentiles(0, 1, 5, 10, 25, 50, 75, 90, 95, 99, 100);
    private static final List<Statistic> MEAN_MEDIAN_P90 = List.of(Simple.MEAN, Statistic.median(), Statistic.p(90));
    private static final Figure FAILED = whole(RunQuantity.FAILED);
    private static final Figure COMPLETED = whole(RunQuantity.COMPLETED);
    private static final Figure DECODED_PER_CHUNK =
            new Each(new PerRequest.TokensPerGap(), Simple.MEAN, "count of tokens a chunk");

    /// All but the first of the tokens that come at once were guessed.
    private static final Figure ACCEPTED =
            new Figure.Sum(List.of(new Figure.Constant(1), new Ratio(new Figure.Constant(-1), DECODED_PER_CHUNK)));

    private static final Figure ALL = new Figure.Sum(List.of(COMPLETED, FAILED));

    private TablePrintouts() {}

    static final Printout EVALSCOPE = new Printout(
            Origin.CONSOLE,
            List.of(
                    new Table(
                            "Benchmarking summary:",
                            List.of("Metric", "Value"),
                            List.of(
                                    row("── General ──", new Line.Words("")),
                                    row(
                                            "Test Duration (s)",
                                            cell(whole(RunQuantity.DURATION), Form.trimmed(Form.S, 2))),
                                    row("Concurrency", cell(Setting.CONCURRENCY, WHOLE)),
                                    row("Request Rate (req/s)", cell(Setting.REQUEST_RATE_OR_MINUS_ONE, TWO)),
                                    row(
                                            "Total / Success / Failed",
                                            new Line.Joined(
                                                    " / ",
                                                    List.of(
                                                            new Line.Amount(ALL, WHOLE),
                                                            new Line.Amount(COMPLETED, WHOLE),
                                                            new Line.Amount(FAILED, WHOLE)))),
                                    row("Req Throughput (req/s)", cell(whole(RunQuantity.REQUEST_RATE), TWO)),
                                    row("── Latency ──", new Line.Words("")),
                                    row("Avg Latency (s)", cell(taken(Quantity.E2E, Simple.MEAN), S)),
                                    row("Avg TTFT (ms)", cell(taken(Quantity.TTFT, Simple.MEAN), MS)),
                                    row("Avg TPOT (ms)", cell(taken(Quantity.TPOT, Simple.MEAN), MS)),
                                    row("Avg ITL (ms)", cell(taken(Quantity.ITL, Simple.MEAN), MS)),
                                    row("── Tokens ──", new Line.Words("")),
                                    row(
                                            "Avg Input Tokens",
                                            cell(taken(Quantity.INPUT_TOKENS, Simple.MEAN), TRIMMED_ONE)),
                                    row(
                                            "Avg Output Tokens",
                                            cell(taken(Quantity.OUTPUT_TOKENS, Simple.MEAN), TRIMMED_ONE)),
                                    row("Output Throughput (tok/s)", cell(whole(RunQuantity.OUTPUT_TOKEN_RATE), TWO)),
                                    row("Total Throughput (tok/s)", cell(whole(RunQuantity.TOTAL_TOKEN_RATE), TWO)),
                                    new Row(
                                            When.WITH_SEVERAL_TOKENS_A_CHUNK,
                                            "── Speculative Decoding ──",
                                            List.of(new Line.Words(""))),
                                    new Row(
                                            When.WITH_SEVERAL_TOKENS_A_CHUNK,
                                            "Avg Decoded Tok/Iter",
                                            List.of(cell(DECODED_PER_CHUNK, TWO))),
                                    new Row(
                                            When.WITH_SEVERAL_TOKENS_A_CHUNK,
                                            "Spec. Accept Rate",
                                            List.of(cell(ACCEPTED, Form.trimmed(Form.PERCENT, 2)))))),
                    new Table(
                            "Percentile results:",
                            List.of(
                                    "Metric", "min", "1%", "5%", "10%", "25%", "50%", "75%", "90%", "95%", "99%",
                                    "max"),
                            List.of(
                                    evalscope("Latency (s)", S, Quantity.E2E),
                                    evalscope("TTFT (ms)", MS, Quantity.TTFT),
                                    evalscope("ITL (ms)", MS, Quantity.ITL),
                                    evalscope("TPOT (ms)", MS, Quantity.TPOT),
                                    evalscope("Input tokens", TWO, Quantity.INPUT_TOKENS),
                                    evalscope("Output tokens", TWO, Quantity.OUTPUT_TOKENS),
                                    evalscope("Output (tok/s)", TWO, Quantity.SPEED_WITH_TTFT),
                                    evalscopeTotal(),
                                    evalscope("Decode (tok/s)", TWO, Quantity.SPEED))),
                    new Line.Refused(
                            "Workload throughput",
                            "its rates of the last 30 s and after the first 20 % are not rebuilt for a printout")));

    private static Row evalscope(String label, Form form, Quantity quantity) {
        return new Row(
                When.ALWAYS,
                label,
                EVALSCOPE_PERCENTILES.stream()
                        .map(statistic -> cell(new OfAny(quantity, statistic), form))
                        .toList());
    }

    private static Row evalscopeTotal() {
        PerRequest total = new PerSecondOf(
                new Plus(new Is(Quantity.INPUT_TOKENS), new Is(Quantity.OUTPUT_TOKENS)), new Is(Quantity.E2E));
        return new Row(
                When.ALWAYS,
                "Total (tok/s)",
                EVALSCOPE_PERCENTILES.stream()
                        .map(statistic -> cell(new Each(total, statistic, "rate of all tokens"), TWO))
                        .toList());
    }

    static final Printout INFERENCE_PERF = new Printout(
            Origin.CONSOLE,
            List.of(
                    new Table(
                            "Throughput and Goodput Summary",
                            List.of(
                                    "Stage",
                                    "Req Rate",
                                    "Achieved Rate",
                                    "Error Rate",
                                    "Req/s",
                                    "In Tokens/s",
                                    "Out Tokens/s",
                                    "Tot Tokens/s"),
                            List.of(row(
                                    "0",
                                    cell(Setting.OFFERED_RATE, ONE),
                                    cell(
                                            new Figure.With(
                                                    Window.SEND_SPAN, new PerSecond(Setting.SCHEDULED_REQUESTS)),
                                            ONE),
                                    cell(new Ratio(FAILED, ALL), Form.percent(1)),
                                    cell(whole(RunQuantity.REQUEST_RATE), ONE),
                                    cell(new PerSecond(whole(RunQuantity.INPUT_TOKENS_TOTAL)), ONE),
                                    cell(whole(RunQuantity.OUTPUT_TOKEN_RATE), ONE),
                                    cell(whole(RunQuantity.TOTAL_TOKEN_RATE), ONE)))),
                    new Only(
                            When.WITH_BOUNDS,
                            List.of(new Table(
                                    "Throughput and Goodput Summary",
                                    List.of("Stage", "Goodput %", "Req Goodput", "Token Goodput"),
                                    List.of(row(
                                            "0",
                                            cell(Goodput.SHARE, Form.percent(1)),
                                            cell(Goodput.RATE, ONE),
                                            cell(
                                                    new Figure.NotKept(
                                                            "tokens of good requests are not summed for a printout"),
                                                    ONE)))))),
                    new Table(
                            "Request & Token Latency (ms)",
                            columns("Stage", "Req Lat", "TTFT", "ITL"),
                            List.of(row0(Quantity.E2E, Quantity.TTFT, Quantity.ITL))),
                    new Table(
                            "Token Generation Speed (ms)",
                            columns("Stage", "TPOT", "Norm TPOT"),
                            List.of(row0(Quantity.TPOT, Quantity.NTPOT))),
                    new Table(
                            "Token Length Aggregates",
                            List.of(
                                    "Stage",
                                    "Prompt Mean",
                                    "Prompt Med",
                                    "Prompt P90",
                                    "Out Mean (client)",
                                    "Out Med (client)",
                                    "Out P90 (client)",
                                    "Out Mean (server)",
                                    "Out Med (server)",
                                    "Out P90 (server)"),
                            List.of(new Row(
                                    When.ALWAYS,
                                    "0",
                                    Stream.of(
                                                    cells(ONE, Quantity.INPUT_TOKENS, MEAN_MEDIAN_P90),
                                                    cells(ONE, Quantity.OUTPUT_TOKENS, MEAN_MEDIAN_P90),
                                                    MEAN_MEDIAN_P90.stream()
                                                            .map(statistic -> cell(
                                                                    new Each(
                                                                            Tokens.SERVER_OUTPUT,
                                                                            statistic,
                                                                            "output count of the server"),
                                                                    ONE)))
                                            .flatMap(cells -> cells)
                                            .toList()))),
                    new Table(
                            "Request Error Summary",
                            List.of("Stage", "Successes"),
                            List.of(row("0", cell(COMPLETED, WHOLE))))));

    private static List<String> columns(String first, String... names) {
        return Stream.concat(
                        Stream.of(first),
                        Stream.of(names).flatMap(name -> Stream.of(name + " Mean", name + " Med", name + " P90")))
                .toList();
    }

    private static Row row0(Quantity... quantities) {
        return new Row(
                When.ALWAYS,
                "0",
                Stream.of(quantities)
                        .flatMap(quantity -> cells(ONE_MS, quantity, MEAN_MEDIAN_P90))
                        .toList());
    }

    static final Printout GENAI_BENCH = genaiBench();

    private static Printout genaiBench() {
        Form number = Form.shortest(Form.PLAIN);
        Form ms = Form.shortest(Form.MS);
        List<Statistic> statistics = Stream.concat(
                        Stream.of(Simple.MIN, Simple.MAX, Simple.MEAN, Simple.STD, Simple.SUM),
                        percentiles(25, 50, 75, 90, 95, 99).stream())
                .toList();
        BiFunction<String, Quantity, Row> row =
                (name, quantity) -> row(name, quantity.isTime() ? ms : number, quantity, statistics);
        PerRequest decode = new PerRequest.Minus(new Is(Quantity.E2E), new Is(Quantity.TTFT));
        return new Printout(
                Origin.RESULT_FILE,
                List.of(
                        Lines.value("run_duration: ", whole(RunQuantity.DURATION), Form.shortest(Form.S)),
                        Lines.value(
                                "mean_output_throughput_tokens_per_s: ", whole(RunQuantity.OUTPUT_TOKEN_RATE), number),
                        Lines.value(
                                "mean_input_throughput_tokens_per_s: ",
                                new PerSecond(whole(RunQuantity.INPUT_TOKENS_TOTAL)),
                                number),
                        Lines.value(
                                "mean_total_tokens_throughput_tokens_per_s: ",
                                whole(RunQuantity.TOTAL_TOKEN_RATE),
                                number),
                        Lines.value("requests_per_second: ", whole(RunQuantity.REQUEST_RATE), number),
                        // Divided by the number of requests before they are counted: see the dialect's defects.
                        Lines.value("error_rate: ", new Figure.Constant(0), WHOLE),
                        Lines.value("num_error_requests: ", FAILED, WHOLE),
                        Lines.value("num_completed_requests: ", COMPLETED, WHOLE),
                        Lines.value("num_requests: ", ALL, WHOLE),
                        new Table(
                                "stats",
                                Stream.concat(
                                                Stream.of("", "min", "max", "mean", "stddev", "sum"),
                                                Stream.of("p25", "p50", "p75", "p90", "p95", "p99"))
                                        .toList(),
                                List.of(
                                        row.apply("ttft", Quantity.TTFT),
                                        row.apply("tpot", Quantity.TPOT),
                                        row.apply("e2e_latency", Quantity.E2E),
                                        new Row(
                                                When.ALWAYS,
                                                "output_latency",
                                                statistics.stream()
                                                        .<Cell>map(s -> cell(new Each(decode, s, "decode time"), ms))
                                                        .toList()),
                                        row.apply("output_inference_speed", Quantity.SPEED),
                                        row.apply("num_input_tokens", Quantity.INPUT_TOKENS),
                                        row.apply("num_output_tokens", Quantity.OUTPUT_TOKENS),
                                        row.apply("input_throughput", Quantity.PREFILL_SPEED)))));
    }
}
