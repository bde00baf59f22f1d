package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenApiTest {
    private static String post(Tokenizer tokenizer, Map<String, String> bodies) throws IOException {
        try (GoodputServer server = GoodputServer.start(
                        TestServers.config(TestServers.profile(1_000)).withTokenizer(tokenizer));
                RawConnection connection = new RawConnection(server.port())) {
            StringBuilder all = new StringBuilder();
            for (Map.Entry<String, String> body : bodies.entrySet()) {
                connection.post(body.getKey(), body.getValue(), "Connection: close");
                all.append(RawAnswer.of(connection.readUntil("never")).body());
            }
            return all.toString();
        }
    }

    /// Ids as published by the encodings' author: `tiktoken` gives them for this text.
    @ParameterizedTest
    @CsvSource({
        "cl100k_base, '[9906,1917,0]'",
        "o200k_base, '[13225,2375,0]'",
    })
    void tokenizeAndBack(String encoding, String ids) throws IOException {
        Tokenizer tokenizer = Tokenizer.named(encoding);
        assertThat(post(tokenizer, Map.of("/tokenize", "{\"prompt\": \"Hello world!\"}")))
                .isEqualTo("{\"count\":3,\"max_model_len\":null,\"tokens\":" + ids + ",\"token_strs\":null}");
        assertThat(post(tokenizer, Map.of("/tokenize", "{\"messages\": [{\"content\": \"Hello world!\"}]}")))
                .contains("\"count\":3,");
        assertThat(post(tokenizer, Map.of("/detokenize", "{\"tokens\": " + ids + "}")))
                .isEqualTo("{\"prompt\":\"Hello world!\"}");
    }

    @Test
    void wordsHaveNumbersButNoWayBack() throws IOException {
        Tokenizer words = Tokenizer.named("words");
        assertThat(post(words, Map.of("/tokenize", "{\"prompt\": \"a b a\"}")))
                .matches("\\{\"count\":3,\"max_model_len\":null,\"tokens\":\\[(\\d+),\\d+,\\1],\"token_strs\":null}");
        assertThat(post(words, Map.of("/detokenize", "{\"tokens\": [1]}")))
                .contains("one token a word cannot be turned back into text; start the server with --tokenizer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/tokenize | {} | prompt is required: a text; or messages",
                "/tokenize | {\"prompt\": 1} | prompt is required: a text; or messages",
                "/detokenize | {} | tokens is required: a list of token ids",
                "/detokenize | {\"tokens\": [\"a\"]} | tokens is required: a list of token ids",
                "/detokenize | {\"tokens\": [99999999]} | tokens holds an id that the encoding does not have",
                "/detokenize | {\"tokens\": [-1]} | tokens holds an id that the encoding does not have",
            })
    void mistakes(String path, String body, String message) throws IOException {
        assertThat(post(Tokenizer.named("cl100k_base"), Map.of(path, body)))
                .contains("\"message\":\"" + message + "\"");
    }

    @Test
    void promptsAreCountedInRealTokens() throws IOException {
        assertThat(post(
                        Tokenizer.named("o200k_base"),
                        Map.of("/v1/completions", "{\"prompt\": \"Hello world!\", \"max_tokens\": 3}")))
                .contains("\"text\":\"The endpoint answers\"")
                .contains("\"prompt_tokens\":3,\"total_tokens\":6,\"completion_tokens\":3");
    }

    /// Long prompts are split beside the loop: one answer, one error, and a client that does not wait
    /// for it.
    @Test
    void longPrompts() throws IOException {
        String text = "Hello world! ".repeat(30_000);
        String request = "{\"prompt\": \"" + text + "\", \"max_tokens\": 3}";
        try (GoodputServer server = GoodputServer.start(
                TestServers.config(TestServers.profile(1_000)).withTokenizer(Tokenizer.named("o200k_base")))) {
            try (RawConnection gone = new RawConnection(server.port())) {
                gone.post("/v1/completions", request);
            }
            try (RawConnection connection = new RawConnection(server.port())) {
                connection.post("/v1/completions", request);
                assertThat(connection.readUntil("}}")).contains("\"prompt_tokens\":90001,");
                connection.post("/tokenize", request);
                assertThat(connection.readUntil("null}")).contains("\"count\":90001,");
                connection.post("/v1/completions", request.replace("max_tokens", "n"));
                assertThat(connection.readUntil("}}")).contains("only one choice a request is supported");
            }
            assertThat(server.inFlight()).isZero();
        }
    }
}
