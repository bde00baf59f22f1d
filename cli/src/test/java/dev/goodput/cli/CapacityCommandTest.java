package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CapacityCommandTest {
    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private int search(QueueingEndpoint endpoint, String slo, String... further) {
        List<String> args = new ArrayList<>(List.of(
                "capacity",
                "--url",
                endpoint.url(),
                "--model",
                "test",
                "--slo",
                slo,
                "--target",
                "80%",
                "--assume-independent",
                "--output-tokens",
                String.valueOf(QueueingEndpoint.OUTPUT_TOKENS),
                "--input-tokens",
                "8",
                "--step-requests",
                "20",
                "--verdict-requests",
                "60",
                "--warmup",
                "5",
                "--out",
                temp.resolve("out").toString()));
        args.addAll(List.of(further));
        return run(args.toArray(String[]::new));
    }

    /// 40 ms for each request in flight against a limit of 260 ms: six are good, seven are not. How late a busy machine
    /// is may cost some, never win one.
    @Test
    void findsHowManyRequestsInFlightKeepTheLimit() throws IOException {
        int code;
        try (QueueingEndpoint endpoint = new QueueingEndpoint(Duration.ofMillis(40))) {
            code = search(endpoint, "ttft<=260ms, itl_max<=5s", "--concurrency-to", "32");
        }
        assertThat(code).as(out + "\n" + err).isZero();
        JsonNode json = JsonMapper.shared().readTree(Files.readString(temp.resolve("out/capacity.json")));
        assertThat(json.get("capacity").asDouble()).isBetween(3.0, 6.0);
        assertThat(json.get("shown_to_fail").asDouble()).isBetween(7.0, 8.0);
        assertThat(json.get("unit").asString()).isEqualTo("requests_in_flight");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Capacity ", "the smallest load shown to fail is", "Throughput against goodput");
        // Every run behind it can be judged again.
        for (JsonNode level : json.get("levels")) {
            for (JsonNode name : level.get("runs")) {
                assertThat(temp.resolve("out").resolve(name.asString()).resolve("traces.jsonl"))
                        .isNotEmptyFile();
            }
        }
        String page = Files.readString(temp.resolve("out/capacity.html"));
        assertThat(page).contains("<svg", "Why the highest throughput is the wrong operating point");
        assertThat(Files.readString(temp.resolve("out/capacity.md"))).contains("## Capacity ");
    }

    @Test
    void anEndpointThatFailsAtOnceHasNoCapacity() {
        int code;
        try (QueueingEndpoint endpoint = new QueueingEndpoint(Duration.ofMillis(30))) {
            code = search(endpoint, "ttft<=5ms, itl_max<=5s", "--concurrency-to", "8");
        }
        assertThat(code).as(out + "\n" + err).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("No capacity: the smallest load was shown to fail");
    }

    @Test
    void oneSearchADirectory() throws IOException {
        Files.createDirectories(temp.resolve("out"));
        Files.writeString(temp.resolve("out/capacity.json"), "{}");
        try (QueueingEndpoint endpoint = new QueueingEndpoint(Duration.ofMillis(1))) {
            assertThat(search(endpoint, "ttft<=5s", "--concurrency-to", "2")).isEqualTo(2);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("already holds a capacity search");
        try (Stream<Path> files = Files.list(temp.resolve("out"))) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --slo ttft<=1s                                       | say what to look for: --rate-to
            --slo ttft<=1s --rate-to 5/s --concurrency-to 4      | not for both
            --slo ttft<=1s --rate-from 5/s --rate-to 2/s         | must end above where it begins
            --slo ttft<=1s --concurrency-from 0                  | --concurrency-from must be at least 1
            --slo ttft<=1s --rate-to 5/s --resolution 60%        | between 0% and 50%
            --slo ttft<=1s --rate-to 5/s --target 100%           | no practical number of requests
            --slo ttft<=1s,goodput_rate>=3/s --rate-to 5/s       | is what the search looks for
            --rate-to 5/s                                        | capacity for what?
            """)
    void mistakesAreAnsweredInOneLine(String args, String message) {
        String all = "capacity --url http://127.0.0.1:1/v1 --model m " + args.strip();
        assertThat(run(all.split(" +", -1))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .hasSize(1)
                .first()
                .asString()
                .contains(message);
    }
}
