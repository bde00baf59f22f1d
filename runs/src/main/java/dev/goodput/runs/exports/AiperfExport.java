package dev.goodput.runs.exports;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.runs.exports.ToolView.Row;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// AIPerf's records and summary: stamps in epoch nanoseconds, metrics in milliseconds. Every record needs its start, so
/// a
/// run whose requests have none is refused.
final class AiperfExport {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);
    private static final List<MetricBlock> BLOCKS = List.of(
            MetricBlock.LATENCY,
            MetricBlock.TTFT,
            MetricBlock.TTST,
            MetricBlock.ITL,
            MetricBlock.CHUNK_GAP,
            MetricBlock.SPEED,
            MetricBlock.E2E_SPEED,
            MetricBlock.PREFILL,
            MetricBlock.OSL,
            MetricBlock.ISL);

    private AiperfExport() {}

    static List<Path> write(Run run, Path folder) {
        ToolView view = ToolView.of(run, ExportFormat.AIPERF, "aiperf-013");
        if (!run.manifest().coverage().starts()) {
            throw new ExportException("cannot be written as aiperf: every record needs the start of its request, which"
                    + " this run does not know");
        }
        Path records = folder.resolve("profile_export.jsonl");
        Path summary = folder.resolve("profile_export_aiperf.json");
        NewFiles.check(List.of(records, summary));
        NewFiles.write(records, out -> records(view, out));
        NewFiles.write(summary, out -> summary(view, out));
        return List.of(records, summary);
    }

    private static void records(ToolView view, OutputStream out) {
        long epochNs = epochNs(view);
        try (JsonOut json = JsonOut.lines(out)) {
            for (Row row : view.rows()) {
                if (Stamp.isKnown(row.trace().timeline().startNs())) {
                    json.object();
                    metadata(json, row, epochNs);
                    json.object("metrics");
                    metrics(json, view, row);
                    json.end();
                    error(json, row);
                    json.end();
                }
            }
        }
    }

    private static long epochNs(ToolView view) {
        Instant epoch = view.manifest().startedAt();
        return epoch.getEpochSecond() * 1_000_000_000L + epoch.getNano();
    }

    /// Its rates divide by the phase; its duration is that of the work, from the first start to the last end of a
    /// success, taken from stamps in doubles, which step by 256 ns.
    private static double workNs(ToolView view) {
        double epochNs = (double) epochNs(view);
        double firstNs = Double.NaN;
        double lastNs = Double.NaN;
        for (Row row : view.rows()) {
            double startNs = epochNs + row.trace().timeline().startNs();
            double endNs = startNs + row.reading().e2eNs();
            if (row.succeeded() && Stamp.isKnown(endNs)) {
                firstNs = Double.isNaN(firstNs) ? startNs : Math.min(firstNs, startNs);
                lastNs = Double.isNaN(lastNs) ? endNs : Math.max(lastNs, endNs);
            }
        }
        return lastNs - firstNs;
    }

    private static void metadata(JsonOut json, Row row, long epochNs) {
        Timeline timeline = row.trace().timeline();
        double endNs = Stamp.isKnown(timeline.endNs())
                ? timeline.endNs()
                : timeline.startNs() + row.reading().e2eNs();
        json.object("metadata")
                .whole("session_num", row.trace().index())
                .text("x_request_id", row.trace().id())
                .text("conversation_id", row.trace().id())
                .whole("turn_index", 0);
        if (Stamp.isKnown(timeline.intendedStartNs())) {
            json.whole("credit_issued_ns", epochNs + Math.round(timeline.intendedStartNs()));
        }
        json.whole("request_start_ns", epochNs + Math.round(timeline.startNs()));
        if (Stamp.isKnown(timeline.headNs())) {
            json.whole("request_ack_ns", epochNs + Math.round(timeline.headNs()));
        }
        json.whole("request_end_ns", epochNs + Math.round(Stamp.isKnown(endNs) ? endNs : timeline.startNs()))
                .text("worker_id", "goodput")
                .text("record_processor_id", "goodput")
                .text("benchmark_phase", "profiling")
                .whole("phase_index", 0)
                .whole("profiling_index", 0)
                .text("phase_name", "profiling")
                .text("phase_kind", "profiling")
                .flag("was_cancelled", false)
                .end();
    }

    private static void metrics(JsonOut json, ToolView view, Row row) {
        if (!row.succeeded()) {
            if (row.promptTokens() >= 0) {
                metric(json, "error_isl", row.promptTokens(), "tokens");
            }
            return;
        }
        Reading reading = row.reading();
        int tokens = reading.outputTokens();
        metric(json, "request_latency", reading.e2eNs() / 1e6, "ms");
        metric(json, "time_to_first_token", reading.ttftNs() / 1e6, "ms");
        metric(json, "output_token_count", tokens, "tokens");
        metric(json, "output_sequence_length", tokens, "tokens");
        metric(json, "input_sequence_length", row.promptTokens() < 0 ? Double.NaN : row.promptTokens(), "tokens");
        if (row.promptTokens() >= 0 && reading.ttftNs() > 0) {
            metric(json, "prefill_throughput_per_user", row.promptTokens() * 1e9 / reading.ttftNs(), "tokens/sec/user");
        }
        if (reading.e2eNs() > 0) {
            metric(json, "e2e_output_token_throughput", tokens * 1e9 / reading.e2eNs(), "tokens/sec/user");
        }
        if (view.has(Quantity.TPOT) && reading.perTokenNs() > 0) {
            metric(json, "inter_token_latency", reading.perTokenNs() / 1e6, "ms");
            metric(json, "output_token_throughput_per_user", 1e9 / reading.perTokenNs(), "tokens/sec/user");
        }
        if (view.has(Quantity.CHUNK_GAP) && row.gapsNs().length > 0) {
            metric(json, "time_to_second_token", reading.ttstNs() / 1e6, "ms");
            json.object("inter_chunk_latency").array("value");
            for (double gapNs : row.gapsNs()) {
                json.number(gapNs / 1e6);
            }
            json.endArray().text("unit", "ms").end();
        }
    }

    private static void metric(JsonOut json, String name, double value, String unit) {
        if (Double.isFinite(value)) {
            json.object(name).number("value", value).text("unit", unit).end();
        }
    }

    private static void error(JsonOut json, Row row) {
        if (row.trace().outcome() instanceof Outcome.Failed failed && !row.succeeded()) {
            json.object("error");
            if (failed.httpStatus() > 0) {
                json.whole("code", failed.httpStatus());
            }
            json.text("type", failed.category().words())
                    .text("message", failed.message())
                    .end();
        }
    }

    private static void summary(ToolView view, OutputStream out) {
        Manifest manifest = view.manifest();
        try (JsonOut json = JsonOut.document(out)) {
            json.object()
                    .text("schema_version", "1.4")
                    .text("aiperf_version", "0.13.0")
                    .text("exported_by", manifest.tool())
                    .text("definitions", view.dialect().id())
                    .text("refused", view.refusals());
            MetricBlock.scalar(json, "request_throughput", "requests/sec", view.value(RunQuantity.REQUEST_RATE));
            MetricBlock.scalar(json, "request_count", "requests", view.value(RunQuantity.COMPLETED));
            MetricBlock.scalar(json, "error_request_count", "requests", view.value(RunQuantity.FAILED));
            MetricBlock.scalar(
                    json,
                    "completed_request_count",
                    "requests",
                    view.value(RunQuantity.COMPLETED) + view.value(RunQuantity.FAILED));
            BLOCKS.forEach(block -> block.write(json, view, true));
            MetricBlock.scalar(
                    json, "output_token_throughput", "tokens/sec", view.value(RunQuantity.OUTPUT_TOKEN_RATE));
            MetricBlock.scalar(json, "total_token_throughput", "tokens/sec", view.value(RunQuantity.TOTAL_TOKEN_RATE));
            MetricBlock.scalar(json, "total_output_tokens", "tokens", view.value(RunQuantity.OUTPUT_TOKENS_TOTAL));
            MetricBlock.scalar(json, "total_osl", "tokens", view.value(RunQuantity.OUTPUT_TOKENS_TOTAL));
            MetricBlock.scalar(json, "total_isl", "tokens", view.value(RunQuantity.INPUT_TOKENS_TOTAL));
            double windowNs = view.value(RunQuantity.DURATION);
            MetricBlock.scalar(json, "benchmark_duration", "sec", workNs(view) / 1e9);
            config(json, view);
            json.flag("was_cancelled", manifest.status() == Manifest.Status.INTERRUPTED)
                    .flag("is_complete", manifest.status() == Manifest.Status.COMPLETE);
            errors(json, view);
            json.text("start_time", TIME.format(manifest.startedAt()));
            if (Double.isFinite(windowNs)) {
                json.text("end_time", TIME.format(manifest.startedAt().plusNanos(Math.round(windowNs))));
            }
            json.end();
        }
    }

    /// Equal errors are one entry with their count.
    private static void errors(JsonOut json, ToolView view) {
        Map<Outcome.Failed, Long> counts = new LinkedHashMap<>();
        for (Row row : view.rows()) {
            if (!row.succeeded() && row.trace().outcome() instanceof Outcome.Failed failed) {
                counts.merge(failed, 1L, Long::sum);
            }
        }
        json.array("error_summary");
        counts.forEach((failed, count) -> {
            json.object().object("error_details");
            details(json, failed);
            json.end().whole("count", count).end();
        });
        json.endArray();
    }

    private static void details(JsonOut json, Outcome.Failed failed) {
        if (failed.httpStatus() > 0) {
            json.whole("code", failed.httpStatus());
        }
        json.text("type", failed.category().words()).text("message", failed.message());
    }

    private static void config(JsonOut json, ToolView view) {
        Manifest.Schedule schedule = view.manifest().schedule();
        json.object("input_config")
                .object("models")
                .array("items")
                .object()
                .text("name", view.model())
                .end()
                .endArray()
                .end()
                .object("endpoint")
                .text("type", view.api())
                .flag("streaming", true)
                .end()
                .array("phases")
                .object()
                .text("name", "profiling")
                .text("kind", "profiling")
                .text("type", schedule.isClosedLoop() ? "concurrency" : schedule.kind())
                .whole("requests", view.run().scheduledRequests());
        if (schedule.concurrency() > 0) {
            json.whole("concurrency", schedule.concurrency());
        }
        if (schedule.ratePerSecond() > 0) {
            json.number("rate", schedule.ratePerSecond());
        }
        json.end().endArray().end();
    }
}
