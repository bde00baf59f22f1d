package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The server over the engine that is modelled step by step.
@Timeout(60)
class ModelledEngineTest {
    private static GoodputServer serve(String tokenizer, String... settings) {
        EngineSpec spec = EngineSpec.load("h100-llama3.1-8b");
        for (String setting : settings) {
            spec = spec.with(setting, "test");
        }
        ModelledEngine engine = spec.build();
        return GoodputServer.start(new ServerConfig(
                "127.0.0.1",
                0,
                "m",
                () -> engine.start(1, null),
                engine.config().engine().maxModelLen(),
                new OutputLengths(5, 5),
                1,
                Tokenizer.named(tokenizer),
                FaultSchedule.NONE));
    }

    private static String words(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
    }

    private static double metric(GoodputServer server, String name) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            return connection
                    .readUntil("never")
                    .lines()
                    .filter(line -> line.startsWith("vllm:" + name + "{"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf("} ") + 2)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// 40 words and an answer of 33 tokens, of which the last is never computed: 72 tokens, four blocks
    /// of 16 of which the next turn finds in the cache. A prompt that begins alike in its first 20
    /// words finds one.
    @Test
    void conversationsAreFoundInThePrefixCache() throws IOException {
        try (GoodputServer server = serve("words");
                RawConnection connection = new RawConnection(server.port())) {
            String user = "{\"role\": \"user\", \"content\": \"" + words("w", 40) + "\"}";
            String first = "{\"stream\": true, \"max_tokens\": 33, \"messages\": [" + user + "]}";
            connection.post("/v1/chat/completions", first);
            String answer = String.join(
                    "", RawAnswer.of(connection.readUntil("\r\n0\r\n\r\n")).texts());
            assertThat(metric(server, "prefix_cache_hits_total")).isZero();
            connection.post(
                    "/v1/chat/completions",
                    "{\"max_tokens\": 2, \"messages\": [" + user + ", {\"role\": \"assistant\", \"content\": \""
                            + answer + "\"}, {\"role\": \"user\", \"content\": \"" + words("v", 20) + "\"}]}");
            assertThat(connection.readUntil("}}")).contains("\"prompt_tokens\":93,");
            assertThat(metric(server, "prefix_cache_hits_total")).isEqualTo(64);
            connection.post(
                    "/v1/chat/completions",
                    "{\"max_tokens\": 2, \"messages\": [{\"role\": \"user\", \"content\": \"" + words("w", 20) + " "
                            + words("u", 30) + "\"}]}");
            connection.readUntil("}}");
            assertThat(metric(server, "prefix_cache_hits_total")).isEqualTo(64 + 16);
            assertThat(metric(server, "prefix_cache_queries_total")).isEqualTo(40 + 93 + 50);
            assertThat(metric(server, "iteration_tokens_total_count")).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"words", "o200k_base"})
    void tooLongForTheContext(String tokenizer) throws IOException {
        try (GoodputServer server = serve(tokenizer, "max-model-len=64");
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"" + "the ".repeat(64) + "\", \"stream\": true}");
            assertThat(connection.readUntil("}}"))
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .contains("This model's maximum context length is 64 tokens. However, you requested 6");
            // What is left open ends with the context.
            connection.post(
                    "/v1/completions", "{\"prompt\": \"" + "the ".repeat(60).strip() + "\", \"stream\": true}");
            RawAnswer answer = RawAnswer.of(connection.readUntil("\r\n0\r\n\r\n"));
            assertThat(answer.events()).hasSize(4);
            assertThat(answer.finishReasons()).containsExactly("length");
        }
    }

    @Test
    void fullQueue() throws IOException {
        String endless = "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 5000}";
        try (GoodputServer server = serve("words", "max-sequences=1", "max-queued-requests=1");
                RawConnection running = new RawConnection(server.port());
                RawConnection waiting = new RawConnection(server.port());
                RawConnection refused = new RawConnection(server.port())) {
            running.post("/v1/completions", endless);
            running.readUntil("data: ");
            waiting.post("/v1/completions", endless);
            while (metric(server, "num_requests_waiting") < 1) {
                Thread.onSpinWait();
            }
            refused.post("/v1/completions", endless);
            assertThat(refused.readUntil("}}")).startsWith("HTTP/1.1 429").contains("retry-after: 1");
            assertThat(metric(server, "num_requests_running")).isEqualTo(1);
        }
    }

    /// One place in the batch: of two that wait for it, the one of the lower number goes first.
    @Test
    void thePriorityOfARequestIsKept() throws IOException {
        try (GoodputServer server = serve("words", "policy=priority", "max-sequences=1");
                RawConnection first = new RawConnection(server.port());
                RawConnection later = new RawConnection(server.port());
                RawConnection sooner = new RawConnection(server.port())) {
            first.post("/v1/completions", "{\"prompt\": \"a\", \"max_tokens\": 100, \"stream\": true}");
            first.readUntil("data: ");
            later.post("/v1/completions", "{\"prompt\": \"b\", \"max_tokens\": 100, \"priority\": 5}");
            while (metric(server, "num_requests_waiting") != 1) {
                Thread.onSpinWait();
            }
            sooner.post("/v1/completions", "{\"prompt\": \"c\", \"max_tokens\": 100, \"priority\": -1}");
            sooner.readUntil("}}");
            // The other cannot have begun before this one had ended.
            assertThat(metric(server, "generation_tokens_total")).isLessThan(290);
            later.readUntil("}}");
            sooner.post("/v1/completions", "{\"prompt\": \"c\", \"priority\": \"high\"}");
            assertThat(sooner.readUntil("}}")).contains("priority must be a whole number");
        }
    }
}
