package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
    @TempDir
    static Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void simulate() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        int code = Main.run(
                new String[] {"simulate", "--requests", "60", "--seed", "7", "--out", run().toString()},
                nowhere,
                nowhere);
        assertThat(code).isZero();
    }

    private static Path run() {
        return temp.resolve("run");
    }

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private int explain(String line) {
        List<String> args = new ArrayList<>(List.of("explain", run().toString()));
        args.addAll(List.of(line.strip().split(" ", -1)));
        return run(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --metric itl --from genai-perf --to llmperf-head               | The way from genai-perf to llmperf-head
            --metric tpot --stat p99 --from goodput --to guidellm          | time per output token (tpot), p99
            --metric ttft --from goodput --to vllm-rs --request 3          | ▶ start
            --metric e2e --from goodput --to evalscope --all-orders        | Over all orders
            --metric request_rate --from goodput --to llmeter              | requests/s
            --metric goodput --from goodput --to sglang-oai --slo ttft<=300ms,itl<=8ms | share of good requests
            --metric goodput --from goodput --to vllm-py --slo ttft<=300ms | good requests
            --metric goodput_rate --from goodput --to vllm-py --slo e2e<=1s | good requests/s
            --metric ntpot --from vllm-py --to otel-server                 | otel-server has no number here
            """)
    void explains(String line, String shown) {
        assertThat(explain(line)).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --metric itll --from genai-perf --to goodput                  | unknown metric 'itll'; did you mean 'itl'?
            --metric itl --from genai-prf --to goodput                    | unknown dialect 'genai-prf'; did you mean 'genai-perf'?
            --metric itl --from goodput --to nobody-ever                  | unknown dialect 'nobody-ever'; see 'goodput definitions'
            --metric itl --stat p98 --from goodput --to genai-perf        | unknown statistic 'p98'
            --metric itl --from goodput --to genai-perf --request 60      | no request '60' in the run; indices run from 0 to 59
            --metric request_rate --from goodput --to genai-perf --request 0 | is not a metric of one request
            --metric goodput --from goodput --to genai-perf               | no bounds: the run was made without an SLO
            --metric goodput --from goodput --to genai-perf --slo itl_max<=9ms | no tool bounds itl_max
            --metric goodput --from goodput --to genai-perf --slo ttft<9  | expected '<='
            --metric itl --from goodput                                   | --to
            --metric itl --from goodput --to genai-perf --html /nowhere/x.html | cannot write
            """)
    void mistakesAreAnsweredInOneLineWithExitCodeTwo(String line, String message) {
        assertThat(explain(line)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("goodput: ").contains(message);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void writesAPage() throws IOException {
        Path page = temp.resolve("page.html");
        assertThat(explain("--metric itl --from genai-perf --to llmperf-head --html " + page))
                .isZero();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("The way from genai-perf");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            definitions                                        | goodput-from-send
            definitions vllm-py                                | A role-only chunk
            definitions guidellm --metric tpot                 | TTFT is inside
            definitions --diff genai-perf llmperf-head         | sum/chunks
            definitions --matrix                               | Time between tokens
            definitions --matrix --format json                 | "formulas"
            definitions --metric itl --format markdown         | <code>pooled-chunk</code>
            definitions goodput --metric goodput_rate          | rate = good / window
            """)
    void definitions(String line, String shown) {
        assertThat(run(line.strip().split(" ", -1)))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).containsIgnoringCase(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            definitions vlm-py                | did you mean 'vllm-py'?
            definitions --metric tpto         | did you mean 'tpot'?
            definitions vllm-py --matrix      | say only one of
            definitions --diff vllm-py        | --diff
            """)
    void mistakesInDefinitions(String line, String message) {
        assertThat(run(line.strip().split(" ", -1))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
    }
}
