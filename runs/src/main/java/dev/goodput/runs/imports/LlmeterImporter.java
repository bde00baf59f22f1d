package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// AWS llmeter 0.2.0: `responses.jsonl`, one request a line with the times to its first and last token, and
/// `stats.json`, the aggregates. Requests have no start on a fine clock (`request_time` has whole seconds) and failed
/// ones keep the times of what had come.
final class LlmeterImporter implements Importer {
    private static final List<String> NAMES =
            List.of("responses.jsonl", "stats.json", "summary.json", "run_config.json");

    @Override
    public String tool() {
        return "llmeter";
    }

    /// The files of one run, which stand in one folder.
    private record Files(
            @Nullable Path responses,
            @Nullable Path stats,
            @Nullable Path summary,
            @Nullable Path config) {
        static final Files NONE = new Files(null, null, null, null);

        Files with(Path file) {
            String beginning = ImportSource.beginning(file);
            if (!beginning.startsWith("{")) {
                return this;
            }
            if (beginning.contains("\"__llmeter_class__\"")) {
                return new Files(responses, stats, summary, file);
            }
            if (beginning.contains("\"time_to_first_token-") || beginning.contains("\"failed_requests_rate\"")) {
                return new Files(responses, file, summary, config);
            }
            if (beginning.contains("\"total_test_time\"") && beginning.contains("\"first_request_time\"")) {
                return new Files(responses, stats, file, config);
            }
            boolean isResponses = beginning.contains("\"response_text\"") && beginning.contains("\"input_payload\"");
            return isResponses ? new Files(file, stats, summary, config) : this;
        }

        boolean isRun() {
            return responses != null || stats != null || summary != null;
        }
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return runs(source).values().stream().anyMatch(Files::isRun);
        } catch (ImportException e) {
            return false;
        }
    }

    private static Map<String, Files> runs(ImportSource source) {
        Map<String, Files> byFolder = new LinkedHashMap<>();
        for (Path file : ResultFiles.of(source, NAMES)) {
            String folder = String.valueOf(file.getParent());
            byFolder.put(folder, byFolder.getOrDefault(folder, Files.NONE).with(file));
        }
        return byFolder;
    }

    @Override
    public List<Imported> read(ImportSource source) {
        return runs(source).values().stream()
                .filter(Files::isRun)
                .map(files -> read(source.path(), files))
                .toList();
    }

    private static Imported read(Path source, Files files) {
        Dialect dialect = Dialects.byId("llmeter").orElseThrow();
        List<RequestTrace> traces = new ArrayList<>();
        if (files.responses != null) {
            Path responses = files.responses;
            ImportSource.textLines(responses, (number, line) -> {
                JsonNode node = ImportSource.parse(responses, number, line);
                traces.add(trace(traces.size(), NodeReader.of(responses, number, node)));
            });
        }
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                files.responses == null ? Coverage.Events.NONE : Coverage.Events.FIRST_AND_LAST,
                true,
                List.of(
                        "request_time has whole seconds: when requests started is unknown.",
                        "Token counts are the server's usage, or where it sent none those of the run's tokenizer.",
                        "Its HTTP client sends a request that was answered 5xx again, up to twice and silently: such"
                                + " failures are not in the file and the waits are inside TTFT."));
        ImportedRuns runs = new ImportedRuns(dialect, source);
        if (files.config != null) {
            describe(runs, files.config);
        }
        boolean requests = files.responses != null;
        List<ToldAggregate> told = new ArrayList<>();
        if (files.stats != null) {
            told.addAll(LlmeterStats.of(files.stats, "", requests));
        }
        if (files.summary != null) {
            told.addAll(LlmeterStats.of(files.summary, "summary ", requests));
        }
        return new Imported(runs.build(traces, coverage), dialect, told);
    }

    private static void describe(ImportedRuns runs, Path file) {
        NodeReader config = NodeReader.of(file, 0, ImportSource.json(file));
        int clients = config.countOrUnknown("clients");
        if (clients > 0) {
            runs.closedLoop(clients);
        }
        JsonNode endpoint = config.node().path("endpoint");
        JsonNode state = endpoint.path("__llmeter_state__");
        String kind = endpoint.path("__llmeter_class__").asString("");
        if (state.path("model_id").isString()) {
            runs.endpoint(
                    state.path("base_url").asString("unknown"),
                    kind.contains("Completion") ? "chat" : "unknown",
                    state.path("model_id").asString("unknown"));
        }
        runs.workload(
                config.countOrUnknown("n_requests") < 0
                        ? "unknown"
                        : config.countOrUnknown("n_requests") + " requests by each of " + clients + " clients");
    }

    private static RequestTrace trace(long index, NodeReader row) {
        double firstNs = row.numberOrNaN("time_to_first_token") * 1e9;
        double lastNs = row.numberOrNaN("time_to_last_token") * 1e9;
        if (firstNs < 0 || lastNs < firstNs) {
            throw row.wrong("time_to_last_token", "a time at or after that of the first token");
        }
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = 0;
        int output = row.countOrUnknown("num_tokens_output");
        Usage usage = output < 0
                ? null
                : new Usage(
                        row.countOrUnknown("num_tokens_input"),
                        output,
                        row.countOrUnknown("num_tokens_output_reasoning"),
                        row.countOrUnknown("num_tokens_input_cached"));
        JsonNode payload = row.node().path("input_payload");
        Asked asked = new Asked(
                Usage.UNKNOWN,
                payload.path("max_tokens").canConvertToInt()
                        ? payload.path("max_tokens").intValue()
                        : Usage.UNKNOWN,
                null);
        return new RequestTrace(
                index,
                row.textOr("id", "line-" + (index + 1)),
                asked,
                timeline.build(),
                chunks(firstNs, lastNs),
                usage,
                outcome(row, Stamp.isKnown(firstNs)));
    }

    private static Chunks chunks(double firstNs, double lastNs) {
        int kinds = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
        Chunks.Builder chunks = new Chunks.Builder();
        if (Stamp.isKnown(firstNs)) {
            chunks.add(firstNs, kinds, Chunks.TOKENS_UNKNOWN, 0);
        }
        if (lastNs > firstNs) {
            chunks.add(lastNs, kinds, Chunks.TOKENS_UNKNOWN, 0);
        }
        return chunks.build();
    }

    private static Outcome outcome(NodeReader row, boolean hadOutput) {
        if (row.has("error")) {
            return FailureWords.outcome(
                    row.node().path("error").asString("unknown error"),
                    hadOutput,
                    hadOutput ? FailureCategory.ERROR_IN_STREAM : FailureCategory.RESET);
        }
        return hadOutput
                ? new Outcome.Completed("unknown", false)
                : new Outcome.Failed(FailureCategory.EMPTY, 0, "no token");
    }
}
