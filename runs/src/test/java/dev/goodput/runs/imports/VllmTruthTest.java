package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Imported stamps against the log of the server that sent the chunks, joined by the request ids that vLLM's clients
/// send: `bench-…-<index>`, or `benchmark-serving<index>`.
final class VllmTruthTest {
    private static final Pattern ID = Pattern.compile("(bench-[0-9a-f]+-|benchmark-serving)(\\d+)");

    /// @param ttftNs from receiving the request to sending the first chunk with text; 0 for a failure
    private record Truth(double ttftNs, double lastNs, int chunks) {}

    /// @param early chunks that the client took for output before the first text: one where it counts the role chunk
    @ParameterizedTest
    @CsvSource({
        "vllm-bench-serve/B, 0",
        "vllm-bench-serve/D, 0",
        "vllm-bench-serve/E, 0",
        "vllm-bench-serve/F, 0",
        "vllm-bench-serve/G-append, 0",
        "vllm-bench-serve/I-completions, 0",
        "vllm-bench-serve-0.11.0/A, 0",
        "vllm-bench-serve-0.11.0/B, 1",
        "vllm-bench-serve-0.11.0/E, 0",
        "vllm-bench-rs/B, 1",
        "vllm-bench-rs/D, 0",
        "vllm-bench-rs/E, 0",
        "vllm-bench-rs/F, 0",
        "vllm-bench-rs/G-append, 0",
        "vllm-bench-rs/I-completions, 0",
    })
    void chunksCameAfterTheServerSentThemAndSoon(String scenario, int early) throws IOException {
        List<Map<Integer, Truth>> truths = truths(scenario);
        List<Imported> runs = Captures.read(scenario);
        assertThat(runs).hasSameSizeAs(truths);
        for (int run = 0; run < runs.size(); run++) {
            List<Double> delaysMs = new ArrayList<>();
            for (RequestTrace trace : runs.get(run).run().traces()) {
                if (!trace.isCompleted()) {
                    continue;
                }
                Truth truth = Objects.requireNonNull(truths.get(run).get((int) trace.index()));
                int chunks = trace.chunks().size();
                double startNs = trace.timeline().startNs();
                double firstMs = (trace.chunks().arrivalNs(early) - startNs - truth.ttftNs()) / 1e6;
                double lastMs = (trace.chunks().arrivalNs(chunks - 1) - startNs - truth.lastNs()) / 1e6;
                assertThat(chunks - early)
                        .as("chunks of request %d", trace.index())
                        .isEqualTo(truth.chunks());
                assertThat(firstMs)
                        .as("first text of request %d", trace.index())
                        .isPositive();
                assertThat(lastMs).as("last text of request %d", trace.index()).isPositive();
                delaysMs.add(firstMs);
            }
            // What the clients add themselves: at most some milliseconds at the median, even on a busy machine.
            assertThat(delaysMs.stream()
                            .sorted()
                            .skip(delaysMs.size() / 2)
                            .findFirst()
                            .orElseThrow())
                    .isLessThan(35);
        }
    }

    private static List<Map<Integer, Truth>> truths(String scenario) throws IOException {
        Map<String, Map<Integer, Truth>> byPrefix = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Captures.of(scenario).resolve("truth.csv"))) {
            String[] fields = line.split(",", -1);
            Matcher id = ID.matcher(fields[1]);
            if (id.matches() && !fields[6].isEmpty()) {
                int chunks = fields.length > 7 && !fields[7].isEmpty() ? fields[7].split(" ").length : 0;
                byPrefix.computeIfAbsent(id.group(1), _ -> new HashMap<>())
                        .put(
                                Integer.parseInt(id.group(2)),
                                new Truth(Double.parseDouble(fields[5]), Double.parseDouble(fields[6]), chunks));
            }
        }
        return List.copyOf(byPrefix.values());
    }
}
