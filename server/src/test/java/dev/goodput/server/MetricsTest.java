package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `/metrics` beside what a client counted, and beside a page of a real vLLM.
@Timeout(60)
class MetricsTest {
    private static final Pattern SAMPLE = Pattern.compile("(vllm:[a-z0-9_]+)\\{([^}]*)} (\\S+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /// Samples by name, and by `name value` of the label that is neither engine nor model; types by
    /// name.
    private record Page(Map<String, Double> samples, Map<String, String> types, Map<String, List<String>> bounds) {
        double value(String name) {
            return sample("vllm:" + name);
        }

        double sample(String key) {
            return Objects.requireNonNull(samples.get(key), key);
        }
    }

    private static Page parse(String text) {
        Page page = new Page(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE vllm:")) {
                Matcher type = TYPE.matcher(line);
                assertThat(type.matches()).as(line).isTrue();
                page.types.put(type.group(1), type.group(2));
            } else if (!line.startsWith("#") && line.startsWith("vllm:")) {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                String key = sample.group(1);
                Matcher label = LABEL.matcher(sample.group(2));
                while (label.find()) {
                    if (label.group(1).equals("le")) {
                        page.bounds.computeIfAbsent(key, _ -> new ArrayList<>()).add(label.group(2));
                    }
                    if (!label.group(1).equals("engine") && !label.group(1).equals("model_name")) {
                        key += " " + label.group(2);
                    }
                }
                page.samples.put(key, Double.parseDouble(sample.group(3)));
            }
        }
        return page;
    }

    private static String scrape(GoodputServer server) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            return connection.readUntil("never");
        }
    }

    @Test
    void countsWhatTheClientCounts() throws IOException {
        int prompts = 0;
        int tokens = 0;
        try (GoodputServer server = TestServers.fast();
                RawConnection connection = new RawConnection(server.port())) {
            for (int i = 1; i <= 30; i++) {
                boolean open = i % 3 == 0;
                String body = "{\"prompt\": \"" + "w ".repeat(i) + "\", \"stream\": true"
                        + (open ? "" : ", \"max_tokens\": " + i) + "}";
                connection.post("/v1/completions", body);
                RawAnswer answer = RawAnswer.of(connection.readUntil("\r\n0\r\n\r\n"));
                tokens += answer.events().size();
                prompts += i;
            }
            String raw = scrape(server);
            assertThat(raw).contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n");
            Page page = parse(raw);
            assertThat(page.value("prompt_tokens_total")).isEqualTo(prompts);
            assertThat(page.value("generation_tokens_total")).isEqualTo(tokens);
            assertThat(page.value("request_success_total stop")).isEqualTo(10);
            assertThat(page.value("request_success_total length")).isEqualTo(20);
            assertThat(page.value("request_success_total error")).isZero();
            assertThat(page.value("num_requests_running")).isZero();
            assertThat(page.value("num_requests_waiting")).isZero();
            assertThat(page.value("request_prompt_tokens_sum")).isEqualTo(prompts);
            assertThat(page.value("request_generation_tokens_sum")).isEqualTo(tokens);
            assertThat(page.value("request_params_max_tokens_count")).isEqualTo(30);
            assertThat(page.value("time_to_first_token_seconds_count")).isEqualTo(30);
            assertThat(page.value("inter_token_latency_seconds_count")).isEqualTo(tokens - 30);
            assertThat(page.value("iteration_tokens_total_count")).isZero();
            // 1 µs a prompt token and 100 µs a gap, exactly, on the engine's clock.
            assertThat(page.value("request_prefill_time_seconds_sum")).isEqualTo(prompts / 1e6);
            assertThat(page.value("request_decode_time_seconds_sum")).isEqualTo((tokens - 30) / 1e4);
            assertThat(page.value("request_inference_time_seconds_sum"))
                    .isEqualTo((prompts * 1_000L + (tokens - 30) * 100_000L) / 1e9);
            checkHistograms(page);
        }
    }

    /// Buckets rise to the count, and sums fit between the bounds.
    private static void checkHistograms(Page page) {
        assertThat(page.bounds()).hasSize(12);
        page.bounds().forEach((name, bounds) -> {
            String base = name.replaceFirst("_bucket$", "");
            assertThat(page.types()).containsEntry(base, "histogram");
            double below = 0;
            double least = 0;
            double most = 0;
            double lower = 0;
            for (String bound : bounds) {
                double count = page.sample(name + " " + bound);
                assertThat(count).isGreaterThanOrEqualTo(below);
                double upper = bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
                least += (count - below) * lower;
                most += count > below ? (count - below) * upper : 0;
                below = count;
                lower = upper;
            }
            assertThat(bounds).last().isEqualTo("+Inf");
            assertThat(below).isEqualTo(page.sample(base + "_count"));
            assertThat(page.sample(base + "_sum")).isBetween(least * (1 - 1e-9), most * (1 + 1e-9));
        });
    }

    @Test
    void errorsInTheStreamAreCountedAndClientsThatHaveGoneAreNot() throws IOException {
        try (GoodputServer server = TestServers.stuck()) {
            try (RawConnection connection = new RawConnection(server.port())) {
                connection.post(
                        "/v1/completions",
                        "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 9}",
                        "x-goodput-fault: error-after=1");
                connection.readUntil("\r\n0\r\n\r\n");
                connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 9}");
                connection.readUntil("null}]}\n\n\r\n");
                Page running = parse(scrape(server));
                assertThat(running.value("num_requests_running")).isEqualTo(1);
                assertThat(running.value("request_success_total error")).isEqualTo(1);
            }
            while (server.inFlight() > 0) {
                Thread.onSpinWait();
            }
            Page page = parse(scrape(server));
            assertThat(page.value("num_requests_running")).isZero();
            assertThat(page.value("request_success_total abort")).isZero();
            assertThat(page.value("e2e_request_latency_seconds_count")).isZero();
            assertThat(page.value("generation_tokens_total")).isEqualTo(2);
        }
    }

    /// The engine makes an answer in a millisecond; the client sees it a quarter of a second later.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorThatComesAfterTheEnginesLastTokenIsNotCountedASecondTime(boolean stream) throws IOException {
        try (GoodputServer server = TestServers.fast();
                RawConnection connection = new RawConnection(server.port())) {
            connection.post(
                    "/v1/completions",
                    "{\"prompt\": \"x\", \"stream\": " + stream + ", \"max_tokens\": 9}",
                    "x-goodput-fault: error-after=3,stall=250ms,stall-after=2");
            assertThat(connection.readUntil("}}")).contains("InternalServerError");
            Page page = parse(scrape(server));
            assertThat(page.value("request_success_total length")).isEqualTo(1);
            assertThat(page.value("request_success_total error")).isZero();
        }
    }

    /// Names, types, help and bucket bounds as recorded from vLLM 0.32 (random small model of 2,048
    /// tokens context).
    @Test
    void pageIsLikeThatOfVllm() throws IOException {
        String recorded;
        try (InputStream in = MetricsTest.class.getResourceAsStream("vllm-0.32-metrics.txt")) {
            recorded = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        Page vllm = parse(recorded);
        ServerConfig small = TestServers.config(TestServers.profile(TestServers.MS));
        ServerConfig config = new ServerConfig(
                small.host(),
                0,
                "tiny \"q\" \\ x",
                small.engine(),
                2048,
                small.answerLengths(),
                1,
                small.tokenizer(),
                small.faults());
        try (GoodputServer server = GoodputServer.start(config)) {
            String raw = scrape(server);
            assertThat(raw).contains("model_name=\"tiny \\\"q\\\" \\\\ x\"");
            Page ours = parse(raw.substring(raw.indexOf("\r\n\r\n") + 4));
            assertThat(vllm.types()).containsAllEntriesOf(ours.types());
            assertThat(vllm.bounds()).containsAllEntriesOf(ours.bounds());
            assertThat(vllm.samples()).containsKeys(ours.samples().keySet().toArray(String[]::new));
            assertThat(recorded.lines())
                    .containsAll(raw.lines()
                            .filter(line -> line.startsWith("# HELP"))
                            .toList());
        }
    }
}
