package dev.goodput.runs.exports;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.runs.exports.ToolView.Row;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/// The JSON of `vllm bench serve`: aggregates in milliseconds, lists in seconds, aligned by request, failed ones
/// included as zeros where the tool has zeros. Texts are empty, since a run keeps none.
final class VllmExport {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private VllmExport() {}

    static List<Path> write(Run run, Path file) {
        ToolView view = ToolView.of(run, ExportFormat.VLLM, "vllm-py-033");
        NewFiles.check(List.of(file));
        NewFiles.write(file, out -> {
            try (JsonOut json = JsonOut.document(out)) {
                json.object();
                head(json, view);
                lists(json, view, view.rows());
                json.nothing("max_output_tokens_per_s")
                        .nothing("max_concurrent_requests")
                        .number("rtfx", 0);
                statistics(json, view, "ttft", Quantity.TTFT);
                statistics(json, view, "tpot", Quantity.TPOT);
                statistics(json, view, "itl", Quantity.ITL);
                statistics(json, view, "e2el", Quantity.E2E);
                json.end();
            }
        });
        return List.of(file);
    }

    private static void head(JsonOut json, ToolView view) {
        Manifest manifest = view.manifest();
        String backend = switch (view.api()) {
            case "chat" -> "openai-chat";
            case "completions" -> "openai";
            default -> view.api();
        };
        json.text("date", DATE.format(manifest.startedAt()))
                .text("endpoint_type", backend)
                .text("backend", backend)
                .nothing("label")
                .text("model_id", view.model())
                .nothing("tokenizer_id")
                .whole("num_prompts", view.run().scheduledRequests())
                .text("exported_by", manifest.tool())
                .text("definitions", view.dialect().id())
                .text("refused", view.refusals());
        Manifest.Schedule schedule = manifest.schedule();
        if (schedule.ratePerSecond() > 0) {
            json.number("request_rate", schedule.ratePerSecond());
        } else {
            json.text("request_rate", schedule.isClosedLoop() ? "inf" : null);
        }
        json.number("burstiness", 1);
        if (schedule.concurrency() > 0) {
            json.whole("max_concurrency", schedule.concurrency());
        } else {
            json.nothing("max_concurrency");
        }
        json.number("duration", view.value(RunQuantity.DURATION) / 1e9)
                .whole("completed", (long) view.value(RunQuantity.COMPLETED))
                .whole("failed", (long) view.value(RunQuantity.FAILED))
                .whole("total_input_tokens", (long) view.value(RunQuantity.INPUT_TOKENS_TOTAL))
                .whole("total_output_tokens", (long) view.value(RunQuantity.OUTPUT_TOKENS_TOTAL))
                .number("request_throughput", view.value(RunQuantity.REQUEST_RATE))
                .nothing("request_goodput")
                .number("output_throughput", view.value(RunQuantity.OUTPUT_TOKEN_RATE))
                .number("total_token_throughput", view.value(RunQuantity.TOTAL_TOKEN_RATE));
    }

    private static void lists(JsonOut json, ToolView view, List<Row> rows) {
        json.array("input_lens");
        rows.forEach(row -> json.count(row.promptTokens()));
        json.endArray().array("output_lens");
        rows.forEach(row -> json.count(row.succeeded() ? row.reading().outputTokens() : 0));
        json.endArray().array("ttfts");
        rows.forEach(row -> json.number(row.hadOutput() ? row.reading().ttftNs() / 1e9 : 0));
        json.endArray();
        if (view.has(Quantity.CHUNK_GAP)) {
            json.array("itls");
            for (Row row : rows) {
                json.array();
                for (double gapNs : row.gapsNs()) {
                    json.number(gapNs / 1e9);
                }
                json.endArray();
            }
            json.endArray();
        }
        json.array("latencies");
        rows.forEach(row -> json.number(row.succeeded() ? row.reading().e2eNs() / 1e9 : 0));
        json.endArray();
        if (view.manifest().coverage().starts()) {
            json.array("start_times");
            rows.forEach(row -> json.number(row.trace().timeline().startNs() / 1e9));
            json.endArray();
        }
        if (view.manifest().coverage().schedule()) {
            json.array("queue_times");
            rows.forEach(row -> json.number(Stamp.between(
                            row.trace().timeline().intendedStartNs(),
                            row.trace().timeline().startNs())
                    / 1e9));
            json.endArray();
        }
        json.array("generated_texts");
        rows.forEach(_ -> json.text(""));
        json.endArray().array("errors");
        rows.forEach(row -> json.text(row.succeeded() ? "" : row.error()));
        json.endArray();
    }

    private static void statistics(JsonOut json, ToolView view, String name, Quantity quantity) {
        json.number("mean_" + name + "_ms", view.value(quantity, Statistic.mean()) / 1e6)
                .number("median_" + name + "_ms", view.value(quantity, Statistic.median()) / 1e6)
                .number("std_" + name + "_ms", view.value(quantity, Statistic.Simple.STD) / 1e6);
        for (int percent : new int[] {50, 90, 95, 99}) {
            json.number("p" + percent + "_" + name + "_ms", view.value(quantity, Statistic.p(percent)) / 1e6);
        }
    }
}
