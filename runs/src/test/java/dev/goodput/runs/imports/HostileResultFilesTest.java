package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whatever is in a file, importing it gives runs or one line that says what is wrong.
class HostileResultFilesTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource(textBlock = """
            evalscope/F_one_token,      out/run/parallel_4_number_20/benchmark_data.db
            evalscope/F_one_token,      out/run/parallel_4_number_20/benchmark_summary.json
            evalscope/F_one_token,      out/run/parallel_4_number_20/benchmark_percentile.json
            evalscope/F_one_token,      out/run/parallel_4_number_20/workload_throughput.json
            evalscope/F_one_token,      out/run/parallel_4_number_20/workload_timeline.json
            evalscope/B_chunky_sla,     out/run/sla_summary.json
            genai-bench/G_short,        exp/N150_20_3_2_text-to-text_num_concurrency_4_time_2s.json
            genai-bench/G_short,        exp/experiment_metadata.json
            guidellm/F_one_token,       benchmarks.json.gz
            guidellm/F_one_token,       benchmarks.csv.gz
            inference-perf/F_one_token, reports/per_request_lifecycle_metrics.json.gz
            inference-perf/F_one_token, reports/stage_0_lifecycle_metrics.json
            inference-perf/F_one_token, reports/config.yaml
            llmperf/E,                  truth_200_40_individual_responses.json
            llmperf/E,                  truth_200_40_summary.json
            """)
    void cutAndFlippedFilesAreReadOrRefusedInOneLine(String scenario, String file) throws IOException {
        Path folder = Captures.copy(scenario, temp.resolve("fuzzed"));
        Path target = folder.resolve(file.replace(".gz", ""));
        byte[] whole = unpacked(Files.readAllBytes(folder.resolve(file)));
        Files.delete(folder.resolve(file));
        SplittableRandom random = new SplittableRandom(file.hashCode());
        for (int round = 0; round < 40; round++) {
            byte[] bytes = round % 2 == 0
                    ? Arrays.copyOf(whole, random.nextInt(whole.length))
                    : flipped(whole, 1 + random.nextInt(4), random);
            Files.write(target, bytes);
            try {
                Importers.read(new ImportSource(folder)).forEach(Verification::of);
            } catch (ImportException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }

    private static byte[] unpacked(byte[] bytes) throws IOException {
        boolean packed = bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
        return packed ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes;
    }

    /// Half of the flips make a digit another one, which JSON does not notice.
    private static byte[] flipped(byte[] whole, int flips, SplittableRandom random) {
        byte[] bytes = whole.clone();
        for (int i = 0; i < flips; i++) {
            int at = random.nextInt(bytes.length);
            if (random.nextBoolean()) {
                while (!Character.isDigit(bytes[at])) {
                    at = (at + 1) % bytes.length;
                }
                bytes[at] = (byte) "0123456789-eE.".charAt(random.nextInt(14));
            } else {
                bytes[at] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{"error_code":null,"inter_token_latency_s":1,"ttft_s":"x","number_total_tokens":1}] | '[0].ttft_s' is not a number: "x"
            [{"error_code":null,"inter_token_latency_s":1,"number_output_tokens":-3,"number_total_tokens":1}] | '[0].number_output_tokens' is not a count: -3
            [{"start_time":1.0,"end_time":"a"}] | '[0].end_time' is not a number
            [{"start_time":2.0,"end_time":3.0,"info":{"output_token_times":[2.5,2.4]}}] | '[0]' has a chunk before its predecessor
            {"metadata":{"guidellm_version":"0.8.1"},"benchmarks":[]} | holds no benchmark
            {"metadata":{"guidellm_version":"0.8.1"},"benchmarks":7} | 'benchmarks' is not a list
            {"benchmark_version":"0.0.5","server_model_tokenizer":"t"} | without a point file
            {"results_ttft_s_mean":1,"results_inter_token_latency_s_mean":1} | holds aggregates only
            {"benchmark_time_seconds":1,"load_summary":{"schedule_delay":null}} | holds inference-perf aggregates only
            {"aggregated_metrics":{"error_codes_frequency":{}},"_time_unit":"h"} | '_time_unit' is not s or ms: "h"
            """)
    void mistakesAreNamed(String content, String reason) throws IOException {
        Path file = Files.writeString(temp.resolve("result.json"), content);

        assertThatThrownBy(() -> Importers.read(new ImportSource(file)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("result.json")
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE VIEW result AS SELECT 1 AS first_chunk_latency, 2 AS completion_tokens -- TABLE result | has no table 'result'
            CREATE TABLE result(first_chunk_latency REAL, completion_tokens INTEGER) | has no column start_time
            """)
    void aDatabaseThatIsNotWhatItSeemsIsRefused(String sql, String reason) throws Exception {
        Path file = temp.resolve("benchmark_data.db");
        try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }

        assertThatThrownBy(() -> Importers.read(new ImportSource(file)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aDatabaseIsLeftAsItWas() throws IOException {
        Path folder = Captures.copy("evalscope/F_one_token", temp.resolve("run"));
        Path database = folder.resolve("out/run/parallel_4_number_20/benchmark_data.db");
        byte[] before = Files.readAllBytes(database);

        Importers.read(new ImportSource(folder));

        assertThat(Files.readAllBytes(database)).isEqualTo(before);
        try (var files = Files.list(database.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.endsWith("-journal") || name.endsWith("-wal") || name.endsWith("-shm"));
        }
    }

    @Test
    void anySingleFileOfARunLeadsToTheRun() throws IOException {
        Path evalscope = Captures.of("evalscope/F_one_token").resolve("out/run/parallel_4_number_20");
        Path llmperf = Captures.of("llmperf/E");
        for (Path file : List.of(
                evalscope.resolve("benchmark_data.db"),
                evalscope.resolve("benchmark_summary.json"),
                evalscope.resolve("benchmark_percentile.json"),
                llmperf.resolve("truth_200_40_individual_responses.json"),
                llmperf.resolve("truth_200_40_summary.json"),
                Captures.of("inference-perf/A_plain").resolve("reports/summary_lifecycle_metrics.json"),
                Captures.of("guidellm/D_goodput").resolve("benchmarks.json.gz"))) {
            List<Imported> runs = Importers.read(new ImportSource(file));

            assertThat(runs).as(file.toString()).hasSize(1);
            assertThat(runs.getFirst().aggregates()).as(file.toString()).isNotEmpty();
        }
    }

    @Test
    void namesOfFilesDoNotMatter() throws IOException {
        Path rows = Files.copy(
                Captures.of("llmperf/E").resolve("truth_200_40_individual_responses.json"), temp.resolve("a"));
        Files.copy(Captures.of("llmperf/E").resolve("truth_200_40_summary.json"), temp.resolve("b"));

        Imported both = Importers.read(new ImportSource(temp)).getFirst();
        Imported alone = Importers.read(new ImportSource(rows)).getFirst();

        assertThat(Verification.of(both).count(Verification.Result.EQUAL)).isEqualTo(65);
        assertThat(alone.aggregates()).isEmpty();
        assertThat(alone.run().traces()).isEqualTo(both.run().traces());
    }

    @Test
    void whatNobodyKnowsIsSaidInOneLine() throws IOException {
        Path file = Files.writeString(temp.resolve("x.json"), "{}", StandardCharsets.UTF_8);

        assertThatThrownBy(() -> Importers.read(new ImportSource(file)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("not a result file that is known")
                .hasMessageContaining("guidellm");
    }
}
