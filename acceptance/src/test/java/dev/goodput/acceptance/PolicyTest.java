package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfiles;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A policy file in a clean folder, from the endpoint to the exit code.
class PolicyTest {
    private static final String POLICY = """
            schema: goodput.policy/1
            endpoint: {url: "URL", model: tiny}
            hardware: a test machine
            workload: {input_tokens: 20, input_tokens_sd: 5, output_tokens: 3}
            slo: ttft<=100ms, tpot<=200ms, goodput>=90%
            load: {concurrency: 16}
            levels: [50%, 100%, 150%]
            sweep_requests: 150
            """;

    @TempDir
    Path temp;

    /// A server whose requests wait so long before their first token, at the mean.
    private GoodputServer server(int queueMs) throws IOException {
        Path profile = temp.resolve("profile-" + queueMs + ".yaml");
        Files.writeString(profile, """
                name: test
                arrivals: 20/s
                queue: {mean: %dms}
                prefill: {per-prompt-token: 1us}
                prompt-tokens: {128: 100%%}
                decode: {mean: 1ms, sigma: 10%%, floor: 0.5ms}
                tail-spikes: {share: 0%%, factor: 2..3}
                output-tokens: 1..5
                """.formatted(queueMs));
        return GoodputServer.start(
                ServerConfig.of("127.0.0.1", 0, LatencyProfiles.load(profile.toString()), 1, "tiny"));
    }

    private String policy(GoodputServer server) throws IOException {
        Path file = temp.resolve("policy-" + server.port() + ".yaml");
        return Files.writeString(file, POLICY.replace("URL", "http://127.0.0.1:" + server.port() + "/v1"))
                .toString();
    }

    private static JsonNode verdict(Path out) throws IOException {
        return JsonMapper.shared().readTree(Files.readAllBytes(out.resolve("policy.json")));
    }

    /// The machine that runs the test may be too busy to measure anything. Then the product says so itself.
    private static boolean isClientLate(JsonNode verdict) {
        return verdict.at("/verdict").asString().equals("INVALID")
                && verdict.at("/reasons").toString().contains("event loops lagged");
    }

    @Test
    void aHealthyEndpointIsLetThroughAndMeasuredOnce() throws IOException {
        Path out = temp.resolve("healthy");
        try (GoodputServer server = server(5)) {
            String policy = policy(server);
            Path summary = temp.resolve("summary.md");
            Goodput.Result first = Goodput.run(
                    Map.of("GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", summary.toString()),
                    "gate",
                    policy,
                    "--out",
                    out.toString());
            JsonNode verdict = verdict(out);
            int code = isClientLate(verdict) ? 4 : 0;
            assertThat(first.exitCode()).as(first.out() + first.err()).isEqualTo(code);
            assertThat(verdict.at("/levels/1/requests").asInt()).isEqualTo(3000);
            assertThat(verdict.at("/levels/0/load").asString()).isEqualTo("8 in flight");
            assertThat(verdict.at("/levels/2/requests").asInt()).isEqualTo(150);
            assertThat(first.out()).contains("Goodput against load", "a test machine", "::");
            assertThat(Stream.of("level-50", "level-100", "level-150")
                            .map(level -> seed(out.resolve(level)))
                            .distinct())
                    .as("no level may find the prompts of another in a cache")
                    .hasSize(3);
            assertThat(summary).content().contains("Goodput against load");
            for (String file : List.of("report.html", "report.md", "junit.xml", "metrics.txt", "badge.svg")) {
                assertThat(out.resolve(file)).isNotEmptyFile();
            }
            for (String level : List.of("level-50", "level-100", "level-150")) {
                assertThat(out.resolve(level).resolve("report.html")).isNotEmptyFile();
            }

            deleteRun(out.resolve("level-50"));
            Files.delete(out.resolve("level-150/plan.txt"));
            byte[] measured = Files.readAllBytes(out.resolve("level-100/traces.jsonl"));
            Goodput.Result second = Goodput.run("gate", policy, "--out", out.toString());
            assertThat(second.exitCode()).as(second.out() + second.err()).isEqualTo(code);
            assertThat(second.err())
                    .contains("100%: measured before", "150%: an incomplete run was there")
                    .doesNotContain("50%: measured before");
            assertThat(out.resolve("level-100/traces.jsonl")).hasBinaryContent(measured);
            assertThat(out.resolve("level-150.incomplete")).isDirectory();
            assertThat(verdict(out).at("/levels/0/requests").asInt()).isEqualTo(150);

            Files.writeString(Path.of(policy), Files.readString(Path.of(policy)).replace("sd: 5", "sd: 6"));
            Goodput.Result other = Goodput.run("gate", policy, "--out", out.toString());
            assertThat(other.exitCode()).isEqualTo(2);
            assertThat(other.err()).contains("was measured by another policy or version");
        }
    }

    @Test
    void aDegradedEndpointIsBlockedAndHeldAgainstItsBaseline() throws IOException {
        Path before = temp.resolve("before");
        Path out = temp.resolve("after");
        Goodput.Result result;
        try (GoodputServer healthy = server(5)) {
            Goodput.run("gate", policy(healthy), "--out", before.toString());
        }
        try (GoodputServer degraded = server(100)) {
            result = Goodput.run("gate", policy(degraded), "--out", out.toString(), "--baseline", before.toString());
        }
        JsonNode verdict = verdict(out);
        assertThat(verdict.at("/levels/1/share").asDouble()).isLessThan(0.8);
        if (isClientLate(verdict) || isClientLate(verdict(before))) {
            return;
        }
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
        assertThat(verdict.at("/verdict").asString()).isEqualTo("FAIL");
        assertThat(verdict.at("/baseline/outcome").asString()).isEqualTo("regression");
        assertThat(result.out()).contains("worse than the baseline", "Against the baseline");
    }

    private static long seed(Path run) {
        try {
            return JsonMapper.shared()
                    .readTree(Files.readAllBytes(run.resolve("run.json")))
                    .at("/workload/seed")
                    .asLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteRun(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(run);
    }
}
