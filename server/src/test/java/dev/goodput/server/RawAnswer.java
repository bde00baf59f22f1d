package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/// What came over a socket, taken apart by hand.
///
/// @param head status line and headers
/// @param chunks the chunks of a chunked body, each a byte a character; else the one body
/// @param terminated whether a chunked body ended as it should
record RawAnswer(String head, List<String> chunks, boolean terminated) {
    static RawAnswer of(String raw) {
        int end = raw.indexOf("\r\n\r\n") + 4;
        assertThat(end).as(raw).isGreaterThan(3);
        String head = raw.substring(0, end);
        if (!head.contains("transfer-encoding: chunked")) {
            return new RawAnswer(head, List.of(raw.substring(end)), false);
        }
        List<String> chunks = new ArrayList<>();
        int at = end;
        while (at < raw.length()) {
            int lineEnd = raw.indexOf("\r\n", at);
            int size = Integer.parseInt(raw.substring(at, lineEnd), 16);
            if (size == 0) {
                return new RawAnswer(head, chunks, raw.substring(lineEnd).equals("\r\n\r\n"));
            }
            chunks.add(raw.substring(lineEnd + 2, lineEnd + 2 + size));
            at = lineEnd + 4 + size;
        }
        return new RawAnswer(head, chunks, false);
    }

    String body() {
        return utf8(String.join("", chunks));
    }

    String unzipped() throws IOException {
        byte[] bytes = String.join("", chunks).getBytes(StandardCharsets.ISO_8859_1);
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }

    static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /// The data of all events, `[DONE]` and what is no JSON included.
    List<String> data() {
        return Arrays.stream(body().split("\n\n"))
                .map(event -> event.replaceFirst("(?s)^.*?data: ", ""))
                .toList();
    }

    List<JsonNode> events() {
        return data().stream()
                .filter(data -> data.startsWith("{"))
                .map(data -> Json.parse(data.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    /// The text of each chunk of a chat, reasoning left out; null where there is none.
    List<String> texts() {
        return field("content");
    }

    List<String> field(String name) {
        return events().stream()
                .filter(event -> event.path("choices").size() > 0)
                .map(event -> event.at("/choices/0/delta/" + name).asString("-"))
                .toList();
    }

    List<String> finishReasons() {
        return events().stream()
                .map(event -> event.at("/choices/0/finish_reason").asString(""))
                .filter(reason -> !reason.isEmpty())
                .toList();
    }
}
