package dev.goodput.runs.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.imports.ImportSource;
import dev.goodput.runs.imports.Imported;
import dev.goodput.runs.imports.Importers;
import dev.goodput.runs.imports.TableImport;
import dev.goodput.runs.imports.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ExportersTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder;

    private JsonNode json(Path file) throws IOException {
        return JSON.readTree(Files.readString(file));
    }

    /// The keys are those of a file that `vllm bench serve` 0.33.0 wrote with `--save-detailed`, in its order, and
    /// three
    /// of ours.
    @Test
    void vllm() throws IOException {
        Path file = folder.resolve("out/run.json");
        assertThat(Exporters.write(SmallRun.run(), ExportFormat.VLLM, file)).containsExactly(file);
        JsonNode json = json(file);

        assertThat(json.propertyNames())
                .containsSubsequence(
                        "date",
                        "endpoint_type",
                        "backend",
                        "label",
                        "model_id",
                        "tokenizer_id",
                        "num_prompts",
                        "request_rate",
                        "burstiness",
                        "max_concurrency",
                        "duration",
                        "completed",
                        "failed",
                        "total_input_tokens",
                        "total_output_tokens",
                        "request_throughput",
                        "request_goodput",
                        "output_throughput",
                        "total_token_throughput",
                        "input_lens",
                        "output_lens",
                        "ttfts",
                        "itls",
                        "latencies",
                        "start_times",
                        "queue_times",
                        "generated_texts",
                        "errors",
                        "max_output_tokens_per_s",
                        "max_concurrent_requests",
                        "rtfx",
                        "mean_ttft_ms",
                        "median_ttft_ms",
                        "std_ttft_ms",
                        "p99_ttft_ms",
                        "mean_tpot_ms",
                        "mean_itl_ms",
                        "mean_e2el_ms",
                        "p99_e2el_ms")
                .contains("definitions", "exported_by", "refused");
        assertThat(json.path("date").stringValue()).isEqualTo("20261129-120000");
        assertThat(json.path("completed").intValue()).isEqualTo(2);
        assertThat(json.path("failed").intValue()).isEqualTo(2);
        assertThat(json.path("duration").doubleValue()).isEqualTo(0.8);
        assertThat(numbers(json.path("ttfts"))).containsExactly(0.1, 0.05, 0.0, 0.04);
        assertThat(numbers(json.path("latencies"))).containsExactly(0.115, 0.05, 0.0, 0.0);
        assertThat(numbers(json.path("output_lens"))).containsExactly(3.0, 1.0, 0.0, 0.0);
        assertThat(json.path("itls").toString()).isEqualTo("[[0.007,0.008],[],[],[0.01]]");
        assertThat(json.path("errors").path(2).stringValue()).startsWith("HTTP error status: =cmd");
        assertThat(json.path("mean_ttft_ms").doubleValue()).isEqualTo(75);
        assertThat(json.path("mean_tpot_ms").doubleValue()).isEqualTo(7.5);
        assertThat(json.path("p99_itl_ms").doubleValue()).isCloseTo(7.99, within(1e-9));
        assertThat(json.path("request_rate").stringValue()).isEqualTo("inf");
    }

    @Test
    void aiperf() throws IOException {
        assertThat(Exporters.write(SmallRun.run(), ExportFormat.AIPERF, folder))
                .containsExactly(folder.resolve("profile_export.jsonl"), folder.resolve("profile_export_aiperf.json"));
        List<JsonNode> records = Files.readAllLines(folder.resolve("profile_export.jsonl")).stream()
                .map(JSON::readTree)
                .toList();

        assertThat(records).hasSize(4);
        JsonNode plain = records.getFirst();
        assertThat(plain.path("metadata").path("request_start_ns").longValue()).isEqualTo(1795953600500000000L);
        assertThat(plain.path("metadata").path("request_end_ns").longValue()).isEqualTo(1795953600620000000L);
        assertThat(plain.path("metrics")
                        .path("time_to_first_token")
                        .path("value")
                        .doubleValue())
                .isEqualTo(100);
        assertThat(plain.path("metrics").path("inter_token_latency").toString())
                .isEqualTo("{\"value\":7.5,\"unit\":\"ms\"}");
        assertThat(plain.path("metrics").path("inter_chunk_latency").toString())
                .isEqualTo("{\"value\":[7.0,8.0],\"unit\":\"ms\"}");
        assertThat(plain.has("error")).isFalse();
        assertThat(records.get(1).path("metrics").propertyNames())
                .doesNotContain("inter_token_latency", "inter_chunk_latency", "time_to_second_token");
        assertThat(records.get(2).path("metrics").propertyNames()).containsExactly("error_isl");
        assertThat(records.get(2).path("error").path("code").intValue()).isEqualTo(500);
        assertThat(records.get(3).path("error").path("type").stringValue()).isEqualTo("stream broke off");

        JsonNode summary = json(folder.resolve("profile_export_aiperf.json"));
        assertThat(summary.path("time_to_first_token").propertyNames())
                .containsExactly(
                        "unit", "avg", "p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99", "min", "max", "std",
                        "count", "sum");
        assertThat(summary.path("request_throughput").toString()).isEqualTo("{\"unit\":\"requests/sec\",\"avg\":2.5}");
        assertThat(summary.path("start_time").stringValue()).isEqualTo("2026-11-29T12:00:00.500000");
        assertThat(summary.path("end_time").stringValue()).isEqualTo("2026-11-29T12:00:01.300000");
        assertThat(summary.path("error_request_count").path("avg").intValue()).isEqualTo(2);
    }

    /// LLMPerf's ITL is (TTFT + gaps) / data lines: 115 ms / 5 lines (the bare usage chunk, which it never asks for, is
    /// left out), and its token count has a start token too many. Prompts have the length that was asked for.
    @Test
    void llmperf() throws IOException {
        List<Path> files = Exporters.write(SmallRun.run(), ExportFormat.LLMPERF, folder);
        assertThat(files)
                .containsExactly(
                        folder.resolve("acme-m-1_8_3_summary.json"),
                        folder.resolve("acme-m-1_8_3_individual_responses.json"));
        JsonNode responses = json(files.get(1));
        assertThat(responses.size()).isEqualTo(2);
        assertThat(responses.get(0).propertyNames())
                .containsExactly(
                        "error_code",
                        "error_msg",
                        "inter_token_latency_s",
                        "ttft_s",
                        "end_to_end_latency_s",
                        "request_output_throughput_token_per_s",
                        "number_total_tokens",
                        "number_output_tokens",
                        "number_input_tokens");
        assertThat(responses.get(0).path("inter_token_latency_s").doubleValue()).isEqualTo(0.115 / 5);
        assertThat(responses.get(0).path("end_to_end_latency_s").doubleValue()).isEqualTo(0.12);
        assertThat(responses.get(0).path("number_output_tokens").intValue()).isEqualTo(4);
        JsonNode summary = json(files.get(0));
        assertThat(summary.path("results_number_output_tokens_max").stringValue())
                .isEqualTo("4");
        assertThat(summary.path("results_ttft_s_quantiles_p50").doubleValue()).isCloseTo(0.075, within(1e-12));
        assertThat(summary.path("results_number_errors").intValue()).isZero();
    }

    @Test
    void genaiPerf() throws IOException {
        List<Path> files = Exporters.write(SmallRun.run(), ExportFormat.GENAI_PERF, folder);
        JsonNode json = json(files.getFirst());
        assertThat(json.path("request_latency").propertyNames())
                .containsExactly(
                        "unit", "avg", "p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99", "min", "max",
                        "std");
        assertThat(json.path("inter_token_latency").path("avg").doubleValue()).isEqualTo(7.5);
        assertThat(Files.readString(files.get(1)))
                .startsWith("""
                        Metric,avg,min,max,p99,p95,p90,p75,p50,p25,p10,p5,p1
                        Time To First Token (ms),""")
                .contains("\n\nMetric,Value\nOutput Token Throughput (tokens/sec),")
                .endsWith("Request Count (count),2.00\n");
    }

    /// The importers of those tools know the files, and every number in them follows from the requests beside it.
    @ParameterizedTest
    @CsvSource({"AIPERF, aiperf-013, 4", "VLLM, vllm-py-033, 4", "LLMPERF, llmperf-head, 2"})
    void filesOfToolsAreImportedAgainWithoutADifference(ExportFormat format, String dialect, int requests) {
        Exporters.write(SmallRun.run(), format, folder);
        Imported again = Importers.read(new ImportSource(folder)).getFirst();
        Verification verification = Verification.of(again);

        assertThat(again.dialect().id()).isEqualTo(dialect);
        assertThat(again.run().traces()).hasSize(requests);
        assertThat(verification.rows().stream().filter(row -> row.result() == Verification.Result.DIFFERS))
                .isEmpty();
        assertThat(verification.count(Verification.Result.EQUAL)).isGreaterThan(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "jsonl"})
    void tablesCanBeImportedAgain(String format) throws IOException {
        Run run = SmallRun.run();
        Path file = Exporters.write(run, ExportFormat.byId(format).orElseThrow(), folder)
                .getFirst();
        Path mapping = Files.writeString(folder.resolve("map.yaml"), """
                id: id
                intended_start: {column: intended_start_ns, unit: ns}
                start: {column: start_ns, unit: ns}
                first_token: {column: first_token_ns, unit: ns}
                end: {column: end_ns, unit: ns}
                output_tokens: output_tokens
                prompt_tokens: prompt_tokens
                status: ok
                error: message
                """);
        Imported again = TableImport.read(file, mapping);

        assertThat(again.run().traces()).hasSize(4);
        assertThat(again.run().traces().stream().filter(trace -> trace.isCompleted()))
                .hasSize(2);
        for (Statistic statistic : List.of(Statistic.mean(), Statistic.p(99))) {
            assertThat(DialectRun.of(again.run(), Dialects.byId("table").orElseThrow())
                            .answer(Quantity.TTFT, statistic))
                    .isEqualTo(DialectRun.of(run, Dialects.byId("goodput").orElseThrow())
                            .answer(Quantity.TTFT, statistic));
        }
        assertThat(again.run().traces().get(2).timeline().startNs()).isEqualTo(300e6);
    }

    /// Hostile text of a server: quotes, commas, line ends, and what a spreadsheet would run.
    @Test
    void csvCellsAreOneLineAndNoFormula() throws IOException {
        Path file = Exporters.write(SmallRun.run(), ExportFormat.CSV, folder).getFirst();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(5);
        assertThat(lines.getFirst()).isEqualTo(String.join(",", CsvExport.COLUMNS));
        assertThat(lines.get(3)).contains(",\"'=cmd|' /C calc'!A0 \"\"quoted\"\", with comma\",");
        assertThat(lines.get(1)).endsWith(",usage,100000000 107000000 115000000");
    }

    @ParameterizedTest
    @EnumSource
    void anExistingFileIsNeverReplaced(ExportFormat format) throws IOException {
        List<Path> files = Exporters.write(SmallRun.run(), format, folder);
        List<String> before = files.stream().map(ExportersTest::content).toList();
        assertThatThrownBy(() -> Exporters.write(SmallRun.run(), format, folder))
                .isInstanceOf(ExportException.class)
                .hasMessageEndingWith(" exists; name another place or remove it first");
        assertThat(files.stream().map(ExportersTest::content)).containsExactlyElementsOf(before);
    }

    /// What another tool's file does not hold is refused in one line or left out, whatever is asked for.
    @Test
    void importedRunsAreWrittenOrRefusedInOneLine() {
        Run llmeter = imported("llmeter/E_trouble");
        assertThatThrownBy(() -> Exporters.write(llmeter, ExportFormat.AIPERF, folder.resolve("a")))
                .isInstanceOf(ExportException.class)
                .hasMessage("cannot be written as aiperf: it needs the time to first token, and the file's chunks were"
                        + " chosen by the rule 'content-only', so 'any-text-or-tool' cannot be applied to them");
        Run loadgen = imported("mlperf-loadgen/A_offline");
        assertThatThrownBy(() -> Exporters.write(loadgen, ExportFormat.VLLM, folder.resolve("b")))
                .isInstanceOf(ExportException.class)
                .hasMessageStartingWith("cannot be written as vllm: it needs the time to first token, and ");
        assertThat(folder).isEmptyDirectory();

        Path csv = Exporters.write(llmeter, ExportFormat.CSV, folder.resolve("c.csv"))
                .getFirst();
        assertThat(content(csv).lines().skip(1))
                .hasSize(40)
                // No start, no schedule, and no chunks between the first and the last.
                .allSatisfy(line -> assertThat(line).contains(",,,").endsWith(","));
    }

    @Test
    void aFailureToWriteIsOneLine() throws IOException {
        Path blocked = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> Exporters.write(SmallRun.run(), ExportFormat.CSV, blocked.resolve("x.csv")))
                .isInstanceOf(ExportException.class)
                .hasMessageStartingWith("cannot make ");
    }

    private static Run imported(String scenario) {
        ImportSource source =
                new ImportSource(Path.of("src/test/resources/captures").resolve(scenario));
        Run run = Importers.read(source).getFirst().run();
        assertThat(run.manifest().coverage().events()).isNotEqualTo(Coverage.Events.ALL);
        return run;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Double> numbers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::doubleValue)
                .toList();
    }
}
