package dev.goodput.runs.imports;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The messages of AIPerf's raw export (`profile_export_raw.jsonl`), request by request.
final class AiperfRaw {
    private AiperfRaw() {}

    /// One request's stream.
    ///
    /// @param chunks stamped in nanoseconds from the request's start
    /// @param finishReason null where none came
    record Stream(
            Chunks chunks, @Nullable Usage usage, @Nullable String finishReason, boolean done) {}

    /// All streams by `x_request_id`.
    static Map<String, Stream> read(Path file) {
        Map<String, Stream> streams = new HashMap<>();
        ImportSource.textLines(file, (number, line) -> {
            JsonNode node = ImportSource.parse(file, number, line);
            JsonNode id = node.path("metadata").path("x_request_id");
            if (id.isString()) {
                streams.put(id.stringValue(), stream(file, number, node));
            }
        });
        return streams;
    }

    static Stream stream(Path file, int line, JsonNode node) {
        long startNs = stamp(file, line, node.path("start_perf_ns"), 0);
        long lastNs = startNs;
        Chunks.Builder chunks = new Chunks.Builder();
        Usage usage = null;
        String finishReason = null;
        boolean done = false;
        int told = 0;
        for (JsonNode response : node.path("responses")) {
            lastNs = stamp(file, line, response.path("perf_ns"), lastNs);
            StreamEvent event = event(file, line, response);
            int tokens = Chunks.TOKENS_UNKNOWN;
            if (event.usage() != null) {
                usage = event.usage();
                // Usage in every chunk counts up; only beside output does the difference belong to the chunk.
                if (ChunkKind.isOutput(event.kinds()) && usage.completionTokens() >= told) {
                    tokens = usage.completionTokens() - told;
                    told = usage.completionTokens();
                }
            }
            finishReason = event.finishReason() == null ? finishReason : event.finishReason();
            done |= event.is(ChunkKind.DONE);
            chunks.add(lastNs - startNs, event.kinds(), tokens, event.chars());
        }
        return new Stream(chunks.build(), usage, finishReason, done);
    }

    private static StreamEvent event(Path file, int line, JsonNode response) {
        StreamEvent event = StreamEvent.ofData(file, line, "");
        for (JsonNode packet : response.path("packets")) {
            String name = packet.path("name").isString() ? packet.path("name").stringValue() : "";
            String value =
                    packet.path("value").isString() ? packet.path("value").stringValue() : "";
            event = switch (name) {
                case "data" -> event.and(StreamEvent.ofData(file, line, value));
                case "event" -> value.contains("error") ? event.and(StreamEvent.ofKind(ChunkKind.ERROR)) : event;
                case "comment" -> event.and(StreamEvent.ofKind(ChunkKind.COMMENT));
                default -> event;
            };
        }
        // Without server-sent events the body is one text.
        JsonNode text = response.path("text");
        return text.isString() ? event.and(StreamEvent.ofData(file, line, text.stringValue())) : event;
    }

    private static long stamp(Path file, int line, JsonNode node, long atLeast) {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < atLeast) {
            throw new ImportException(file + " line " + line + ": a stamp is missing or runs backwards");
        }
        return node.longValue();
    }
}
