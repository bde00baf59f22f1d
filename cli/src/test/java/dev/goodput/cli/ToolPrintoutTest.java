package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.report.ToolPrintout;
import dev.goodput.runs.imports.ImportSource;
import dev.goodput.runs.imports.Imported;
import dev.goodput.runs.imports.Importers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Captured runs of real tools, imported and printed as their tool prints them, against what the tool itself printed.
final class ToolPrintoutTest {
    private static final Path CAPTURES = Path.of("../runs/src/test/resources/captures");
    private static final Path PRINTED = Path.of("src/test/resources/printouts");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({
        "aiperf/A_raw_trace, aiperf-013, '', 260, 0, 0",
        "aiperf/B_chunky_usage, aiperf-013-server-tokens-chunk-usage, '', 260, 0, 0",
        "aiperf/D_goodput, aiperf-013, 'ttft<=85ms, tpot<=11ms', 267, 0, 0",
        "aiperf/E_trouble, aiperf-013, '', 288, 0, 0",
        "aiperf/F_one_token, aiperf-013, '', 239, 0, 0",
        "aiperf/H_reasoning, aiperf-013, '', 260, 0, 0",
        "evalscope/B_chunky_sla, evalscope-1141, '', 118, 0, 0",
        "evalscope/E_trouble, evalscope-1141, '', 115, 0, 0",
        "evalscope/F_one_token, evalscope-1141, '', 113, 0, 0",
        "genai-perf/B_chunky, genai-perf, '', 54, 6, 0",
        "genai-perf/D_goodput, genai-perf, 'ttft<=85ms, tpot<=11ms', 60, 6, 0",
        "genai-perf/F_one_token, genai-perf, '', 36, 24, 0",
        "genai-perf/H_reasoning, genai-perf, '', 54, 6, 0",
        "inference-perf/A_plain, inference-perf, '', 31, 1, 0",
        "inference-perf/B_chunky, inference-perf, '', 31, 1, 0",
        "inference-perf/D_goodput, inference-perf, 'ttft<=100ms, tpot<=11ms', 33, 2, 0",
        "inference-perf/E_trouble, inference-perf, '', 31, 1, 2",
        "inference-perf/F_one_token, inference-perf, '', 22, 10, 0",
        "llmeter/B_chunky, llmeter, '', 25, 5, 12",
        "llmeter/E_trouble, llmeter, '', 25, 5, 12",
        "llmeter/F_one_token, llmeter, '', 21, 5, 12",
        "llmperf/A, llmperf-head, '', 54, 10, 0",
        "llmperf/B, llmperf-head, '', 54, 10, 0",
        "llmperf/E, llmperf-head, '', 54, 10, 0",
        "llmperf/F, llmperf-head, '', 54, 10, 0",
        "mlperf-loadgen/A_offline, mlperf-loadgen, '', 11, 1, 6",
        "mlperf-loadgen/A_server, mlperf-loadgen, '', 21, 10, 7",
        "mlperf-loadgen/A_singlestream, mlperf-loadgen, '', 1, 33, 7",
        "mlperf-loadgen/E_trouble, mlperf-loadgen, '', 1, 30, 7",
        "sglang-bench-rust/B, sglang-rs, '', 22, 14, 2",
        "sglang-bench-rust/E, sglang-rs, '', 22, 14, 2",
        "sglang-bench-rust/F, sglang-rs, '', 22, 14, 2",
        "sglang-bench-rust/N-B, sglang-rs-native, '', 18, 18, 2",
        "sglang-bench-serving/B, sglang-oai, '', 22, 14, 1",
        "sglang-bench-serving/D, sglang-oai, 'ttft<=85ms, tpot<=11ms, e2e<=540ms', 23, 18, 1",
        "sglang-bench-serving/E, sglang-oai, '', 22, 14, 1",
        "sglang-bench-serving/F, sglang-oai, '', 22, 14, 1",
        "sglang-bench-serving/N-A, sglang-native, '', 18, 18, 1",
        "vllm-bench-rs/B, vllm-rs-033, '', 54, 0, 0",
        "vllm-bench-rs/D, vllm-rs-033, 'ttft<=85ms, tpot<=11ms, e2e<=540ms', 55, 0, 0",
        "vllm-bench-rs/E, vllm-rs-033, '', 54, 0, 0",
        "vllm-bench-rs/F, vllm-rs-033, '', 50, 0, 0",
        "vllm-bench-rs/G-append, vllm-rs-033, '', 54, 0, 0",
        "vllm-bench-rs/H-summary, vllm-rs-033, '', 0, 35, 0",
        "vllm-bench-rs/I-completions, vllm-rs-033, '', 54, 0, 0",
        "vllm-bench-rs/K-sweep, vllm-rs-033, '', 54, 0, 0",
        "vllm-bench-serve/B, vllm-py-033, '', 35, 0, 0",
        "vllm-bench-serve/D, vllm-py-033, 'ttft<=85ms, tpot<=11ms, e2e<=540ms', 36, 0, 0",
        "vllm-bench-serve/E, vllm-py-033, '', 35, 0, 0",
        "vllm-bench-serve/F, vllm-py-033, '', 35, 0, 0",
        "vllm-bench-serve/G-append, vllm-py-033, '', 35, 0, 6",
        "vllm-bench-serve/H-summary, vllm-py-033, 'ttft<=45ms, tpot<=6ms', 11, 25, 7",
        "vllm-bench-serve/I-completions, vllm-py-033-completions, '', 35, 0, 6",
        "vllm-bench-serve-0.11.0/A, vllm-py-011, 'ttft<=85ms, tpot<=11ms, e2e<=540ms', 20, 15, 0",
        "vllm-bench-serve-0.11.0/B, vllm-py-011, '', 20, 14, 0",
        "vllm-bench-serve-0.11.0/E, vllm-py-011, '', 20, 14, 0",
    })
    void printsWhatTheToolPrintedOrRefusesIt(
            String scenario, String dialect, String slo, int equal, int refused, int absent) throws IOException {
        Imported imported = Importers.read(new ImportSource(CAPTURES.resolve(scenario)))
                .get(scenario.equals("evalscope/B_chunky_sla") ? 1 : 0);
        Optional<Slo> objective = slo.isEmpty() ? Optional.empty() : Optional.of(SloParser.inline(slo, "the test"));

        Map<String, String> ours = PrintedTable.read(ToolPrintout.render(imported.run(), imported.dialect(), objective)
                .lines()
                .toList());
        Map<String, String> told = PrintedTable.read(Files.readAllLines(PRINTED.resolve(scenario + ".txt")));

        List<String> differing = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        int same = 0;
        int withheld = 0;
        for (Map.Entry<String, String> entry : told.entrySet()) {
            String own = ours.get(entry.getKey());
            if (own == null) {
                missing.add(entry.getKey());
            } else if (own.startsWith("refused")) {
                withheld++;
            } else if (isEqual(own, entry.getValue())) {
                same++;
            } else {
                differing.add(entry.getKey() + ": told " + entry.getValue() + ", ours " + own);
            }
        }
        assertThat(imported.dialect().id()).isEqualTo(dialect);
        assertThat(differing).isEmpty();
        assertThat(List.of(same, withheld, missing.size())).isEqualTo(List.of(equal, refused, absent));
    }

    @Test
    void printsOurOwnRunAsSeveralTools(@TempDir Path dir) throws IOException {
        String run = dir.resolve("run").toString();
        assertThat(run("simulate", "--requests", "40", "--seed", "7", "--out", run))
                .isZero();
        out.reset();

        assertThat(run("report", run, "--as", "goodput,vllm-py-033,anyscale-2023", "--slo", "ttft<=500ms"))
                .isZero();

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(Files.readString(PRINTED.resolve("own-run.txt")));
    }

    /// inference-perf counts tokens itself; our run holds the server's counts alone.
    @Test
    void saysWhoseTokenCountsStandIn(@TempDir Path dir) {
        String run = dir.resolve("run").toString();
        assertThat(run("simulate", "--requests", "40", "--seed", "7", "--out", run))
                .isZero();
        out.reset();
        assertThat(run("report", run, "--as", "inference-perf")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("tokens: the tool counts with a tokenizer of its own; the server's counts stand in for it in"
                        + " 40 of 40 requests");
        out.reset();
        assertThat(run("report", run, "--as", "goodput")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("stand in");
    }

    @Test
    void namesTheNearestDialect() {
        assertThat(run("report", "nowhere", "--as", "vllm-pi-033")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "goodput: unknown dialect 'vllm-pi-033'; did you mean 'vllm-py-033'?" + System.lineSeparator());
    }

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    /// To the last digit; doubles that are printed in full to 1e-9, since sums in another order differ by less.
    private static boolean isEqual(String ours, String told) {
        if (ours.equals(told) || ours.equals(told + ".0")) {
            return true;
        }
        try {
            double own = Double.parseDouble(ours);
            double other = Double.parseDouble(told);
            return Math.max(ours.length(), told.length()) > 12
                    && Math.abs(own - other) <= 1e-9 * Math.max(Math.abs(own), Math.abs(other));
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// guidellm heads its columns over several rows, stars percentiles and gives means an interval: what is compared
    /// are
    /// its numbers, by where they stand.
    @ParameterizedTest
    @CsvSource({
        "D_goodput, 0, 'ttft<=85ms, tpot<=11ms', 30, 27",
        "E_trouble, 0, '', 29, 26",
        "F_one_token, 0, '', 26, 29",
        "G_sweep, 0, '', 29, 26",
        "G_sweep, 1, '', 29, 26",
    })
    void printsGuidellmsNumbersOrRefusesThem(String scenario, int benchmark, String slo, int equal, int refused)
            throws IOException {
        Imported imported = Importers.read(new ImportSource(CAPTURES.resolve("guidellm/" + scenario)))
                .get(benchmark);
        Optional<Slo> objective = slo.isEmpty() ? Optional.empty() : Optional.of(SloParser.inline(slo, "the test"));

        List<String> ours = PrintedTable.read(ToolPrintout.render(imported.run(), imported.dialect(), objective)
                        .lines()
                        .toList())
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().startsWith("run | "))
                .map(Map.Entry::getValue)
                .toList();
        List<String> told = guidellm(Files.readAllLines(PRINTED.resolve("guidellm/" + scenario + ".txt")), benchmark);

        assertThat(ours).hasSameSizeAs(told);
        List<String> differing = new ArrayList<>();
        int withheld = 0;
        for (int i = 0; i < told.size(); i++) {
            if (ours.get(i).equals("refused")) {
                withheld++;
            } else if (!ours.get(i).equals(told.get(i))) {
                differing.add(i + ": told " + told.get(i) + ", ours " + ours.get(i));
            }
        }
        assertThat(differing).isEmpty();
        assertThat(List.of(told.size() - withheld, withheld)).isEqualTo(List.of(equal, refused));
    }

    private static List<String> guidellm(List<String> lines, int benchmark) {
        List<String> numbers = new ArrayList<>();
        List<List<Integer>> columns = List.of(
                List.of(6, 8, 9, 12),
                List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
                List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
                List.of(1, 2, 3, 4, 5, 6),
                List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                List.of(1, 2, 3, 4, 5, 6, 7, 8));
        int table = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("|--")) {
                table++;
                List<String> row = PrintedTable.cells(lines.get(i + 1 + benchmark));
                columns.get(table).stream()
                        .filter(column -> column < row.size())
                        .forEach(column -> numbers.add(row.get(column).replaceFirst(" ±.*|\\*$", "")));
            }
        }
        return numbers;
    }
}
