package dev.goodput.core.metric.printout;

import static dev.goodput.core.metric.printout.Lines.taken;
import static dev.goodput.core.metric.printout.Lines.text;
import static dev.goodput.core.metric.printout.Lines.whole;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.Statistic.Simple;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.printout.Figure.Goodput;
import dev.goodput.core.metric.printout.Figure.NotKept;
import dev.goodput.core.metric.printout.Figure.PerSecond;
import dev.goodput.core.metric.printout.Figure.Setting;
import dev.goodput.core.metric.printout.Line.When;
import dev.goodput.core.metric.printout.Printout.Origin;
import java.util.ArrayList;
import java.util.List;

/// Tools that print (or only write) numbers under the names of their result files, with all digits of a double.
final class JsonPrintouts {
    private static final Form S = Form.shortest(Form.S);
    private static final Form MS = Form.shortest(Form.MS);
    private static final Form DOUBLE = Form.shortest(Form.PLAIN);
    private static final Form WHOLE = Form.fixed(Form.PLAIN, 0);
    /// Means of whole numbers are whole where they can be.
    private static final Form NUMBER = new Form(Form.PLAIN, Form.Style.SHORTEST_NUMBER, 0);
    private static final Form A_MINUTE = Form.shortest(1.0 / 60);

    private JsonPrintouts() {}

    static final Printout LLMPERF = llmperf();
    static final Printout LLMETER = llmeter();
    static final Printout TRT_SERVING = trtServing();

    private static Printout llmperf() {
        List<Line> lines = new ArrayList<>();
        llmperf(lines, "inter_token_latency_s", Quantity.ITL, S, S);
        llmperf(lines, "ttft_s", Quantity.TTFT, S, S);
        llmperf(lines, "end_to_end_latency_s", Quantity.E2E, S, S);
        llmperf(lines, "request_output_throughput_token_per_s", Quantity.SPEED_WITH_TTFT, DOUBLE, DOUBLE);
        llmperf(lines, "number_input_tokens", Quantity.INPUT_TOKENS, DOUBLE, WHOLE);
        llmperf(lines, "number_output_tokens", Quantity.OUTPUT_TOKENS, DOUBLE, WHOLE);
        lines.add(Lines.value("Number Of Errored Requests: ", whole(RunQuantity.FAILED), WHOLE));
        lines.add(Lines.value("Overall Output Throughput: ", whole(RunQuantity.OUTPUT_TOKEN_RATE), DOUBLE));
        lines.add(Lines.value("Number Of Completed Requests: ", whole(RunQuantity.COMPLETED), WHOLE));
        lines.add(Lines.value("Completed Requests Per Minute: ", whole(RunQuantity.REQUEST_RATE), A_MINUTE));
        return new Printout(Origin.CONSOLE, lines);
    }

    private static void llmperf(List<Line> lines, String name, Quantity quantity, Form form, Form ofOne) {
        lines.add(text(name));
        for (int percent : List.of(25, 50, 75, 90, 95, 99)) {
            lines.add(Lines.value("    p" + percent + " = ", taken(quantity, Statistic.p(percent)), form));
        }
        lines.add(Lines.value("    mean = ", taken(quantity, Simple.MEAN), form));
        lines.add(Lines.value("    min = ", taken(quantity, Simple.MIN), ofOne));
        lines.add(Lines.value("    max = ", taken(quantity, Simple.MAX), ofOne));
        lines.add(Lines.value("    stddev = ", taken(quantity, Simple.STD), form));
    }

    private static Printout llmeter() {
        Figure failed = whole(RunQuantity.FAILED);
        Figure tool = new NotKept("it divides by the tool's own stopwatch, from the first send to the end of its run");
        List<Line> lines = new ArrayList<>(List.of(
                text("{"),
                json("total_requests", Setting.SCHEDULED_REQUESTS, WHOLE),
                json("total_test_time", new Figure.With(Window.RUN, whole(RunQuantity.DURATION)), S),
                json("failed_requests", failed, WHOLE),
                json("failed_requests_rate", new Figure.Ratio(failed, Setting.SCHEDULED_REQUESTS), DOUBLE),
                json("total_input_tokens", taken(Quantity.INPUT_TOKENS, Simple.SUM), DOUBLE),
                json("total_output_tokens", taken(Quantity.OUTPUT_TOKENS, Simple.SUM), DOUBLE)));
        llmeter(lines, "time_to_last_token", Quantity.E2E, S, S);
        llmeter(lines, "time_to_first_token", Quantity.TTFT, S, S);
        llmeter(lines, "time_per_output_token", Quantity.TPOT, S, S);
        llmeter(lines, "num_tokens_output", Quantity.OUTPUT_TOKENS, NUMBER, DOUBLE);
        llmeter(lines, "num_tokens_input", Quantity.INPUT_TOKENS, NUMBER, DOUBLE);
        lines.add(json("requests_per_minute", new PerSecond(Setting.SCHEDULED_REQUESTS), A_MINUTE));
        lines.add(json("average_input_tokens_per_minute", tool, DOUBLE));
        lines.add(json("average_output_tokens_per_minute", tool, DOUBLE));
        lines.add(new Line.Value("    \"output_tps\": ", new Line.Amount(tool, DOUBLE), 0, ""));
        lines.add(text("}"));
        return new Printout(Origin.CONSOLE, lines);
    }

    private static void llmeter(List<Line> lines, String name, Quantity quantity, Form mean, Form form) {
        lines.add(json(name + "-average", taken(quantity, Simple.MEAN), mean));
        for (int percent : List.of(50, 90, 99)) {
            lines.add(json(name + "-p" + percent, taken(quantity, Statistic.p(percent)), form));
        }
    }

    private static Line json(String name, Figure figure, Form form) {
        return new Line.Value("    \"" + name + "\": ", new Line.Amount(figure, form), 0, ",");
    }

    private static Printout trtServing() {
        List<Line> lines = new ArrayList<>(List.of(
                Lines.value("duration: ", whole(RunQuantity.DURATION), S),
                Lines.value("completed: ", whole(RunQuantity.COMPLETED), WHOLE),
                Lines.value("total_input_tokens: ", whole(RunQuantity.INPUT_TOKENS_TOTAL), WHOLE),
                Lines.value("total_output_tokens: ", whole(RunQuantity.OUTPUT_TOKENS_TOTAL), WHOLE),
                Lines.value("request_throughput: ", whole(RunQuantity.REQUEST_RATE), DOUBLE),
                Lines.only(When.WITH_BOUNDS, Lines.value("request_goodput: ", Goodput.RATE, DOUBLE)),
                Lines.value("output_throughput: ", whole(RunQuantity.OUTPUT_TOKEN_RATE), DOUBLE),
                Lines.value("total_token_throughput: ", whole(RunQuantity.TOTAL_TOKEN_RATE), DOUBLE),
                Lines.value("user_throughput: ", taken(Quantity.SPEED_WITH_TTFT, Simple.MEAN), DOUBLE)));
        trtServing(lines, "ttft", Quantity.TTFT);
        trtServing(lines, "tpot", Quantity.TPOT);
        trtServing(lines, "itl", Quantity.ITL);
        trtServing(lines, "e2el", Quantity.E2E);
        return new Printout(Origin.RESULT_FILE, lines);
    }

    private static void trtServing(List<Line> lines, String name, Quantity quantity) {
        lines.add(Lines.value("std_" + name + "_ms: ", taken(quantity, Simple.STD), MS));
        lines.add(Lines.value("mean_" + name + "_ms: ", taken(quantity, Simple.MEAN), MS));
        lines.add(Lines.value("median_" + name + "_ms: ", taken(quantity, Statistic.median()), MS));
        lines.add(Lines.value("p99_" + name + "_ms: ", taken(quantity, Statistic.p(99)), MS));
    }
}
