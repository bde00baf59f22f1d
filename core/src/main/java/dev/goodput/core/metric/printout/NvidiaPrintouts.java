package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.alone;
import static dev.goodput.core.metric.printout.Lines.cell;
import static dev.goodput.core.metric.printout.Lines.row;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.LoadCurves.Curve;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.printout.Figure.Each;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Figure.PerSecond;
import dev.goodput.core.metric.printout.Figure.Setting;
import dev.goodput.core.metric.printout.Line.Cell;
import dev.goodput.core.metric.printout.Line.Row;
import dev.goodput.core.metric.printout.Line.Table;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.PerRequest.Is;
import dev.goodput.core.metric.printout.PerRequest.Minus;
import dev.goodput.core.metric.printout.PerRequest.Tokens;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;

/// GenAI-Perf and AIPerf: tables of metrics by statistics, two decimals, thousands set apart.
final class NvidiaPrintouts {
    private static final Form MS = Form.grouped(Form.MS, 2);
    private static final Form TWO = Form.grouped(Form.PLAIN, 2);
    private static final String NONE = "N/A";

    private static final List<Statistic> GENAI_STATISTICS =
            List.of(Simple.MEAN, Simple.MIN, Simple.MAX, Statistic.p(99), Statistic.p(90), Statistic.p(75));
    private static final List<Statistic> AIPERF_STATISTICS = List.of(
            Simple.MEAN, Simple.MIN, Simple.MAX, Statistic.p(99), Statistic.p(90), Statistic.median(), Simple.STD);
    private static final List<String> AIPERF_COLUMNS =
            List.of("Metric", "avg", "min", "max", "p99", "p90", "p50", "std");
    private static final PerRequest DECODE = new Minus(new Is(Quantity.E2E), new Is(Quantity.TTFT));

    private NvidiaPrintouts() {}

    static final Printout GENAI_PERF = new Printout(
            Origin.CONSOLE,
            List.of(new Table(
                    "NVIDIA GenAI-Perf | LLM Metrics",
                    List.of("Statistic", "avg", "min", "max", "p99", "p90", "p75"),
                    List.of(
                            genai("Time To First Token (ms)", MS, Quantity.TTFT),
                            genai("Time To Second Token (ms)", MS, Quantity.TTST),
                            genai("Request Latency (ms)", MS, Quantity.E2E),
                            genai("Inter Token Latency (ms)", MS, Quantity.ITL),
                            genai("Output Token Throughput Per User (tokens/sec/user)", TWO, Quantity.SPEED),
                            genai("Output Sequence Length (tokens)", TWO, Quantity.OUTPUT_TOKENS),
                            genai("Input Sequence Length (tokens)", TWO, Quantity.INPUT_TOKENS),
                            genaiOne("Output Token Throughput (tokens/sec)", whole(RunQuantity.OUTPUT_TOKEN_RATE)),
                            genaiOne("Request Throughput (per sec)", new PerSecond(Setting.SCHEDULED_REQUESTS)),
                            alone(
                                    When.WITH_BOUNDS,
                                    "Request Goodput (per sec)",
                                    Goodput.RATE,
                                    TWO,
                                    GENAI_STATISTICS.size(),
                                    NONE),
                            genaiOne("Request Count (count)", Lines.taken(Quantity.TTFT, Simple.COUNT))))));

    static final Printout AIPERF_013 = new Printout(
            Origin.CONSOLE,
            List.of(
                    new Table("NVIDIA AIPerf | LLM Metrics: Effective", AIPERF_COLUMNS, effective()),
                    new Table("NVIDIA AIPerf | LLM Metrics: Active", AIPERF_COLUMNS, active()),
                    new Table(
                            "NVIDIA AIPerf | LLM Metrics: Usage",
                            AIPERF_COLUMNS,
                            List.of(
                                    tokens("Usage Prompt Tokens (tokens)", Tokens.SERVER_PROMPT),
                                    tokens("Usage Completion Tokens (tokens)", Tokens.SERVER_OUTPUT),
                                    tokens("Usage Total Tokens (tokens)", Tokens.SERVER_TOTAL),
                                    aiperfOne("Total Usage Prompt Tokens (tokens)", sum(Tokens.SERVER_PROMPT)),
                                    aiperfOne("Total Usage Completion Tokens (tokens)", sum(Tokens.SERVER_OUTPUT)),
                                    aiperfOne("Total Usage Total Tokens (tokens)", sum(Tokens.SERVER_TOTAL)))),
                    new Table("NVIDIA AIPerf | LLM Metrics", AIPERF_COLUMNS, aiperf())));

    private static List<Row> effective() {
        return List.of(
                overTime("Effective Concurrency (requests)", Curve.CONCURRENCY, false),
                overTime("Effective Decode Throughput (tokens/sec)", Curve.DECODE_THROUGHPUT, false),
                overTime("Effective Prefill Throughput (tokens/sec)", Curve.PREFILL_THROUGHPUT, false),
                overTime("Effective Decode Concurrency (requests)", Curve.DECODE_CONCURRENCY, false),
                overTime("Effective Prefill Concurrency (requests)", Curve.PREFILL_CONCURRENCY, false),
                overTime("Effective Total Throughput (tokens/sec)", Curve.TOTAL_THROUGHPUT, false),
                overTime(
                        "Effective Decode Throughput Per User (tokens/sec/user)",
                        Curve.DECODE_THROUGHPUT_PER_USER,
                        false),
                overTime(
                        "Effective Prefill Throughput Per User (tokens/sec/user)",
                        Curve.PREFILL_THROUGHPUT_PER_USER,
                        false),
                overTime("Tokens In Flight (tokens)", Curve.TOKENS_IN_FLIGHT, false),
                new Row(
                        When.ALWAYS,
                        "Effective Latency (CO-aware) (ms)",
                        AIPERF_STATISTICS.stream()
                                .map(statistic -> cell(new Figure.FromIntended(statistic), MS))
                                .toList()));
    }

    private static List<Row> active() {
        return List.of(
                overTime("Active Decode Throughput (tokens/sec)", Curve.DECODE_THROUGHPUT, true),
                overTime("Active Prefill Throughput (tokens/sec)", Curve.PREFILL_THROUGHPUT, true),
                overTime("Active Decode Throughput Per User (tokens/sec/user)", Curve.DECODE_THROUGHPUT_PER_USER, true),
                overTime(
                        "Active Prefill Throughput Per User (tokens/sec/user)",
                        Curve.PREFILL_THROUGHPUT_PER_USER,
                        true),
                overTime("Active Total Throughput (tokens/sec)", Curve.TOTAL_THROUGHPUT, true));
    }

    private static Row overTime(String label, Curve curve, boolean onlyActive) {
        return new Row(
                When.ALWAYS,
                label,
                AIPERF_STATISTICS.stream()
                        .map(statistic -> cell(new Figure.OverTime(curve, onlyActive, statistic), TWO))
                        .toList());
    }

    private static List<Row> aiperf() {
        Figure completed = new Figure.Sum(List.of(whole(RunQuantity.COMPLETED), whole(RunQuantity.FAILED)));
        List<Row> rows = new ArrayList<>(List.of(
                aiperf("Time to First Token (ms)", MS, Quantity.TTFT),
                aiperf("Time to Second Token (ms)", MS, Quantity.TTST),
                aiperf("Time to First Output Token (ms)", MS, Quantity.TTAT),
                aiperf("Request Latency (ms)", MS, Quantity.E2E),
                each("Decode Duration (ms)", MS, DECODE, "decode time"),
                aiperf("Inter Token Latency (ms)", MS, Quantity.ITL),
                aiperf("Output Token Throughput Per User (tokens/sec/user)", TWO, Quantity.SPEED),
                aiperf("E2E Output Token Throughput (tokens/sec/user)", TWO, Quantity.SPEED_WITH_TTFT),
                aiperf("Output Sequence Length (tokens)", TWO, Quantity.OUTPUT_TOKENS),
                aiperf("Input Sequence Length (tokens)", TWO, Quantity.INPUT_TOKENS),
                aiperfOne("Output Token Throughput (tokens/sec)", whole(RunQuantity.OUTPUT_TOKEN_RATE)),
                aiperfOne("Input Token Throughput (tokens/sec)", new PerSecond(whole(RunQuantity.INPUT_TOKENS_TOTAL))),
                aiperfOne("Request Throughput (requests/sec)", whole(RunQuantity.REQUEST_RATE)),
                alone(When.WITH_BOUNDS, "Goodput (requests/sec)", Goodput.RATE, TWO, AIPERF_STATISTICS.size(), NONE),
                aiperfOne("Completed Requests (Success + Error) (requests)", completed),
                alone(
                        When.ALWAYS,
                        "Request Error Rate (%)",
                        new Figure.Ratio(whole(RunQuantity.FAILED), completed),
                        Form.grouped(Form.PERCENT, 2),
                        AIPERF_STATISTICS.size(),
                        NONE),
                aiperfOne("Request Count (requests)", whole(RunQuantity.COMPLETED))));
        rows.add(adjusted("Time to First Token", new Is(Quantity.TTFT)));
        rows.add(adjusted("Request Latency", new Is(Quantity.E2E)));
        rows.add(adjusted("Decode Duration", DECODE));
        rows.add(adjusted("Inter Token Latency", new Is(Quantity.TPOT)));
        return rows;
    }

    private static Row genai(String label, Form form, Quantity quantity) {
        return row(label, form, quantity, GENAI_STATISTICS);
    }

    private static Row genaiOne(String label, Figure figure) {
        return alone(When.ALWAYS, label, figure, TWO, GENAI_STATISTICS.size(), NONE);
    }

    private static Row aiperf(String label, Form form, Quantity quantity) {
        return row(label, form, quantity, AIPERF_STATISTICS);
    }

    private static Row aiperfOne(String label, Figure figure) {
        return alone(When.ALWAYS, label, figure, TWO, AIPERF_STATISTICS.size(), NONE);
    }

    private static Row tokens(String label, Tokens tokens) {
        return each(label, TWO, tokens, "token count");
    }

    private static Figure sum(Tokens tokens) {
        return new Each(tokens, Simple.SUM, "token count");
    }

    private static Row each(String label, Form form, PerRequest value, String words) {
        return new Row(
                When.ALWAYS,
                label,
                AIPERF_STATISTICS.stream()
                        .map(statistic -> cell(new Each(value, statistic, words), form))
                        .toList());
    }

    /// Percentiles in which every failed request is one infinity.
    private static Row adjusted(String name, PerRequest value) {
        Cell none = new Line.Words(NONE);
        return new Row(
                When.WITH_FAILURES,
                name + " (error-adjusted) (ms)",
                List.of(
                        none,
                        cell(new Each(value, Simple.MIN, name), MS),
                        none,
                        adjusted(value, name, 99),
                        adjusted(value, name, 90),
                        adjusted(value, name, 50),
                        none));
    }

    private static Cell adjusted(PerRequest value, String name, double percent) {
        return cell(new Figure.With(Percentile.NEAREST_INF, new Each(value, Statistic.p(percent), name)), MS);
    }
}
