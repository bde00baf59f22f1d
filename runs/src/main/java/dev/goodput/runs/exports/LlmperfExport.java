package dev.goodput.runs.exports;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.exports.ToolView.Row;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// LLMPerf's two files: a flat summary in seconds and the list of single responses. Failed requests are in neither, as
/// with the tool, whose own count of errors is 0 then.
final class LlmperfExport {
    private static final Map<String, Quantity> METRICS = Map.of(
            "inter_token_latency_s", Quantity.TPOT,
            "ttft_s", Quantity.TTFT,
            "end_to_end_latency_s", Quantity.E2E,
            "request_output_throughput_token_per_s", Quantity.SPEED_WITH_TTFT,
            "number_input_tokens", Quantity.INPUT_TOKENS,
            "number_output_tokens", Quantity.OUTPUT_TOKENS);

    private LlmperfExport() {}

    static List<Path> write(Run run, Path folder) {
        ToolView view = ToolView.of(run, ExportFormat.LLMPERF, "llmperf-head");
        List<Row> rows = view.rows().stream().filter(Row::succeeded).toList();
        String name = view.model().replaceAll("[^\\w-]+", "-")
                + '_'
                + mean(view, Quantity.INPUT_TOKENS)
                + '_'
                + mean(view, Quantity.OUTPUT_TOKENS);
        Path summary = folder.resolve(name + "_summary.json");
        Path responses = folder.resolve(name + "_individual_responses.json");
        NewFiles.check(List.of(summary, responses));
        NewFiles.write(summary, out -> summary(view, name, out));
        NewFiles.write(responses, out -> responses(view, rows, out));
        return List.of(summary, responses);
    }

    private static long mean(ToolView view, Quantity quantity) {
        return Math.round(view.value(quantity, Statistic.mean()));
    }

    private static double scale(Quantity quantity) {
        return quantity.isTime() ? 1e9 : 1;
    }

    private static void summary(ToolView view, String name, OutputStream out) {
        try (JsonOut json = JsonOut.document(out)) {
            json.object()
                    .text("version", "2023-08-31")
                    .text("name", name + "_summary")
                    .text("model", view.model())
                    .text("exported_by", view.manifest().tool())
                    .text("definitions", view.dialect().id())
                    .text("refused", view.refusals())
                    .whole("mean_input_tokens", mean(view, Quantity.INPUT_TOKENS))
                    .number("stddev_input_tokens", view.value(Quantity.INPUT_TOKENS, Statistic.Simple.STD))
                    .whole("mean_output_tokens", mean(view, Quantity.OUTPUT_TOKENS))
                    .number("stddev_output_tokens", view.value(Quantity.OUTPUT_TOKENS, Statistic.Simple.STD))
                    .whole("num_concurrent_requests", view.manifest().schedule().concurrency());
            METRICS.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(metric -> metric(json, view, "results_" + metric.getKey(), metric.getValue()));
            double completed = view.value(RunQuantity.COMPLETED);
            json.whole("results_num_requests_started", (long) completed)
                    .number("results_error_rate", 0)
                    .whole("results_number_errors", 0)
                    .text("results_error_code_frequency", "{}")
                    .number("results_mean_output_throughput_token_per_s", view.value(RunQuantity.OUTPUT_TOKEN_RATE))
                    .whole("results_num_completed_requests", (long) completed)
                    .number("results_num_completed_requests_per_min", view.value(RunQuantity.REQUEST_RATE) * 60)
                    .whole("timestamp", view.manifest().startedAt().getEpochSecond())
                    .end();
        }
    }

    private static void metric(JsonOut json, ToolView view, String name, Quantity quantity) {
        double scale = scale(quantity);
        for (int percent : new int[] {25, 50, 75, 90, 95, 99}) {
            json.number(name + "_quantiles_p" + percent, view.value(quantity, Statistic.p(percent)) / scale);
        }
        json.number(name + "_mean", view.value(quantity, Statistic.mean()) / scale);
        extreme(json, name + "_min", quantity, view.value(quantity, Statistic.Simple.MIN));
        extreme(json, name + "_max", quantity, view.value(quantity, Statistic.Simple.MAX));
        json.number(name + "_stddev", view.value(quantity, Statistic.Simple.STD) / scale);
    }

    /// The tool writes the extremes of token counts as text.
    private static void extreme(JsonOut json, String name, Quantity quantity, double value) {
        boolean text = quantity == Quantity.INPUT_TOKENS || quantity == Quantity.OUTPUT_TOKENS;
        if (text && Double.isFinite(value)) {
            json.text(name, String.valueOf((long) value));
        } else {
            json.number(name, value / scale(quantity));
        }
    }

    private static void responses(ToolView view, List<Row> rows, OutputStream out) {
        try (JsonOut json = JsonOut.document(out)) {
            json.array();
            for (Row row : rows) {
                int output = row.reading().outputTokens();
                boolean counted = row.promptTokens() >= 0;
                double e2eNs = row.reading().e2eNs();
                json.object()
                        .nothing("error_code")
                        .text("error_msg", "")
                        .number(
                                "inter_token_latency_s",
                                view.has(Quantity.TPOT) ? row.reading().perTokenNs() / 1e9 : Double.NaN)
                        .number("ttft_s", row.reading().ttftNs() / 1e9)
                        .number("end_to_end_latency_s", e2eNs / 1e9)
                        .number("request_output_throughput_token_per_s", output * 1e9 / e2eNs)
                        .count("number_total_tokens", counted ? output + row.promptTokens() : -1)
                        .count("number_output_tokens", output)
                        .count("number_input_tokens", row.promptTokens())
                        .end();
            }
            json.endArray();
        }
    }
}
