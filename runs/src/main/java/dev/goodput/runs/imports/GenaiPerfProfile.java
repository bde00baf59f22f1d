package dev.goodput.runs.imports;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Usage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads perf_analyzer's `profile_export.json`, request by request.
///
/// @param version of perf_analyzer; empty where it does not say
/// @param endpoint such as `v1/chat/completions`
record GenaiPerfProfile(List<Experiment> experiments, String version, String endpoint) {
    private static final long MAX_EPOCH_NS = 4_000_000_000_000_000_000L;

    /// Requests under one load.
    ///
    /// @param mode `concurrency` or `request_rate`
    record Experiment(String mode, double value, List<GenaiPerfRequest> requests) {}

    static GenaiPerfProfile read(Path file) {
        Reader reader = new Reader(file);
        ImportSource.streamed(file, reader::document);
        return new GenaiPerfProfile(reader.experiments, reader.version, reader.endpoint);
    }

    private static final class Reader {
        private final Path file;
        private final List<Experiment> experiments = new ArrayList<>();
        private String version = "";
        private String endpoint = "";
        private int requestsRead;

        Reader(Path file) {
            this.file = file;
        }

        void document(JsonParser parser) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new ImportException(file + ": not perf_analyzer's profile export");
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                switch (name) {
                    case "experiments" -> elements(parser, () -> experiments.add(experiment(parser)));
                    case "version" -> version = text(parser);
                    case "endpoint" -> endpoint = text(parser);
                    default -> parser.skipChildren();
                }
            }
            if (experiments.isEmpty()) {
                throw new ImportException(file + ": no experiments in it");
            }
        }

        private static String text(JsonParser parser) {
            String text = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getString() : "";
            parser.skipChildren();
            return text;
        }

        private void elements(JsonParser parser, Runnable element) {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw new ImportException(file + ": not a list where one belongs");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                element.run();
            }
        }

        private Experiment experiment(JsonParser parser) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new ImportException(file + ": an experiment is not an object");
            }
            JsonNode load = JsonNodeFactory.instance.objectNode();
            List<GenaiPerfRequest> requests = new ArrayList<>();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                switch (name) {
                    case "experiment" -> load = parser.readValueAsTree();
                    case "requests" -> elements(parser, () -> requests.add(request(parser.readValueAsTree())));
                    default -> parser.skipChildren();
                }
            }
            JsonNode mode = load.path("mode");
            JsonNode value = load.path("value");
            return new Experiment(
                    mode.isString() ? mode.stringValue() : "",
                    value.isNumber() ? value.doubleValue(Double.NaN) : 0,
                    requests);
        }

        private GenaiPerfRequest request(JsonNode node) {
            requestsRead++;
            long startNs = stamp(node.path("timestamp"), 0);
            JsonNode stamps = node.path("response_timestamps");
            JsonNode outputs = node.path("response_outputs");
            if (!stamps.isArray() || stamps.size() != outputs.size()) {
                throw bad("has not as many stamps as responses");
            }
            List<StreamEvent> events = GenaiPerfResponses.of(file, outputs);
            Chunks.Builder chunks = new Chunks.Builder();
            StreamEvent all = StreamEvent.ofData(file, 0, "");
            long lastNs = startNs;
            for (int i = 0; i < events.size(); i++) {
                lastNs = stamp(stamps.get(i), lastNs);
                StreamEvent event = events.get(i);
                chunks.add(lastNs - startNs, event.kinds(), event.tokens(), event.chars());
                all = all.and(event);
            }
            JsonNode inputs = node.path("request_inputs");
            JsonNode payload = payload(inputs.path("payload"));
            JsonNode session = inputs.path("session_id");
            return new GenaiPerfRequest(
                    all.id() == null ? "" : all.id(),
                    startNs,
                    chunks.build(),
                    all.usage(),
                    outcome(all),
                    maxTokens(payload),
                    payload.path("model").isString() ? payload.path("model").stringValue() : "",
                    session.isString() ? session.stringValue() : "");
        }

        private static Outcome outcome(StreamEvent all) {
            if (all.is(ChunkKind.ERROR)) {
                return new Outcome.Failed(FailureCategory.ERROR_IN_STREAM, 200, "an error event came");
            }
            if (!ChunkKind.isOutput(all.kinds())) {
                return new Outcome.Failed(FailureCategory.EMPTY, 200, "no output came");
            }
            if (all.finishReason() != null) {
                return new Outcome.Completed(all.finishReason(), all.is(ChunkKind.DONE));
            }
            boolean chat = all.is(ChunkKind.ROLE) || all.is(ChunkKind.DONE);
            return chat
                    ? new Outcome.Failed(FailureCategory.CUT, 200, "no finish reason came")
                    : new Outcome.Completed("unknown", false);
        }

        private JsonNode payload(JsonNode payload) {
            if (!payload.isString()) {
                return payload;
            }
            try {
                return ImportSource.parse(file, 0, payload.stringValue().getBytes(StandardCharsets.UTF_8));
            } catch (ImportException e) {
                return JsonNodeFactory.instance.objectNode();
            }
        }

        private static int maxTokens(JsonNode payload) {
            JsonNode asked = payload.path("max_completion_tokens").isNumber()
                    ? payload.path("max_completion_tokens")
                    : payload.path("max_tokens");
            return asked.isIntegralNumber() && asked.canConvertToInt() && asked.intValue() >= 0
                    ? asked.intValue()
                    : Usage.UNKNOWN;
        }

        private long stamp(@Nullable JsonNode node, long atLeastNs) {
            if (node == null || !node.isIntegralNumber() || !node.canConvertToLong()) {
                throw bad("lacks a stamp");
            }
            long ns = node.longValue();
            if (ns < atLeastNs || ns > MAX_EPOCH_NS) {
                throw bad("has stamps that run backwards or are no times");
            }
            return ns;
        }

        private ImportException bad(String what) {
            return new ImportException(file + ": request " + requestsRead + " " + what);
        }
    }
}
