package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void theVersionIsTheBuilds() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).matches("goodput \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "run",
                "gate",
                "slo",
                "report",
                "explain",
                "compare",
                "capacity",
                "plan",
                "definitions",
                "recipe",
                "claims",
                "simulate",
                "serve"
            })
    void everyCommandHasHelp(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: goodput " + command);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --url http://h/v1 --model m --concurrency 0      | --concurrency must be at least 1
            run --url http://h/v1 --model m --rate 20            | is not a rate; write it like 20/s
            run --url http://h/v1 --model m --rate 0/s           | must be above 0
            run --url http://h/v1 --model m --rate 5/s --duration 5 | is not a duration
            run --url http://h/v1 --model m --concurrency 1 --requests 0 | --requests must be at least 1
            run --url http://h/v1 --model m --concurrency 1 --output-tokens 0 | --output-tokens must be at least 1
            run --url ftp://h/v1 --model m --concurrency 1       | is not a URL like
            run --url http://h/v1 --model m                      | --concurrency 16 (closed loop) or --rate 20/s
            run --url http://h/v1 --model m --concurrency 1 --target 99% | --target needs an SLO
            run --url http://h/v1 --model m --concurrency 1 --slo ttft<=1s --target 101% | outside 0% to 100%
            run --url http://h/v1 --model m --concurrency 1 --slo ttft<=1s --confidence 100% | cannot be reached
            simulate --requests 0                                | --requests must be 1 to
            simulate --tail-spikes 5                             | is not a share; write it like 1%
            simulate --latency nowhere.yaml                      | nowhere.yaml
            serve --port 70000                                   | port 70000
            demo --requests 0                                    | --requests must be at least 1
            """)
    void mistakesAreAnsweredInOneLineWithExitCodeTwo(String command, String message) {
        assertThat(run(command.strip().split(" ", -1))).isEqualTo(2);
        List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst()).startsWith("goodput: ").contains(message);
    }

    @Test
    void credentialsInAUrlAreNotEchoed() {
        assertThat(run("run", "--url", "http://user:hunter2@h/v1", "--model", "m", "--concurrency", "1"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("hunter2");
        assertThat(CommandText.maskUrl("https://user:hunter2@h:8/v1?key=hunter2"))
                .isEqualTo("https://***@h:8/v1?***");
    }
}
