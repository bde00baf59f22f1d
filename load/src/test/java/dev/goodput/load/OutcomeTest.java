package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What one request comes to when the server does this or that.
class OutcomeTest {
    private static RequestTrace ask(RawServer.Script script) throws IOException {
        try (RawServer server = new RawServer(script)) {
            return Plans.run(Plans.closedLoop(Plans.target(server.port()), 1, 1))
                    .traces()
                    .getFirst();
        }
    }

    private static final String TEXT = RawServer.content(" w", "null");
    private static final String STOP = RawServer.content("", "\"stop\"");

    static Stream<Arguments> failures() {
        return Stream.of(
                failure(FailureCategory.HTTP_STATUS, 401, "no key", e -> e.respond("401 Unauthorized", "no key")),
                failure(FailureCategory.HTTP_STATUS, 404, "Not Found", e -> e.respond("404 Not Found", "Not Found")),
                failure(FailureCategory.HTTP_STATUS, 429, "slow\tdown", e -> e.respond("429 Too Many", "slow\n down")),
                failure(
                        FailureCategory.HTTP_STATUS,
                        500,
                        "x".repeat(200),
                        e -> e.respond("500 Oops", "x".repeat(100_000))),
                failure(FailureCategory.HTTP_STATUS, 503, "", e -> e.respond("503 Loading", "")),
                failure(FailureCategory.HTTP_STATUS, 502, "half a bo", e -> {
                    e.send("HTTP/1.1 502 Bad\r\ncontent-length: 99\r\n\r\nhalf a bo");
                    e.socket().close();
                }),
                failure(FailureCategory.HTTP_STATUS, 500, "stuck", e -> {
                    e.send("HTTP/1.1 500 Bad\r\ncontent-length: 99\r\n\r\nstuck");
                    e.hang();
                }),
                failure(
                        FailureCategory.HTTP_STATUS,
                        307,
                        "redirected to http://elsewhere/v1 (not followed)",
                        e -> e.respond("307 Moved\r\nlocation: http://elsewhere/v1", "")),
                failure(
                        FailureCategory.NOT_A_STREAM,
                        200,
                        "<html> <title>Welcome</title>",
                        e -> e.respond("200 OK\r\ncontent-type: text/html", "<html>\n<title>Welcome</title>")),
                failure(
                        FailureCategory.NOT_A_STREAM,
                        200,
                        "{\"choices\":[]}",
                        e -> e.respond("200 OK\r\ncontent-type: application/json", "{\"choices\":[]}")),
                failure(
                        FailureCategory.NOT_A_STREAM,
                        200,
                        "compressed (gzip) though unasked",
                        e -> e.respond("200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip", "??")),
                failure(FailureCategory.FIRST_BYTE_TIMEOUT, 0, "no byte within 300 ms", RawServer.Exchange::hang),
                failure(
                        FailureCategory.STALL_TIMEOUT,
                        200,
                        "no byte for 200 ms",
                        e -> e.startStream().event(TEXT).hang()),
                failure(
                        FailureCategory.STALL_TIMEOUT,
                        200,
                        "no byte for 200 ms",
                        e -> e.startStream().hang()),
                failure(
                        FailureCategory.RESET,
                        0,
                        "connection closed before any answer",
                        e -> e.socket().close()),
                failure(FailureCategory.RESET, 0, "connection closed inside the response head", e -> {
                    e.send("HTTP/1.1 200 O");
                    e.socket().close();
                }),
                failure(FailureCategory.BROKEN, 200, "connection closed after 2 chunks", e -> {
                    e.startStream().event(TEXT).event(STOP);
                    e.socket().close();
                }),
                failure(
                        FailureCategory.CUT,
                        200,
                        "the stream ended without a finish reason",
                        e -> e.startStream().event(TEXT).event("[DONE]").endStream()),
                failure(
                        FailureCategory.EMPTY,
                        200,
                        "the stream ended without any generated output",
                        e -> e.startStream().event(STOP).endStream()),
                failure(
                        FailureCategory.ERROR_IN_STREAM,
                        200,
                        "engine died",
                        e -> e.startStream()
                                .event(TEXT)
                                .event("{\"error\":{\"message\":\"engine died\"}}")
                                .event("[DONE]")
                                .endStream()),
                failure(
                        FailureCategory.ERROR_IN_STREAM,
                        200,
                        "oops",
                        e -> e.startStream()
                                .event(TEXT)
                                .event(STOP)
                                .chunk("event: error\ndata: oops\n\n")
                                .endStream()),
                failure(
                        FailureCategory.MALFORMED,
                        200,
                        "chunk size expected, found byte 122",
                        e -> e.startStream().event(TEXT).send("zz\r\n")),
                failure(
                        FailureCategory.MALFORMED,
                        0,
                        "not an HTTP/1.1 response: SSH-2.0-x",
                        e -> e.send("SSH-2.0-x\r\n")),
                failure(
                        FailureCategory.MALFORMED,
                        0,
                        "head of the response is longer than 65536 bytes",
                        e -> e.send("HTTP/1.1 200 OK\r\nx: " + "x".repeat(70_000))));
    }

    private static Arguments failure(FailureCategory category, int status, String message, RawServer.Script script) {
        return Arguments.of(new Outcome.Failed(category, status, message.replace('\t', ' ')), script);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void fails(Outcome.Failed expected, RawServer.Script script) throws IOException {
        assertThat(ask(script).outcome()).isEqualTo(expected);
    }

    @Test
    void aResetAmidAnAnswerCutsIt() throws IOException {
        RequestTrace trace = ask(e -> {
            e.startStream().event(TEXT);
            // A reset discards what the client has not read. More than the sockets hold has gone out after these
            // writes,
            // so the start has been read.
            String ping = ": " + "x".repeat(100_000) + "\n\n";
            for (int i = 0; i < 300; i++) {
                e.chunk(ping);
            }
            e.reset();
        });
        assertThat(trace.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.category()).isEqualTo(FailureCategory.BROKEN);
            assertThat(failed.message()).contains("reset");
        });
        assertThat(trace.chunks().isOutput(0)).isTrue();
    }

    @Test
    void completes() throws IOException {
        RequestTrace trace = ask(e -> e.stream(3));
        assertThat(trace.outcome()).isEqualTo(new Outcome.Completed("length", true));
        assertThat(trace.usage()).isEqualTo(Usage.of(5, 3));
        assertThat(trace.chunks().size()).isEqualTo(5);
        assertThat(trace.chunks().isOutput(2)).isTrue();
        assertThat(trace.chunks().chars(0)).isEqualTo(2);
    }

    @Test
    void stampsComeInOrder() throws IOException {
        Timeline t = ask(e -> e.stream(3)).timeline();
        assertThat(List.of(t.connectStartNs(), t.resolvedNs(), t.connectedNs(), t.sendStartNs(), t.sendEndNs()))
                .isSorted()
                .doesNotContain(Double.NaN);
        assertThat(List.of(t.intendedStartNs(), t.startNs(), t.sendStartNs(), t.headNs(), t.endNs()))
                .isSorted();
        assertThat(t.intendedStartNs()).isZero();
        assertThat(t.tlsEndNs()).isNaN();
        assertThat(t.connectionReused()).isFalse();
    }

    @Test
    void completesWhenOneByteComesAtATime() throws IOException {
        RequestTrace trace = ask(e -> {
            String first = "data: " + TEXT + "\r\n\r\n";
            String second = "data:" + STOP + "\n\n";
            String whole = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(first.length()) + "\r\n" + first + "\r\n"
                    + Integer.toHexString(second.length()) + "\r\n" + second + "\r\n0\r\n\r\n";
            for (int i = 0; i < whole.length(); i++) {
                e.send(whole.substring(i, i + 1));
            }
        });
        assertThat(trace.outcome()).isEqualTo(new Outcome.Completed("stop", false));
        assertThat(trace.chunks().size()).isEqualTo(2);
    }

    @Test
    void anAnswerDelimitedByItsConnectionIsWhole() throws IOException {
        RequestTrace trace = ask(e -> {
            e.send("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: " + TEXT + "\n\ndata: " + STOP);
            e.socket().close();
        });
        assertThat(trace.outcome()).isEqualTo(new Outcome.Completed("stop", false));
    }

    @Test
    void eventsOfOneReadShareAStamp() throws IOException {
        RequestTrace trace = ask(e -> {
            String events = "data: " + TEXT + "\n\n: ping\n\ndata: " + TEXT + "\n\ndata: " + STOP + "\n\n";
            e.respond("200 OK\r\ncontent-type: text/event-stream", events);
        });
        Chunks chunks = trace.chunks();
        assertThat(chunks.size()).isEqualTo(4);
        assertThat(chunks.arrivalNs(3))
                .isEqualTo(chunks.arrivalNs(0))
                .isEqualTo(trace.timeline().endNs());
    }

    @Test
    void nothingListens() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        RequestTrace trace =
                Plans.run(Plans.closedLoop(Plans.target(port), 1, 1)).traces().getFirst();
        assertThat(trace.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.category()).isEqualTo(FailureCategory.CONNECT_REFUSED));
        assertThat(trace.timeline().sendStartNs()).isNaN();
    }

    @Test
    void theNameIsUnknown() {
        RequestTrace trace = Plans.run(Plans.closedLoop(Plans.target("http://no-such-host.invalid:1/v1"), 1, 1))
                .traces()
                .getFirst();
        assertThat(trace.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCategory.NAME_RESOLUTION, 0, "host name 'no-such-host.invalid' is unknown"));
    }

    @Test
    void theRequestSaysWhatThePlanSays() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            Target target = new Target(Plans.target(server.port()).baseUrl(), Api.COMPLETIONS, "a\"b", "sk-secret");
            RequestTrace trace =
                    Plans.run(Plans.closedLoop(target, 1, 1)).traces().getFirst();
            assertThat(server.heads().getFirst())
                    .startsWith("POST /v1/completions HTTP/1.1\r\n")
                    .contains("host: 127.0.0.1:" + server.port() + "\r\n")
                    .contains("authorization: Bearer sk-secret\r\n")
                    .contains("accept-encoding: identity\r\n")
                    .contains("x-request-id: " + trace.id() + "\r\n");
            assertThat(server.bodies().getFirst())
                    .startsWith("{\"model\":\"a\\\"b\",\"prompt\":\"")
                    .contains("\"max_tokens\":4,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        }
    }
}
