package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Faults of streams, asked for by header, as they are on the wire.
@Timeout(60)
class StreamFaultsTest {
    private static final GoodputServer SERVER = TestServers.fast();
    private static final String END = "\r\n0\r\n\r\n";

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private static String body(int tokens, boolean usage) {
        return "{\"stream\": true, \"max_tokens\": " + tokens + ", \"stream_options\": {\"include_usage\": " + usage
                + "}, \"messages\": [{\"content\": \"x y\"}]}";
    }

    /// A chat of so many tokens with usage.
    private static RawAnswer ask(String fault, int tokens) throws IOException {
        return RawAnswer.of(raw(fault, tokens, END));
    }

    private static String raw(String fault, int tokens, String until) throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.post("/v1/chat/completions", body(tokens, true), "X-Goodput-Fault: " + fault);
            return connection.readUntil(until);
        }
    }

    @Test
    void cutEndsProperlyWithoutFinishAndDone() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            for (int i = 0; i < 3; i++) {
                connection.post("/v1/chat/completions", body(9, true), "x-goodput-fault: cut-after=2");
                RawAnswer answer = RawAnswer.of(connection.readUntil(END));
                assertThat(answer.terminated()).isTrue();
                assertThat(answer.texts()).containsExactly("", "the", " endpoint");
                assertThat(answer.finishReasons()).isEmpty();
                assertThat(answer.body()).doesNotContain("[DONE]").doesNotContain("usage");
            }
            assertThat(SERVER.inFlight()).isZero();
        }
    }

    @Test
    void closeLeavesTheMessageUnfinished() throws IOException {
        RawAnswer answer = ask("close-after=2", 9);
        assertThat(answer.texts()).containsExactly("", "the", " endpoint");
        assertThat(answer.terminated()).isFalse();
    }

    @Test
    void dropResetsTheConnection() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.post("/v1/chat/completions", body(9, true), "x-goodput-fault: drop-after=2");
            assertThat(connection.readUntil("\" endpoint\"")).endsWith("\" endpoint\"");
            assertThatThrownBy(() -> connection.readUntil("never")).hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut-after=4", "close-after=9", "drop-after=4", "error-after=4"})
    void shorterAnswersAreWhole(String fault) throws IOException {
        RawAnswer answer = ask(fault, 4);
        assertThat(answer.finishReasons()).containsExactly("length");
        assertThat(answer.data()).last().isEqualTo("[DONE]");
        assertThat(answer.terminated()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "error-after=0, 0, true, 500",
        "error-after=2, 2, true, 500",
        "'error-after=2,error-shape=openai', 2, false, ''",
        "'error-after=0,error-shape=event', 0, false, 500"
    })
    void errorEvent(String fault, int tokens, boolean done, String code) throws IOException {
        RawAnswer answer = ask(fault, 9);
        assertThat(answer.head()).startsWith("HTTP/1.1 200 OK");
        assertThat(answer.terminated()).isTrue();
        List<JsonNode> events = answer.events();
        assertThat(events).hasSize(tokens == 0 ? 1 : tokens + 2);
        JsonNode error = events.getLast().get("error");
        assertThat(error.get("message").stringValue()).isNotBlank();
        assertThat(error.get("code").asString("")).isEqualTo(code);
        assertThat(answer.body().endsWith("data: [DONE]\n\n")).isEqualTo(done);
        assertThat(answer.body().contains("event: error\ndata: {\"error\":")).isEqualTo(fault.contains("event"));
    }

    @Test
    void missingFinishAndMissingDone() throws IOException {
        RawAnswer noFinish = ask("no-finish", 3);
        assertThat(noFinish.finishReasons()).isEmpty();
        assertThat(noFinish.data()).last().isEqualTo("[DONE]");
        RawAnswer noDone = ask("no-done", 3);
        assertThat(noDone.finishReasons()).containsExactly("length");
        assertThat(noDone.body()).doesNotContain("[DONE]");
        assertThat(noDone.terminated()).isTrue();
    }

    @Test
    void malformedEvents() throws IOException {
        RawAnswer whole = ask("sse-fields", 4);
        RawAnswer half = ask("broken-json-after=1", 4);
        String cut = half.data().get(2);
        assertThatThrownBy(() -> Json.parse(cut.getBytes(StandardCharsets.UTF_8)))
                .isNotNull();
        assertThat(whole.data().get(2)).startsWith(cut.replaceFirst("chatcmpl-\\d+.*", ""));
        assertThat(half.data()).hasSize(7);
        RawAnswer notJson = ask("not-json-after=1", 4);
        assertThat(notJson.data().get(2)).isEqualTo("not JSON <");
        assertThat(notJson.texts()).containsExactly("", "the", " endpoint", " answers", " one");
    }

    @Test
    void duplicate() throws IOException {
        assertThat(ask("duplicate-after=1", 3).texts())
                .containsExactly("", "the", " endpoint", " endpoint", " answers");
    }

    @Test
    void severalTokensAChunk() throws IOException {
        RawAnswer answer = ask("tokens-per-chunk=4", 10);
        assertThat(answer.texts()).containsExactly("", "the", " endpoint answers one word", " at a time so", " that");
        assertThat(answer.finishReasons()).containsExactly("length");
        assertThat(answer.body()).contains("\"completion_tokens\":10");
        assertThat(ask("tokens-per-chunk=4,cut-after=7", 10).texts())
                .containsExactly("", "the", " endpoint answers one word", " at a");
    }

    @Test
    void emptyChunksKeepTheText() throws IOException {
        RawAnswer answer = ask("empty-every=2", 5);
        assertThat(answer.texts()).containsExactly("", "the", "", " endpoint answers", "", " one word");
    }

    @ParameterizedTest
    @CsvSource({
        "role=none, '-,-,-'",
        "role=early, 'assistant,-,-,-'",
        "role=merged, 'assistant,-,-'",
        "role=every, 'assistant,assistant,assistant'",
        "no-done, 'assistant,-,-,-'"
    })
    void roles(String fault, String roles) throws IOException {
        assertThat(String.join(",", ask(fault, 3).field("role"))).isEqualTo(roles);
    }

    /// Before the prefill ends there is nothing but the role.
    @Test
    void earlyRoleComesBeforeTheFirstToken() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.post(
                    "/v1/chat/completions", body(2, true), "x-goodput-fault: role=early,first-token-delay=10min");
            String raw = connection.readUntil("\n\n\r\n");
            assertThat(raw).contains("\"delta\":{\"role\":\"assistant\",\"content\":\"\"}");
        }
    }

    @Test
    void reasoning() throws IOException {
        RawAnswer answer = ask("reasoning=2", 4);
        assertThat(answer.field("reasoning")).containsExactly("-", "the", " endpoint", "-", "-");
        assertThat(answer.texts()).containsExactly("", "-", "-", " answers", " one");
        RawAnswer chunked = ask("reasoning=2,reasoning-field=reasoning_content,tokens-per-chunk=3", 5);
        assertThat(chunked.field("reasoning_content")).containsExactly("-", "the", " endpoint", "-");
        assertThat(chunked.texts()).containsExactly("", "-", "-", " answers one word");
    }

    /// Usage on the events of a role, two tokens and, where there is one, the usage event.
    @ParameterizedTest
    @CsvSource({
        "no-space, '-,-,-,2'",
        "usage=none, '-,-,-'",
        "usage=finish, '-,-,2'",
        "usage=every, '0,1,2,2'",
        "usage=zero, '0,0,0'",
        "usage=wrong, '-,-,-,4'"
    })
    void usage(String fault, String completionTokens) throws IOException {
        RawAnswer answer = ask(fault, 2);
        String plain = answer.body().replace("data:{", "data: {");
        assertThat(new RawAnswer(answer.head(), List.of(plain), true)
                        .events().stream()
                                .map(event ->
                                        event.at("/usage/completion_tokens").asString("-"))
                                .collect(Collectors.joining(",")))
                .isEqualTo(completionTokens);
    }

    @ParameterizedTest
    @CsvSource({"crlf, '\r\n'", "cr, '\r'"})
    void lineEnds(String fault, String lineEnd) throws IOException {
        String plain = ask("usage=wrong", 3).body();
        String body = ask("usage=wrong,line-end=" + fault, 3).body();
        assertThat(body.replaceAll("chatcmpl-\\d+", "chatcmpl-").replaceAll("\"created\":\\d+", ""))
                .isEqualTo(plain.replaceAll("chatcmpl-\\d+", "chatcmpl-")
                        .replaceAll("\"created\":\\d+", "")
                        .replace("\n", lineEnd));
    }

    @Test
    void noSpaceAndFields() throws IOException {
        assertThat(ask("no-space", 2).body()).startsWith("data:{").contains("\n\ndata:[DONE]\n\n");
        assertThat(ask("sse-fields", 2).body())
                .startsWith("event: message\nid: 0\nretry: 3000\ndata: {")
                .contains("\n\nevent: message\nid: 1\nretry: 3000\ndata: {");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 100_000})
    void splitEventsAddUp(int size) throws IOException {
        RawAnswer answer = ask("multibyte,split=" + size, 11);
        assertThat(answer.chunks())
                .allSatisfy(chunk -> assertThat(chunk.length()).isLessThanOrEqualTo(size));
        assertThat(answer.chunks().size()).isGreaterThanOrEqualTo(14);
        assertThat(String.join("", answer.texts())).isEqualTo("déjà vu: 東京 の 夜 は naïve café “quoted” — Ωmega");
        assertThat(answer.terminated()).isTrue();
    }

    @Test
    void splitInsideACharacter() throws IOException {
        RawAnswer answer = ask("split-utf8", 11);
        long cut = answer.chunks().stream()
                .filter(chunk -> (chunk.charAt(chunk.length() - 1) & 0xC0) == 0xC0)
                .count();
        // All words but "vu:" have such a character.
        assertThat(cut).isEqualTo(10);
        assertThat(String.join("", answer.texts())).isEqualTo("déjà vu: 東京 の 夜 は naïve café “quoted” — Ωmega");
    }

    /// The second token comes after ten minutes, and so does what waits for it.
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 0"})
    void severalEventsAWrite(int eventsPerWrite, int seen) throws IOException {
        try (GoodputServer stuck = TestServers.stuck();
                RawConnection connection = new RawConnection(stuck.port())) {
            connection.timeoutMs(300);
            connection.post(
                    "/v1/chat/completions", body(2, true), "x-goodput-fault: events-per-write=" + eventsPerWrite);
            StringBuilder raw = new StringBuilder();
            assertThatThrownBy(() -> connection.readInto(raw, "never")).isInstanceOf(SocketTimeoutException.class);
            assertThat(RawAnswer.of(raw.toString()).chunks()).hasSize(seen);
        }
        assertThat(ask("events-per-write=" + eventsPerWrite, 9).data())
                .hasSize(12)
                .last()
                .isEqualTo("[DONE]");
    }

    @Test
    void completionsHaveNeitherRolesNorReasoning() throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.post(
                    "/v1/completions",
                    "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 3}",
                    "x-goodput-fault: role=every,reasoning=2,duplicate-after=0");
            assertThat(RawAnswer.of(connection.readUntil(END)).events().stream()
                            .map(event -> event.get("choices").get(0).toString()))
                    .containsExactly(
                            "{\"index\":0,\"text\":\"the\",\"finish_reason\":null}",
                            "{\"index\":0,\"text\":\"the\",\"finish_reason\":null}",
                            "{\"index\":0,\"text\":\" endpoint\",\"finish_reason\":null}",
                            "{\"index\":0,\"text\":\" answers\",\"finish_reason\":\"length\"}");
        }
    }

    /// Events without a fault of their own are, byte for byte, those of an answer without faults.
    @Test
    void otherwiseTheStreamIsTheUsualOne() throws IOException {
        String plain = raw("", 6, END);
        String faulty = raw("tokens-per-chunk=1", 6, END);
        String volatileParts = "chatcmpl-\\d+|\"created\":\\d+|\r\n[0-9a-f]+\r\n";
        assertThat(faulty.replaceAll(volatileParts, "#")).isEqualTo(plain.replaceAll(volatileParts, "#"));
    }
}
