package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files that other tools wrote, from import to verdict.
class ImportTest {
    @TempDir
    Path temp;

    private static Path capture(String scenario) {
        return Path.of(Objects.requireNonNull(System.getProperty("goodput.captures")))
                .resolve(scenario);
    }

    @ParameterizedTest
    @CsvSource({
        "vllm-bench-serve/B, vllm-py-033",
        "aiperf/D_goodput, aiperf-013",
        "guidellm/D_goodput, guidellm-081",
        "llmperf/A, llmperf-head"
    })
    void aToolsOwnAggregatesFollowFromItsOwnRawData(String scenario, String dialect) {
        Goodput.Result result = Goodput.run(
                "import",
                capture(scenario).toString(),
                "--verify",
                "--out",
                temp.resolve("run").toString());

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("(" + dialect + ")");
        assertThat(result.out().lines().reduce("", (_, line) -> line))
                .matches("[1-9][0-9]* equal, 0 differ, [0-9]+ refused");
        assertThat(temp.resolve("run/tool_aggregates.json")).content().contains("\"equal\"");
    }

    @Test
    void anImportedRunIsJudgedAndTheVerdictSaysWhatTheFileCannotTell() {
        Path run = temp.resolve("run");
        Goodput.run("import", capture("vllm-bench-serve/B").toString(), "--out", run.toString());

        Goodput.Result gate = Goodput.run("gate", run.toString(), "--slo", "ttft<=1us", "--target", "99%");

        assertThat(gate.exitCode()).as(gate.out() + gate.err()).isEqualTo(1);
        assertThat(gate.out().replaceAll("\\s+", " ")).contains("coordinated omission is unknown");
    }

    @Test
    void whatNobodyKnowsIsSaidInOneLine() throws IOException {
        Path file = Files.writeString(temp.resolve("what.json"), "{\"hello\": [1, 2, 3]}");
        Goodput.Result result = Goodput.run("import", file.toString());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1).first().asString().contains("not a result file that is known");
    }
}
