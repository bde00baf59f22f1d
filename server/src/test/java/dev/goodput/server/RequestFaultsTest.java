package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.server.fault.FaultSchedule;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Faults of whole requests, of the network and of the server, as they are on the wire. Times are lower
/// bounds: a busy machine makes everything later, nothing earlier.
@Timeout(60)
class RequestFaultsTest {
    private static final GoodputServer SERVER = TestServers.fast();
    private static final String STREAM_END = "\r\n0\r\n\r\n";
    private static final String STREAM =
            "{\"stream\": true, \"max_tokens\": 8, \"messages\": [{\"content\": \"x y\"}]}";
    private static final String WHOLE = "{\"max_tokens\": 4, \"messages\": [{\"content\": \"x y\"}]}";

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private static void post(RawConnection connection, String body, String fault) throws IOException {
        connection.post("/v1/chat/completions", body, "x-goodput-fault: " + fault);
    }

    private static String streamed(String fault) throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            post(connection, STREAM, fault);
            return connection.readUntil(STREAM_END);
        }
    }

    /// A response with a length, and then another on the same connection.
    private static RawAnswer whole(String body, String fault) throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            for (int i = 0; i < 2; i++) {
                post(connection, body, fault);
                String head = connection.readUntil("\r\n\r\n");
                String length = head.replaceFirst("(?s).*content-length: (\\d+).*", "$1");
                String answer = head + connection.readLatin1(Integer.parseInt(length));
                if (i == 1) {
                    return RawAnswer.of(answer);
                }
            }
            throw new IllegalStateException("not reached");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status=503,retry-after=1500ms | HTTP/1.1 503 Service Unavailable | retry-after: 2 | application/json",
                "status=429 | HTTP/1.1 429 Too Many Requests | content-length | application/json",
                "status=418,body=text | HTTP/1.1 418 | content-length | text/plain; charset=utf-8",
                "status=502,body=html | HTTP/1.1 502 Bad Gateway | content-length | text/html; charset=utf-8",
            })
    void statuses(String fault, String status, String header, String type) throws IOException {
        for (String body : List.of(STREAM, WHOLE)) {
            RawAnswer answer = whole(body, fault);
            assertThat(answer.head()).startsWith(status).contains(header).contains("content-type: " + type + "\r\n");
            if (type.equals("application/json")) {
                JsonNode error = Json.parse(answer.body().getBytes(StandardCharsets.UTF_8));
                assertThat(status).contains(error.at("/error/code").asString());
            }
        }
        assertThat(whole(STREAM, "status=500,body=empty").head())
                .contains("content-length: 0")
                .doesNotContain("content-type");
    }

    @Test
    void redirect() throws IOException {
        assertThat(whole(STREAM, "redirect=http://elsewhere:1/v1").head())
                .startsWith("HTTP/1.1 307 Temporary Redirect")
                .contains("location: http://elsewhere:1/v1\r\n");
    }

    @Test
    void hangNeverAnswers() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.timeoutMs(200);
            post(connection, STREAM, "hang");
            assertThatThrownBy(() -> connection.readUntil("x")).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void dropResetsBeforeTheHead() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            post(connection, STREAM, "drop");
            assertThatThrownBy(() -> connection.readUntil("x")).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void whatIsNotUnderstoodIsSaid() throws IOException {
        RawAnswer answer = whole(STREAM, "stal=2s");
        assertThat(answer.head()).startsWith("HTTP/1.1 400");
        assertThat(answer.body()).contains("fault 'stal=2s': 'stal' is not a fault; did you mean 'stall'? Known are");
        assertThat(whole(STREAM, "pause=1440min").head()).startsWith("HTTP/1.1 400");
        assertThat(whole("{}", "no-done").body()).contains("messages is required");
    }

    /// From the request to the whole answer.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "head-delay=150ms",
                "first-token-delay=150ms",
                "stall=150ms",
                "stall=150ms,stall-after=3",
                "rtt=150ms",
                "pause=150ms",
                "head-delay=50ms,first-token-delay=50ms,stall=50ms",
                "head-delay=150ms,status=500"
            })
    void delays(String fault) throws IOException {
        for (String body : List.of(STREAM, WHOLE)) {
            try (RawConnection connection = new RawConnection(SERVER.port())) {
                long startNs = System.nanoTime();
                post(connection, body, fault);
                connection.readUntil(fault.contains("status") || body.equals(WHOLE) ? "}" : STREAM_END);
                assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(150_000_000L);
            }
        }
    }

    /// The head comes, and then for ten minutes nothing; with a stall so many tokens more.
    @ParameterizedTest
    @CsvSource({"first-token-delay=10min, 0", "'stall=10min,stall-after=3', 3"})
    void delaysBeginWhereTheySay(String fault, int tokens) throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.timeoutMs(300);
            post(connection, STREAM, fault);
            StringBuilder seen = new StringBuilder();
            assertThatThrownBy(() -> connection.readInto(seen, "never")).isInstanceOf(SocketTimeoutException.class);
            RawAnswer answer = RawAnswer.of(seen.toString());
            assertThat(answer.head()).startsWith("HTTP/1.1 200");
            assertThat(answer.terminated()).isFalse();
            assertThat(answer.chunks()).hasSize(tokens == 0 ? 0 : tokens + 1);
        }
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.timeoutMs(300);
            post(connection, STREAM, "head-delay=10min");
            assertThatThrownBy(() -> connection.readUntil("H")).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void pingsComeBeforeAndBetweenTokens() throws IOException {
        String body = RawAnswer.of(streamed("ping=10ms,first-token-delay=300ms,stall=300ms,stall-after=2"))
                .body();
        assertThat(body)
                .startsWith(": ping\n\n: ping\n\n")
                .contains("\" endpoint\"},\"finish_reason\":null}]}\n\n: ping\n\n: ping\n\n")
                .endsWith("data: [DONE]\n\n");
    }

    /// Others are served while one client asked for a flood.
    @Test
    void pingsWithoutEndDoNotStopTheServer() throws IOException {
        try (RawConnection flooded = new RawConnection(SERVER.port())) {
            post(flooded, STREAM, "ping=1ns,first-token-delay=10min");
            flooded.readUntil(": ping");
            assertThat(RawAnswer.of(streamed("no-space")).terminated()).isTrue();
        }
    }

    @Test
    void bandwidth() throws IOException {
        long startNs = System.nanoTime();
        String raw = streamed("bandwidth=4kB/s");
        long bodyBytes = (long) raw.length() - raw.indexOf("\r\n\r\n") - 4 - "0\r\n\r\n".length();
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(bodyBytes * 1_000_000_000L / 4_000);
        assertThat(RawAnswer.of(raw).texts()).hasSize(9);
        startNs = System.nanoTime();
        RawAnswer whole = whole(WHOLE, "bandwidth=2kB/s");
        assertThat(System.nanoTime() - startNs)
                .isGreaterThanOrEqualTo(2L * whole.body().length() * 1_000_000_000L / 2_000);
        assertThat(whole.body()).contains("the endpoint answers one");
    }

    @Test
    void gzip() throws IOException {
        RawAnswer stream = RawAnswer.of(streamed("gzip"));
        assertThat(stream.head()).contains("content-encoding: gzip\r\n");
        assertThat(stream.unzipped()).startsWith("data: {").endsWith("data: [DONE]\n\n");
        RawAnswer whole = whole(WHOLE, "gzip");
        assertThat(whole.head()).contains("content-encoding: gzip\r\n");
        assertThat(whole.unzipped()).contains("the endpoint answers one");
    }

    @Test
    void http10EndsWithTheConnection() throws IOException {
        for (String body : List.of(STREAM, WHOLE)) {
            try (RawConnection connection = new RawConnection(SERVER.port())) {
                post(connection, body, "http10");
                RawAnswer answer = RawAnswer.of(connection.readUntil("never"));
                assertThat(answer.head())
                        .startsWith("HTTP/1.0 200 OK\r\n")
                        .doesNotContain("transfer-encoding")
                        .doesNotContain("content-length");
                assertThat(answer.body())
                        .matches(Pattern.compile("(data: \\{.*data: \\[DONE]\n\n|\\{.*})", Pattern.DOTALL));
            }
        }
    }

    @Test
    void wholeAnswers() throws IOException {
        assertThat(whole(WHOLE, "usage=none").body()).doesNotContain("usage").contains("finish_reason");
        assertThat(whole(WHOLE, "usage=wrong").body()).contains("\"completion_tokens\":8");
        assertThat(whole(WHOLE, "usage=zero").body()).contains("\"completion_tokens\":0");
        assertThat(whole(WHOLE, "reasoning=2").body())
                .contains("\"content\":\" answers one\",\"reasoning\":\"the endpoint\"");
        assertThat(whole(WHOLE, "multibyte").body()).contains("déjà vu: 東京 の");
        assertThat(whole(WHOLE, "error-after=2").head()).startsWith("HTTP/1.1 500");
        assertThat(whole(WHOLE, "cut-after=2").body()).contains("the endpoint answers one");
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            post(connection, WHOLE, "close-after=2");
            assertThat(connection.readUntil("never")).isEmpty();
        }
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            post(connection, WHOLE, "drop-after=2");
            assertThatThrownBy(() -> connection.readUntil("x")).isInstanceOf(SocketException.class);
        }
    }

    private static GoodputServer serverWith(long seed, String... faults) {
        return GoodputServer.start(TestServers.config(TestServers.profile(TestServers.MS / 10))
                .withFaults(FaultSchedule.parse(List.of(faults), seed)));
    }

    @Test
    void serverThatIsStarting() throws IOException {
        try (GoodputServer server = serverWith(1, "starting=10min");
                RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(connection.readUntil("}}"))
                    .startsWith("HTTP/1.1 503 Service Unavailable")
                    .contains("Loading model");
            post(connection, STREAM, "no-done");
            assertThat(connection.readUntil("}}")).startsWith("HTTP/1.1 503");
        }
    }

    @Test
    void refusedConnections() throws IOException {
        try (GoodputServer server = serverWith(1, "refuse")) {
            assertThatThrownBy(() -> {
                        try (RawConnection connection = new RawConnection(server.port())) {
                            post(connection, STREAM, "no-done");
                            connection.readUntil("x");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void sameSeedSameFaults() throws IOException {
        List<String> first = statusesOf(7);
        assertThat(first).contains("200", "500").hasSize(40);
        assertThat(statusesOf(7)).isEqualTo(first);
        assertThat(statusesOf(8)).isNotEqualTo(first);
    }

    private static List<String> statusesOf(long seed) throws IOException {
        List<String> statuses = new ArrayList<>();
        try (GoodputServer server = serverWith(seed, "status=500,body=empty@40%");
                RawConnection connection = new RawConnection(server.port())) {
            for (int i = 0; i < 40; i++) {
                post(connection, STREAM, "no-space");
                String head = connection.readUntil("\r\n\r\n");
                statuses.add(head.substring(9, 12));
                if (head.contains("chunked")) {
                    connection.readUntil("\r\n0\r\n\r\n");
                }
            }
        }
        return statuses;
    }

    /// It would be two minutes, and time out.
    @Test
    void closingDoesNotWaitForAPause() throws IOException {
        try (GoodputServer server = serverWith(1, "pause=2min");
                RawConnection connection = new RawConnection(server.port())) {
            connection.timeoutMs(200);
            post(connection, STREAM, "no-done");
            assertThatThrownBy(() -> connection.readUntil("x")).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /// The server stands still most of the time; what was due meanwhile comes afterwards, nothing is
    /// lost.
    @Test
    void pausesOfTheWholeServer() throws IOException {
        try (GoodputServer server = serverWith(1, "every=60ms: pause=50ms");
                RawConnection connection = new RawConnection(server.port())) {
            long startNs = System.nanoTime();
            int answers = 0;
            while (System.nanoTime() - startNs < 400_000_000L) {
                connection.post("/v1/chat/completions", STREAM);
                assertThat(RawAnswer.of(connection.readUntil(STREAM_END)).texts())
                        .hasSize(9);
                answers++;
            }
            assertThat(answers).isPositive();
            assertThat(server.lateness().quantileNs(1000)).isGreaterThanOrEqualTo(30_000_000L);
        }
    }
}
