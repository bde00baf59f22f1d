package dev.goodput.runs.imports;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Usage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What one server-sent event carried, read from its data as an OpenAI-compatible server writes it (chat, completions,
/// whole answers) or Triton's generate endpoint.
///
/// @param kinds set of [ChunkKind] bits
/// @param chars characters of generated output
/// @param tokens tokens of the output where the event itself lists them, or -1
/// @param finishReason null where the event carried none
/// @param id the server's name of the answer; null where the event has none
record StreamEvent(
        int kinds,
        int chars,
        int tokens,
        @Nullable Usage usage,
        @Nullable String finishReason,
        @Nullable String id) {
    private static final StreamEvent NOTHING = new StreamEvent(0, 0, -1, null, null, null);

    /// Reads the data of one event, without its `data:` prefix.
    static StreamEvent ofData(Path file, int line, String data) {
        String text = data.strip();
        if (text.isEmpty()) {
            return NOTHING;
        }
        if (text.equals("[DONE]")) {
            return ofKind(ChunkKind.DONE);
        }
        try {
            return ofJson(ImportSource.parse(file, line, text.getBytes(StandardCharsets.UTF_8)));
        } catch (ImportException e) {
            return ofKind(ChunkKind.UNPARSABLE);
        }
    }

    static StreamEvent ofKind(ChunkKind kind) {
        return new StreamEvent(kind.bit(), 0, -1, null, null, null);
    }

    private static StreamEvent ofJson(JsonNode data) {
        Collector found = new Collector();
        JsonNode choices = data.path("choices");
        if (choices.isArray() && !choices.isEmpty()) {
            found.kinds |= ChunkKind.CHOICES.bit();
            choices.forEach(found::choice);
        }
        found.text(data.path("text_output"), ChunkKind.TEXT);
        found.text((data.isArray() ? data.path(0) : data).path("generated_text"), ChunkKind.TEXT);
        if (data.path("error").isObject() || data.path("error").isString()) {
            found.kinds |= ChunkKind.ERROR.bit();
        }
        Usage usage = usage(data.path("usage"));
        if (usage != null) {
            found.kinds |= ChunkKind.USAGE.bit();
        }
        String id = data.path("id").isString() ? data.path("id").stringValue() : null;
        return new StreamEvent(found.kinds, found.chars, -1, usage, found.finishReason, id);
    }

    private static @Nullable Usage usage(JsonNode usage) {
        if (!usage.isObject() || usage.isEmpty()) {
            return null;
        }
        return new Usage(
                count(usage.path("prompt_tokens")),
                count(usage.path("completion_tokens")),
                count(usage.path("completion_tokens_details").path("reasoning_tokens")),
                count(usage.path("prompt_tokens_details").path("cached_tokens")));
    }

    private static int count(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt() && node.intValue() >= 0
                ? node.intValue()
                : Usage.UNKNOWN;
    }

    /// Both events as one: what a reader sees that takes one read for one event.
    StreamEvent and(StreamEvent later) {
        return new StreamEvent(
                kinds | later.kinds,
                chars + later.chars,
                tokens < 0 ? later.tokens : later.tokens < 0 ? tokens : tokens + later.tokens,
                Optional.ofNullable(later.usage).orElse(usage),
                Optional.ofNullable(later.finishReason).orElse(finishReason),
                Optional.ofNullable(later.id).orElse(id));
    }

    boolean is(ChunkKind kind) {
        return kind.in(kinds);
    }

    private static final class Collector {
        private int kinds;
        private int chars;
        private @Nullable String finishReason;

        void choice(JsonNode choice) {
            delta(choice.path("delta"));
            delta(choice.path("message"));
            text(choice.path("text"), ChunkKind.TEXT);
            if (choice.path("finish_reason").isString()) {
                kinds |= ChunkKind.FINISH.bit();
                finishReason = choice.path("finish_reason").stringValue();
            }
        }

        private void delta(JsonNode delta) {
            if (delta.path("role").isString()) {
                kinds |= ChunkKind.ROLE.bit();
            }
            text(delta.path("content"), ChunkKind.TEXT);
            text(delta.path("reasoning_content"), ChunkKind.REASONING);
            if (!delta.path("reasoning_content").isString()) {
                text(delta.path("reasoning"), ChunkKind.REASONING);
            }
            if (delta.path("tool_calls").isArray() && !delta.path("tool_calls").isEmpty()) {
                kinds |= ChunkKind.TOOL_CALL.bit();
            }
        }

        void text(JsonNode node, ChunkKind kind) {
            if (!node.isString()) {
                return;
            }
            int length = node.stringValue().length();
            chars += length;
            if (length > 0) {
                kinds |= kind.bit();
            } else if (kind == ChunkKind.TEXT) {
                kinds |= ChunkKind.EMPTY_TEXT.bit();
            }
        }
    }
}
