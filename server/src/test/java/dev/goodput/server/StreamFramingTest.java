package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Streams byte for byte, HTTP framing included. Form and order of the events are those of recorded vLLM streams.
class StreamFramingTest {
    private static final Pattern CREATED = Pattern.compile("\"created\":(\\d+)");

    private final GoodputServer server = TestServers.fast();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void chatStreamWithUsage() throws IOException {
        String body = """
                {"model": "m\\u00fc\\"x", "stream": true, "stream_options": {"include_usage": true}, "max_tokens": 2,
                 "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": " two  words "}]}""";
        String raw = exchange("/v1/chat/completions", body);
        String open = "data: {\"id\":\"chatcmpl-0\",\"object\":\"chat.completion.chunk\",\"created\":" + created(raw)
                + ",\"model\":\"mü\\\"x\",\"choices\":[";
        assertThat(raw)
                .isEqualTo(head("")
                        + chunk(
                                open
                                        + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n")
                        + chunk(open + "{\"index\":0,\"delta\":{\"content\":\"the\"},\"finish_reason\":null}]}\n\n")
                        + chunk(
                                open
                                        + "{\"index\":0,\"delta\":{\"content\":\" endpoint\"},\"finish_reason\":\"length\"}]}\n\n")
                        + chunk(open
                                + "],\"usage\":{\"prompt_tokens\":4,\"total_tokens\":6,\"completion_tokens\":2}}\n\n")
                        + chunk("data: [DONE]\n\n")
                        + "0\r\n\r\n");
    }

    @Test
    void completionsStreamWithoutUsage() throws IOException {
        String raw = exchange("/v1/completions", "{\"prompt\": \"one two three\", \"stream\": true}");
        String open = "data: {\"id\":\"cmpl-0\",\"object\":\"text_completion\",\"created\":" + created(raw)
                + ",\"model\":\"served\",\"choices\":[";
        assertThat(raw)
                .isEqualTo(head("")
                        + chunk(open + "{\"index\":0,\"text\":\"the\",\"finish_reason\":null}]}\n\n")
                        + chunk(open + "{\"index\":0,\"text\":\" endpoint\",\"finish_reason\":null}]}\n\n")
                        + chunk(open + "{\"index\":0,\"text\":\" answers\",\"finish_reason\":\"stop\"}]}\n\n")
                        + chunk("data: [DONE]\n\n")
                        + "0\r\n\r\n");
    }

    @Test
    void oneTokenHasRoleTextAndFinish() throws IOException {
        String body = "{\"stream\": true, \"max_completion_tokens\": 1, \"messages\": [{\"content\": \"x\"}]}";
        String raw = exchange("/v1/chat/completions", body, "X-Request-Id: 5f2c-a.B:1");
        assertThat(raw).startsWith(head("x-request-id: 5f2c-a.B:1\r\n"));
        assertThat(raw.split("data: ", -1)).hasSize(4);
        assertThat(raw).contains("\"content\":\"the\"},\"finish_reason\":\"length\"");
    }

    @Test
    void hostileRequestIdIsNotEchoed() throws IOException {
        String body = "{\"stream\": true, \"messages\": [{\"content\": \"x\"}]}";
        assertThat(exchange("/v1/chat/completions", body, "X-Request-Id: <script>alert(1)</script>"))
                .startsWith(head(""));
    }

    @Test
    void connectionIsReusedForMixedRequests() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            for (int i = 0; i < 5; i++) {
                connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true}");
                assertThat(connection.readUntil("\r\n0\r\n\r\n"))
                        .startsWith("HTTP/1.1 200 OK")
                        .contains("\"cmpl-" + i);
                connection.post("/v1/completions", "{");
                String head = connection.readUntil("\r\n\r\n");
                assertThat(head).startsWith("HTTP/1.1 400 Bad Request");
                connection.readChars(contentLength(head));
            }
        }
    }

    @Test
    void closesWhenAskedTo() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true}", "Connection: close");
            assertThat(connection.readUntil("\r\n0\r\n\r\n")).contains("connection: close\r\n");
            assertThat(connection.atEnd()).isTrue();
        }
    }

    @Test
    void pipelinedRequestGetsAClosedConnectionNotAMixedStream() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String request = "POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 29\r\n\r\n"
                    + "{\"prompt\":\"x\",\"stream\":true} ";
            connection.send(request + request);
            String raw = connection.readUntil("never");
            assertThat(raw).containsOnlyOnce("HTTP/1.1 200 OK").endsWith("\r\n0\r\n\r\n");
        }
    }

    @Test
    void streamToHttp10IsRefused() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send(
                    "POST /v1/completions HTTP/1.0\r\nContent-Length: 28\r\n\r\n{\"prompt\":\"x\",\"stream\":true}");
            assertThat(connection.readUntil("never"))
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .contains("streaming needs HTTP/1.1");
        }
    }

    private String exchange(String path, String body, String... headers) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.post(path, body, headers);
            String raw = connection.readUntil("\r\n0\r\n\r\n");
            return new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
    }

    private static String head(String more) {
        return "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\n"
                + "transfer-encoding: chunked\r\n" + more + "\r\n";
    }

    private static String chunk(String event) {
        return Integer.toHexString(event.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + event + "\r\n";
    }

    private static String created(String raw) {
        Matcher matcher = CREATED.matcher(raw);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private static int contentLength(String head) {
        Matcher matcher = Pattern.compile("content-length: (\\d+)").matcher(head);
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
