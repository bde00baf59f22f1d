package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A number of a real file made one that no measurement gives: the import ends in one plain line, or the number was one
/// that it does not build on, and every aggregate still comes out somehow.
class HostileNumbersTest {
    private static final Pattern NUMBER = Pattern.compile("\"([A-Za-z_0-9]{1,40})\": ?\\[?\\[?(-?[0-9][0-9.eE+-]*)");
    private static final List<String> LIES =
            List.of("-5", "1e300", "NaN", "-Infinity", "\"x\"", "[[]]", "{\"a\":1,\"a\":2}");
    private static final int KEYS_A_FILE = 6;

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource(textBlock = """
            aiperf/D_goodput,           profile_export.jsonl
            aiperf/A_raw_trace,         profile_export_raw.jsonl
            genai-bench/G_short,        exp/N150_20_3_2_text-to-text_num_concurrency_4_time_2s.json
            genai-perf/F_one_token,     profile_export.json
            guidellm/F_one_token,       benchmarks.json.gz
            inference-perf/F_one_token, reports/per_request_lifecycle_metrics.json.gz
            llmeter/F_one_token,        responses.jsonl
            llmperf/E,                  truth_200_40_individual_responses.json
            mlperf-endpoints/B_chunky,  events.jsonl
            mlperf-loadgen/A_server,    mlperf_log_trace.json
            mlperf-loadgen/A_server,    mlperf_log_detail.txt
            sglang-bench-serving/D,     *.jsonl
            sglang-bench-rust/B,        *.jsonl
            vllm-bench-rs/D,            *.json
            vllm-bench-serve/D,         *.json
            vllm-bench-serve-0.11.0/B,  *.json
            """)
    void endInOnePlainLineOrDoNotMatter(String scenario, String name) throws IOException {
        Path folder = Captures.copy(scenario, temp.resolve("run"));
        Path packed = file(folder, name);
        String text = text(packed);
        Files.delete(packed);
        Path target = packed.resolveSibling(packed.getFileName().toString().replaceFirst("\\.(gz|zst)$", ""));
        int refused = 0;
        for (Map.Entry<String, int[]> place : places(text, name).entrySet()) {
            for (String lie : LIES) {
                int[] span = place.getValue();
                Files.writeString(target, text.substring(0, span[0]) + lie + text.substring(span[1]));
                try {
                    Importers.read(new ImportSource(folder)).forEach(Verification::of);
                } catch (ImportException e) {
                    refused++;
                    assertThat(e.getMessage())
                            .doesNotContain("\n", "tools.jackson", "java.", "was expecting", "code 1")
                            .hasSizeLessThan(400);
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static Path file(Path folder, String name) throws IOException {
        if (!name.startsWith("*")) {
            try (var files = Files.walk(folder)) {
                return files.filter(file -> file.toString().endsWith(name)
                                || file.toString().endsWith(name + ".gz"))
                        .findFirst()
                        .orElseThrow();
            }
        }
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\" + name.substring(1) + "(\\.gz)?"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = ImportSource.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Where the first number under each key stands, of a few keys that the seed chooses.
    private static Map<String, int[]> places(String text, String seed) {
        Map<String, int[]> all = new LinkedHashMap<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            all.putIfAbsent(number.group(1), new int[] {number.start(2), number.end(2)});
        }
        SplittableRandom random = new SplittableRandom(seed.hashCode());
        while (all.size() > KEYS_A_FILE) {
            all.remove(List.copyOf(all.keySet()).get(random.nextInt(all.size())));
        }
        return all;
    }
}
