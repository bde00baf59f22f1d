package dev.goodput.runs.imports;

import dev.goodput.core.trace.ChunkKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the responses of one request carried.
///
/// One response is what the HTTP library handed over at once: one event, several, or a part of one. Parts are joined to
/// the response in which their event began, as GenAI-Perf does it.
final class GenaiPerfResponses {
    private static final String DATA = "data:";

    private GenaiPerfResponses() {}

    static List<StreamEvent> of(Path file, JsonNode outputs) {
        List<String> texts = new ArrayList<>();
        boolean openai = true;
        for (JsonNode output : outputs) {
            openai &= output.path("response").isString();
            texts.add(
                    output.path("response").isString() ? output.path("response").stringValue() : "");
        }
        if (!openai) {
            return ofTriton(outputs);
        }
        join(texts);
        return texts.stream().map(text -> event(file, text)).toList();
    }

    private static List<StreamEvent> ofTriton(JsonNode outputs) {
        List<StreamEvent> events = new ArrayList<>();
        for (JsonNode output : outputs) {
            JsonNode ids = output.path("output_ids");
            int tokens = ids.isArray() ? ids.size() : ids.isNumber() ? 1 : -1;
            int chars = output.path("text_output").isString()
                    ? output.path("text_output").stringValue().length()
                    : 0;
            // Nothing is left out here: every response is a chunk, even one without text.
            events.add(
                    new StreamEvent(ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit(), chars, tokens, null, null, null));
        }
        return events;
    }

    private static void join(List<String> texts) {
        for (int i = texts.size() - 1; i > 0; i--) {
            String text = texts.get(i);
            if (text.startsWith(DATA) || isOtherField(text) || !texts.get(i - 1).contains(DATA)) {
                continue;
            }
            int next = Math.max(text.indexOf(DATA + " "), 0);
            boolean whole = next == 0;
            texts.set(i - 1, texts.get(i - 1) + (whole ? text : text.substring(0, next)));
            texts.set(i, whole ? "" : text.substring(next));
        }
    }

    private static boolean isOtherField(String text) {
        return text.startsWith(":") || text.startsWith("event:") || text.startsWith("id:") || text.startsWith("retry:");
    }

    private static StreamEvent event(Path file, String text) {
        StreamEvent all = StreamEvent.ofData(file, 0, "");
        for (String block : text.strip().split("\n\n|\r\n\r\n", -1)) {
            for (String line : block.split("\r?\n", -1)) {
                all = all.and(ofLine(file, line.strip()));
            }
        }
        return all;
    }

    private static StreamEvent ofLine(Path file, String line) {
        if (line.startsWith(DATA)) {
            return StreamEvent.ofData(file, 0, line.substring(DATA.length()));
        }
        if (line.startsWith(":")) {
            return StreamEvent.ofKind(ChunkKind.COMMENT);
        }
        if (line.startsWith("event:")) {
            return line.contains("error") ? StreamEvent.ofKind(ChunkKind.ERROR) : StreamEvent.ofData(file, 0, "");
        }
        // Without streaming the response is the bare body.
        return isOtherField(line) ? StreamEvent.ofData(file, 0, "") : StreamEvent.ofData(file, 0, line);
    }
}
