package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class HttpApiTest {
    private static final GoodputServer SERVER = TestServers.fast();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String CHAT = "/v1/chat/completions";

    @AfterAll
    static void close() {
        CLIENT.close();
        SERVER.close();
    }

    @Test
    void wholeChatAnswer() throws Exception {
        HttpResponse<String> response =
                post(CHAT, "{\"model\": \"any\", \"max_tokens\": 4, \"messages\": [{\"content\": \"a b\"}]}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        JsonNode body = json(response);
        assertThat(body.get("object").stringValue()).isEqualTo("chat.completion");
        assertThat(body.get("id").stringValue()).startsWith("chatcmpl-");
        assertThat(body.get("model").stringValue()).isEqualTo("any");
        JsonNode choice = body.get("choices").get(0);
        assertThat(choice.toString())
                .isEqualTo("{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"the endpoint answers one\"},"
                        + "\"finish_reason\":\"length\"}");
        assertThat(body.get("usage").toString())
                .isEqualTo("{\"prompt_tokens\":2,\"total_tokens\":6,\"completion_tokens\":4}");
    }

    @Test
    void wholeCompletionOfTheDrawnLength() throws Exception {
        JsonNode body = json(post("/v1/completions", "{\"prompt\": \"a b c\"}"));
        assertThat(body.get("object").stringValue()).isEqualTo("text_completion");
        assertThat(body.get("choices").toString())
                .isEqualTo("[{\"index\":0,\"text\":\"the endpoint answers\",\"finish_reason\":\"stop\"}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/chat/completions | `{\"messages\": [{\"content\": \"a b\"}, {\"content\": null}, {\"content\": \"c\\nd\\te \"}]}` | 5",
                "/v1/chat/completions | `{\"messages\": [{\"content\": [{\"type\": \"text\", \"text\": \"a b\"}, {\"type\": \"image_url\"}]}]}` | 2",
                "/v1/chat/completions | `{\"messages\": [{\"content\": \"\"}]}` | 1",
                "/v1/completions | `{\"prompt\": [\"a b c\"]}` | 3",
                "/v1/completions | `{\"prompt\": [5, 6, 7, 8]}` | 4",
                "/v1/completions | `{\"prompt\": [[5, 6]]}` | 2",
            })
    void promptTokensAreCountedByWord(String path, String request, int tokens) throws Exception {
        assertThat(json(post(path, request)).get("usage").get("prompt_tokens").intValue())
                .isEqualTo(tokens);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/chat/completions | `{\"messages\": [` | | the body is not valid JSON (line 1, column 15)",
                "/v1/chat/completions | `{} x` | | the body is not valid JSON (line 1, column 4)",
                "/v1/chat/completions | `` | | the body must be a JSON object",
                "/v1/chat/completions | `[]` | | the body must be a JSON object",
                "/v1/chat/completions | `{\"model\": \"m\"}` | messages | messages is required: a list of at least one message",
                "/v1/chat/completions | `{\"messages\": []}` | messages | messages is required: a list of at least one message",
                "/v1/chat/completions | `{\"messages\": \"hi\"}` | messages | messages is required: a list of at least one message",
                "/v1/chat/completions | `{\"messages\": [1]}` | messages | every message must be an object",
                "/v1/chat/completions | `{\"messages\": [{\"content\": 1}]}` | messages | content of a message must be a text or a list of parts",
                "/v1/chat/completions | `{\"messages\": [{}], \"stream\": \"yes\"}` | stream | stream must be true or false",
                "/v1/chat/completions | `{\"messages\": [{}], \"stream_options\": 1}` | stream_options | stream_options must be an object",
                "/v1/chat/completions | `{\"messages\": [{}], \"stream_options\": {\"include_usage\": 1}}` | include_usage | include_usage must be true or false",
                "/v1/chat/completions | `{\"messages\": [{}], \"max_tokens\": 0}` | max_tokens | max_tokens must be a whole number from 1 to 1000000",
                "/v1/chat/completions | `{\"messages\": [{}], \"max_tokens\": 1.5}` | max_tokens | max_tokens must be a whole number from 1 to 1000000",
                "/v1/chat/completions | `{\"messages\": [{}], \"max_completion_tokens\": 99999999999}` | max_completion_tokens | max_completion_tokens must be a whole number from 1 to 1000000",
                "/v1/chat/completions | `{\"messages\": [{}], \"n\": 2}` | n | only one choice a request is supported",
                "/v1/chat/completions | `{\"messages\": [{}], \"model\": 7}` | model | model must be a name of at most 256 characters",
                "/v1/completions | `{}` | prompt | prompt is required: a text or a list of token ids",
                "/v1/completions | `{\"prompt\": [\"a\", \"b\"]}` | prompt | only one prompt a request is supported",
            })
    void badRequestsGetAnErrorObject(String path, String request, String param, String message) throws Exception {
        HttpResponse<String> response = post(path, request == null ? "" : request);
        assertThat(response.statusCode()).isEqualTo(400);
        assertError(response, message, "BadRequestError");
        assertThat(json(response).get("error").get("param").asString(null)).isEqualTo(param);
    }

    @Test
    void deeplyNestedJsonIsRefused() throws Exception {
        HttpResponse<String> response = post(CHAT, "[".repeat(100_000));
        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void unknownPathAndWrongMethod() throws Exception {
        HttpResponse<String> unknown = post("/v1/embeddings", "{}");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertError(
                unknown,
                "no such path; this server has /v1/chat/completions, /v1/completions, /v1/models, /tokenize, /detokenize,"
                        + " /metrics and /health",
                "NotFoundError");
        HttpResponse<String> method = get(CHAT);
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(method.headers().firstValue("allow")).hasValue("POST");
        assertError(method, "this path answers POST only", "MethodNotAllowedError");
        assertThat(post("/health", "").statusCode()).isEqualTo(405);
    }

    @Test
    void tooLargeBodyIsRefusedAndTheConnectionLives() throws Exception {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.post(CHAT, "x".repeat(BodyCollector.MAX_BYTES + 1));
            assertThat(connection.readUntil("}}"))
                    .startsWith("HTTP/1.1 413 Request Entity Too Large")
                    .contains("the body is larger than 8388608 bytes");
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(connection.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
        }
    }

    @Test
    void modelsAndHealth() throws Exception {
        JsonNode models = json(get("/v1/models"));
        assertThat(models.get("object").stringValue()).isEqualTo("list");
        assertThat(models.get("data").get(0).get("id").stringValue()).isEqualTo("served");
        assertThat(get("/health?probe=1").statusCode()).isEqualTo(200);
        assertThat(get("/v1/health").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NONSENSE\r\n\r\n",
                "GET /health HTTP/9.9.9\r\n\r\n",
                "\u0016\u0003\u0001\u0002 \u0001 \u0001\r\n\r\n"
            })
    void whatIsNotHttpGets400AndAClosedConnection(String text) throws IOException {
        try (RawConnection connection = new RawConnection(SERVER.port())) {
            connection.send(text);
            assertThat(connection.readUntil("never"))
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .contains("connection: close");
        }
    }

    private static void assertError(HttpResponse<String> response, String message, String type) {
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        JsonNode error = json(response).get("error");
        assertThat(error.get("message").stringValue()).isEqualTo(message);
        assertThat(error.get("type").stringValue()).isEqualTo(type);
        assertThat(error.get("code").intValue()).isEqualTo(response.statusCode());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + SERVER.port() + path);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
    }
}
