package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The lesson of the product in two commands.
class DemoTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path temp;

    @Test
    void theHealthyServerPasses() throws IOException {
        Path run = temp.resolve("healthy");
        Goodput.Result result = Goodput.run("demo", "--out", run.toString());
        JsonNode verdict = JSON.readTree(Files.readAllBytes(run.resolve("verdict.json")));

        assertThat(verdict.at("/goodput/total").asInt()).isEqualTo(720);
        if (isClientLate(verdict)) {
            assertThat(result.exitCode()).isEqualTo(4);
            return;
        }
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("PASS").contains("report: " + run.resolve("report.html"));
        assertThat(verdict.at("/verdict").asString()).isEqualTo("PASS");
    }

    @Test
    void theDegradedServerKeepsItsMeanTpotAndFails() throws IOException {
        Path run = temp.resolve("degraded");
        Goodput.Result result = Goodput.run("demo", "--degraded", "--out", run.toString());
        JsonNode verdict = JSON.readTree(Files.readAllBytes(run.resolve("verdict.json")));

        assertThat(verdict.at("/goodput/share").asDouble()).isLessThan(0.85);
        if (isClientLate(verdict)) {
            assertThat(result.exitCode()).isEqualTo(4);
            return;
        }
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
        JsonNode tpot =
                JSON.readTree(Files.readAllBytes(run.resolve("summary.json"))).at("/metrics/tpot");
        assertThat(tpot.at("/mean").asDouble()).isBetween(7.5, 13.0);
        assertThat(tpot.at("/p99").asDouble()).isGreaterThan(20);
    }

    /// The machine that runs the test may be too busy to measure anything. Then the product says so itself, and nothing
    /// more can be asked of the numbers.
    private static boolean isClientLate(JsonNode verdict) {
        return verdict.at("/verdict").asString().equals("INVALID")
                && verdict.at("/reasons/0").asString().matches(".*(event loops lagged|after their intended start).*");
    }
}
