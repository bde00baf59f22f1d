package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.FailureCategory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreflightTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        (RawServer.Script) e -> e.respond("401 Unauthorized", "{\"error\":\"no key\"}"),
                        FailureCategory.HTTP_STATUS,
                        "OPENAI_API_KEY"),
                Arguments.of(
                        (RawServer.Script) e -> e.respond("404 Not Found", "nope"),
                        FailureCategory.HTTP_STATUS,
                        "model 'm'"),
                Arguments.of(
                        (RawServer.Script) e -> e.respond("302 Found\r\nlocation: https://x/", ""),
                        FailureCategory.HTTP_STATUS,
                        "redirected to https://x/"),
                Arguments.of(
                        (RawServer.Script) e -> e.respond("200 OK\r\ncontent-type: text/html", "<html>hi</html>"),
                        FailureCategory.NOT_A_STREAM,
                        "web page"),
                Arguments.of(
                        (RawServer.Script) e -> e.respond("200 OK\r\ncontent-type: application/json", "{}"),
                        FailureCategory.NOT_A_STREAM,
                        "\"stream\": true"),
                Arguments.of(
                        (RawServer.Script) RawServer.Exchange::hang,
                        FailureCategory.FIRST_BYTE_TIMEOUT,
                        "sent nothing"),
                Arguments.of(
                        (RawServer.Script) e -> e.startStream()
                                .event("{\"error\":{\"message\":\"boom\"}}")
                                .endStream(),
                        FailureCategory.ERROR_IN_STREAM,
                        "boom"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysInOneLineWhatIsWrongAndWhatToDo(RawServer.Script script, FailureCategory category, String words)
            throws IOException {
        try (RawServer server = new RawServer(script)) {
            assertThat(Preflight.check(Plans.target(server.port()), Plans.SHORT))
                    .isInstanceOfSatisfying(Preflight.Result.Failed.class, failed -> {
                        assertThat(failed.category()).isEqualTo(category);
                        assertThat(failed.message())
                                .contains(words, "127.0.0.1:" + server.port())
                                .doesNotContain("\n");
                    });
        }
    }

    @Test
    void asksForTheMissingPartOfTheUrl() throws IOException {
        try (RawServer server = new RawServer(e -> e.respond("404 Not Found", ""))) {
            Target target = Plans.target("http://localhost:" + server.port());
            assertThat(Preflight.check(target, Plans.SHORT))
                    .isInstanceOfSatisfying(
                            Preflight.Result.Failed.class,
                            failed -> assertThat(failed.message()).contains("did you forget /v1"));
        }
    }

    @Test
    void saysThatNothingListens() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThat(Preflight.check(Plans.target(port), Deadlines.DEFAULT))
                .isInstanceOfSatisfying(Preflight.Result.Failed.class, failed -> {
                    assertThat(failed.category()).isEqualTo(FailureCategory.CONNECT_REFUSED);
                    assertThat(failed.message()).startsWith("nothing listens at http://127.0.0.1:" + port);
                });
    }

    @Test
    void neverQuotesTheKey() throws IOException {
        String key = "sk-very-secret";
        try (RawServer server = new RawServer(e -> e.respond("403 No", "Incorrect API key provided: " + key))) {
            Target target = new Target(Plans.target(server.port()).baseUrl(), Api.CHAT, "m", key);
            assertThat(Preflight.check(target, Plans.SHORT))
                    .isInstanceOfSatisfying(
                            Preflight.Result.Failed.class,
                            failed -> assertThat(failed.message())
                                    .contains("provided: ***")
                                    .doesNotContain(key));
            assertThat(target.toString()).doesNotContain(key);
            assertThat(Plans.run(Plans.closedLoop(target, 1, 1)).traces().toString())
                    .doesNotContain(key);
        }
    }

    @Test
    void remarksWhatIsPeculiar() throws IOException {
        try (RawServer server = new RawServer(
                e -> e.startStream().event(RawServer.content("a", "\"stop\"")).endStream())) {
            assertThat(Preflight.check(Plans.target(server.port()), Plans.SHORT))
                    .isInstanceOfSatisfying(
                            Preflight.Result.Ok.class,
                            ok -> assertThat(ok.remarks())
                                    .singleElement()
                                    .asString()
                                    .contains("no token usage"));
        }
    }
}
