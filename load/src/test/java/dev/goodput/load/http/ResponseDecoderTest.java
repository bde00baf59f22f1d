package dev.goodput.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseDecoderTest {
    private static final class Seen implements ResponseDecoder.Sink {
        private final ResponseDecoder decoder = new ResponseDecoder(this);
        private final StringBuilder body = new StringBuilder();
        private @Nullable ResponseHead head;

        @Override
        public void head(ResponseHead received) {
            assertThat(head).as("one head a response").isNull();
            head = received;
        }

        @Override
        public void body(byte[] bytes, int from, int to) {
            body.append(new String(bytes, from, to - from, ISO_8859_1));
        }

        private Seen feed(String text) throws MalformedResponse {
            byte[] bytes = text.getBytes(ISO_8859_1);
            assertThat(decoder.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length);
            return this;
        }

        private String end() {
            return decoder.isComplete() ? "complete" : decoder.endsWithConnection() ? "until close" : "open";
        }
    }

    static Stream<Arguments> responses() {
        return Stream.of(
                Arguments.of("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", 200, "abc", "complete", true),
                Arguments.of("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc", 200, "abc", "open", true),
                Arguments.of("HTTP/1.1 404\r\ncontent-length:0\r\n\r\n", 404, "", "complete", true),
                Arguments.of("HTTP/1.1 204 No Content\r\n\r\n", 204, "", "complete", true),
                Arguments.of("HTTP/1.1 200 OK\r\n\r\nabc", 200, "abc", "until close", false),
                Arguments.of("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a", "complete", false),
                Arguments.of(
                        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na",
                        200,
                        "a",
                        "complete",
                        true),
                Arguments.of(
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na",
                        200,
                        "a",
                        "complete",
                        false),
                Arguments.of(chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), 200, "abcde", "complete", true),
                Arguments.of(chunked("A;ext=\"x;y\"\r\n0123456789\r\n0\r\n\r\n"), 200, "0123456789", "complete", true),
                Arguments.of(
                        chunked("003 \r\nabc\r\n000\r\nX-Trailer: 1\r\nY: 2\r\n\r\n"), 200, "abc", "complete", true),
                Arguments.of(chunked("3\nabc\n0\n\n"), 200, "abc", "complete", true),
                Arguments.of(chunked("3\r\nabc\r\n0\r\n"), 200, "abc", "open", true),
                Arguments.of(chunked("3\r\nabc\r\n"), 200, "abc", "open", true),
                Arguments.of(
                        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                        200,
                        "a",
                        "complete",
                        false),
                Arguments.of(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
                        200,
                        "a",
                        "complete",
                        true),
                Arguments.of("\r\n\r\nHTTP/1.1 200 OK\nContent-Length: 1\n\na", 200, "a", "complete", true));
    }

    private static String chunked(String body) {
        return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body;
    }

    @ParameterizedTest
    @MethodSource("responses")
    void readsTheSameAtEverySplit(String response, int status, String body, String end, boolean keepAlive)
            throws MalformedResponse {
        for (int split = 0; split <= response.length(); split++) {
            Seen seen = new Seen().feed(response.substring(0, split)).feed(response.substring(split));
            assertThat(seen.head)
                    .isNotNull()
                    .returns(status, ResponseHead::status)
                    .returns(keepAlive, ResponseHead::keepAlive);
            assertThat(seen.body).hasToString(body);
            assertThat(seen.end()).isEqualTo(end);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/2 200\r\n",
                "HTTP/1.1 20 OK\r\n",
                "<html>\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            })
    void refusesWhatIsNoResponse(String response) {
        assertThatThrownBy(() -> new Seen().feed(response)).isInstanceOf(MalformedResponse.class);
    }

    @Test
    void refusesHeadsChunkLinesAndTrailersWithoutEnd() {
        String kilobyte = "X-Filler: " + "x".repeat(1012) + "\r\n";
        String start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
        assertThatThrownBy(() -> new Seen().feed(start + kilobyte.repeat(65)))
                .isInstanceOf(MalformedResponse.class)
                .hasMessageContaining("65536");
        assertThatThrownBy(() -> new Seen().feed(start + "X: " + "x".repeat(70_000)))
                .isInstanceOf(MalformedResponse.class);
        assertThatThrownBy(() -> new Seen().feed(start + "\r\n1;" + "x".repeat(70_000)))
                .isInstanceOf(MalformedResponse.class);
        assertThatThrownBy(() -> new Seen().feed(start + "\r\n0\r\n" + kilobyte.repeat(65)))
                .isInstanceOf(MalformedResponse.class);
    }

    @Test
    void stopsBehindTheResponse() throws MalformedResponse {
        Seen seen = new Seen();
        byte[] two = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1".getBytes(ISO_8859_1);
        assertThat(seen.decoder.feed(two, 0, two.length)).isEqualTo(two.length - 8);
    }

    @Test
    void readsTheNextResponseAfterAReset() throws MalformedResponse {
        Seen seen = new Seen().feed(chunked("1\r\na\r\n0\r\n\r\n"));
        seen.decoder.reset();
        seen.head = null;
        seen.feed(chunked("1\r\nb\r\n0\r\n\r\n"));
        assertThat(seen.body).hasToString("ab");
        assertThat(seen.end()).isEqualTo("complete");
    }
}
