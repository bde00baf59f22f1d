package dev.goodput.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SseDecoderTest {
    /// Writes down what it hears: `name|data` for events, `:` for comments.
    private static final class Heard implements SseListener {
        private final List<String> all = new ArrayList<>();

        @Override
        public void event(@Nullable String name, byte[] bytes, int from, int to) {
            all.add((name == null ? "" : name) + "|" + new String(bytes, from, to - from, UTF_8));
        }

        @Override
        public void comment() {
            all.add(":");
        }
    }

    static Stream<Arguments> corpus() {
        return Stream.of(
                stream("LF", "data: a\n\ndata: b\n\n", "|a", "|b"),
                stream("CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "|a", "|b"),
                stream("CR", "data: a\r\rdata: b\r\r", "|a", "|b"),
                stream("mixed line ends", "data: a\r\n\ndata: b\n\rdata: c\r\r\n", "|a", "|b", "|c"),
                stream("no space after the colon", "data:{\"a\":1}\n\n", "|{\"a\":1}"),
                stream("only one space is dropped", "data:   x \n\n", "|  x "),
                stream("colons in the value", "data: a: b:c\n\n", "|a: b:c"),
                stream("several data lines", "data: a\ndata: b\ndata\ndata: c\n\n", "|a\nb\n\nc"),
                stream("two empty data lines are one line feed", "data:\ndata:\n\n", "|\n"),
                stream("empty data is no event", "data:\n\ndata\n\ndata: a\n\n", "|a"),
                stream(
                        "comments anywhere",
                        ": ping\n\n:\ndata: a\n: mid\ndata: b\n\n: end\n",
                        ":",
                        ":",
                        ":",
                        "|a\nb",
                        ":"),
                stream(
                        "a comment between CRLF events",
                        "data: a\r\n\r\n: ping\r\n\r\ndata: b\r\n\r\n",
                        "|a",
                        ":",
                        "|b"),
                stream("event names", "event: delta\ndata: a\n\ndata: b\n\n", "delta|a", "|b"),
                stream("an error without data", "event: error\n\n", "error|"),
                stream("other names without data are no event", "event: ping\n\ndata: a\n\n", "|a"),
                stream("id, retry and unknown fields", "id: 7\nretry: 10\nfoo: bar\nfoo\ndata: a\nid\n\n", "|a"),
                stream("fields that only look like data", "datax: a\n data: b\nDATA: c\ndata: d\n\n", "|d"),
                stream("BOM", "\uFEFFdata: a\n\n\uFEFFdata: b\n\n", "|a"),
                stream("many blank lines", "\n\n\n\ndata: a\n\n\n\n", "|a"),
                stream("no blank line at the end", "data: a\n\ndata: b\n", "|a", "|b"),
                stream("no line end at the end", "data: a\n\ndata: [DONE]", "|a", "|[DONE]"),
                stream("CR at the very end", "data: a\r", "|a"),
                stream("nothing", ""),
                stream("code points of two, three and four bytes", "data: é€😀\ndata: ñ\n\n", "|é€😀\nñ"),
                stream("long lines", "data: " + "x".repeat(3000) + "\ndata: y\n\n", "|" + "x".repeat(3000) + "\ny"));
    }

    private static Arguments stream(String name, String text, String... heard) {
        return Arguments.of(name, text.getBytes(UTF_8), List.of(heard));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void hearsTheSameAtEverySplit(String name, byte[] bytes, List<String> expected) {
        for (int first = 0; first <= bytes.length; first++) {
            int step = bytes.length > 500 ? 97 : 1;
            for (int second = first; second <= bytes.length; second += step) {
                assertThat(decode(bytes, first, second))
                        .as("%s split at %d and %d", name, first, second)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void hearsTheSameByteByByte(String name, byte[] bytes, List<String> expected) {
        int[] everywhere = new int[bytes.length];
        Arrays.setAll(everywhere, i -> i + 1);
        assertThat(decode(bytes, everywhere)).as(name).isEqualTo(expected);
    }

    /// Each piece comes in the same buffer, as from a socket, with what was there before overwritten.
    private static List<String> decode(byte[] bytes, int... splits) {
        Heard heard = new Heard();
        SseDecoder decoder = new SseDecoder(heard);
        byte[] buffer = new byte[bytes.length + 3];
        int from = 0;
        for (int i = 0; i <= splits.length; i++) {
            int to = i < splits.length ? splits[i] : bytes.length;
            Arrays.fill(buffer, (byte) '#');
            System.arraycopy(bytes, from, buffer, 2, to - from);
            assertThat(decoder.feed(buffer, 2, 2 + to - from)).isTrue();
            from = to;
        }
        decoder.finish();
        return heard.all;
    }

    @Test
    void refusesALineWithoutEnd() {
        SseDecoder decoder = new SseDecoder(new Heard());
        byte[] mebibyte = new byte[1 << 20];
        Arrays.fill(mebibyte, (byte) 'x');
        for (int i = 0; i < 16; i++) {
            assertThat(decoder.feed(mebibyte, 0, mebibyte.length)).isTrue();
        }
        assertThat(decoder.feed(mebibyte, 0, 1)).isFalse();
    }

    @Test
    void refusesAnEventWithoutEnd() {
        Heard heard = new Heard();
        SseDecoder decoder = new SseDecoder(heard);
        byte[] line = ("data: " + "x".repeat(1 << 20) + "\n").getBytes(UTF_8);
        int accepted = 0;
        while (accepted < 20 && decoder.feed(line, 0, line.length)) {
            accepted++;
        }
        assertThat(accepted).isEqualTo(15);
        decoder.finish();
        assertThat(heard.all).isEmpty();
    }
}
