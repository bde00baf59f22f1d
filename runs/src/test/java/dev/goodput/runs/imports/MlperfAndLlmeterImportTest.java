package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Result files that the real tools wrote against a server with a known schedule (`truth.csv` is that server's log).
final class MlperfAndLlmeterImportTest {
    private static final Path CAPTURES = Path.of("src/test/resources/captures");

    private static Imported read(String scenario) {
        List<Imported> imported = Importers.read(new ImportSource(CAPTURES.resolve(scenario)));
        assertThat(imported).hasSize(1);
        return imported.getFirst();
    }

    /// The counts are those of the numbers in the tools' files: none may differ, and none may be passed over.
    @ParameterizedTest
    @CsvSource({
        "mlperf-loadgen/A_server,        mlperf-loadgen,           60, 0, 45, 25",
        "mlperf-loadgen/A_offline,       mlperf-loadgen,           66, 0, 22, 2",
        "mlperf-loadgen/A_singlestream,  mlperf-loadgen,            0, 0, 9, 80",
        "mlperf-loadgen/E_trouble,       mlperf-loadgen,            0, 0, 1, 69",
        "mlperf-loadgen/accuracy_server, mlperf-loadgen,           24, 0, 0, 0",
        "mlperf-endpoints/B_chunky,      mlperf-endpoints-tracked, 40, 0, 248, 289",
        "mlperf-endpoints/E_trouble,     mlperf-endpoints-tracked, 40, 9, 247, 290",
        "mlperf-endpoints/F_one_token,   mlperf-endpoints-tracked, 20, 0, 256, 189",
        "mlperf-endpoints/offline,       mlperf-endpoints-tracked, 40, 0, 248, 289",
        "llmeter/B_chunky,               llmeter,                  40, 0, 26, 6",
        "llmeter/E_trouble,              llmeter,                  40, 5, 26, 6",
        "llmeter/F_one_token,            llmeter,                  20, 0, 22, 6",
    })
    void recomputesEveryAggregateOrRefusesItByName(
            String scenario, String dialect, int requests, int failed, int equal, int refused) {
        Imported imported = read(scenario);
        Verification verification = Verification.of(imported);

        assertThat(imported.dialect().id()).isEqualTo(dialect);
        assertThat(imported.run().traces()).hasSize(requests);
        assertThat(imported.run().traces().stream().filter(trace -> !trace.isCompleted()))
                .hasSize(failed);
        assertThat(verification.rows().stream().filter(row -> row.result() == Verification.Result.DIFFERS))
                .isEmpty();
        assertThat(verification.count(Verification.Result.EQUAL)).isEqualTo(equal);
        assertThat(verification.count(Verification.Result.REFUSED)).isEqualTo(refused);
        assertThat(verification.rows().stream().filter(row -> row.result() == Verification.Result.REFUSED))
                .allSatisfy(row -> assertThat(row.reason()).isNotBlank());
    }

    /// What a client sees cannot come before the server handed it to the kernel, whichever request is whose: then the
    /// sorted lists keep that order too. The medians lie within the clients' overhead.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mlperf-loadgen/A_server",
                "mlperf-endpoints/B_chunky",
                "mlperf-endpoints/offline",
                "mlperf-endpoints/F_one_token",
                "llmeter/B_chunky",
                "llmeter/F_one_token"
            })
    void timesToFirstTokenAgreeWithTheServersLog(String scenario) throws IOException {
        Imported imported = read(scenario);
        double[] seenNs = imported.run().traces().stream()
                .mapToDouble(trace -> Reading.of(trace, imported.dialect()).ttftNs())
                .sorted()
                .toArray();
        double[] trueNs;
        try (Stream<String> lines = Files.lines(CAPTURES.resolve(scenario).resolve("truth.csv"))) {
            trueNs = lines.skip(1)
                    .mapToDouble(line ->
                            Double.parseDouble(Arrays.asList(line.split(",")).get(5)))
                    .sorted()
                    .toArray();
        }

        assertThat(seenNs).hasSameSizeAs(trueNs);
        for (int i = 0; i < trueNs.length; i++) {
            assertThat(seenNs[i]).as("rank %d", i).isGreaterThan(trueNs[i]);
        }
        assertThat(seenNs[seenNs.length / 2] - trueNs[trueNs.length / 2]).isLessThan(50e6);
    }

    @Test
    void loadgenCountsFromTheScheduleAndKnowsNoGapsAndNoTokens() {
        Imported imported = read("mlperf-loadgen/A_server");
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());

        // The summary's 99.00 percentile first token latency, and `Completed samples per second : 15.40`.
        assertThat(seen.answer(Quantity.TTFT, Statistic.p(99))).isEqualTo(new Answer.Value(161160954));
        assertThat(seen.answer(RunQuantity.REQUEST_RATE).orNaN()).isBetween(15.40155, 15.40165);
        assertThat(imported.run().manifest().coverage().schedule()).isTrue();
        assertThat(imported.run().manifest().coverage().failures()).isFalse();
        assertThat(seen.answer(Quantity.CHUNK_GAP, Statistic.mean()))
                .isEqualTo(new Answer.Refused("the file keeps no gaps between chunks"));
        assertThat(reason(imported, "result_time_to_output_token_mean"))
                .isEqualTo("LoadGen logs the token counts of single samples in accuracy runs only");
        assertThat(seen.answer(Quantity.TPOT, Statistic.mean())).isInstanceOf(Answer.Refused.class);
    }

    /// With the token counts of an accuracy log beside the trace (each answer had 40, by the system under test's own
    /// record) nothing is refused any more: TPOT in whole nanoseconds, token rates, early stopping on TPOT.
    @Test
    void loadgenWithTokenCountsIsRecomputedWhole(@TempDir Path folder) throws IOException {
        Path run = CAPTURES.resolve("mlperf-loadgen/A_server");
        for (String name : List.of("mlperf_log_detail.txt", "mlperf_log_summary.txt", "mlperf_log_trace.json")) {
            Files.copy(run.resolve(name), folder.resolve(name));
        }
        String counts = IntStream.range(0, 60)
                .mapToObj(seq -> "{ \"seq_id\" : %d, \"qsl_idx\" : 0, \"token_count\" : 40 }".formatted(seq))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
        Files.writeString(folder.resolve("mlperf_log_accuracy.json"), counts);

        Verification verification =
                Verification.of(Importers.read(new ImportSource(folder)).getFirst());
        assertThat(verification.rows())
                .hasSize(70)
                .allSatisfy(row -> assertThat(row.result()).as(row.name()).isEqualTo(Verification.Result.EQUAL));
    }

    @Test
    void loadgenWithoutATraceHasNoRequests() {
        assertThat(reason(read("mlperf-loadgen/E_trouble"), "result_mean_latency_ns"))
                .isEqualTo("LoadGen ran without trace logging, so no request is on record");
    }

    @Test
    void anAccuracyRunHasTokenCountsAlone() {
        Imported imported = read("mlperf-loadgen/accuracy_server");
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());

        assertThat(seen.answer(Quantity.OUTPUT_TOKENS, Statistic.Simple.MAX)).isEqualTo(new Answer.Value(30));
        assertThat(seen.answer(Quantity.E2E, Statistic.mean())).isInstanceOf(Answer.Refused.class);
        assertThat(imported.run().manifest().coverage().starts()).isFalse();
    }

    /// 40 requests: 5 answered 500 and 4 cut. The tool calls 35 of them good, 5 failed, and all 40 completed.
    @Test
    void endpointsTakesCutStreamsForSuccessesAndCountsFailuresTwice() {
        Imported imported = read("mlperf-endpoints/E_trouble");
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());

        assertThat(seen.answer(RunQuantity.COMPLETED)).isEqualTo(new Answer.Value(40));
        assertThat(seen.answer(RunQuantity.FAILED)).isEqualTo(new Answer.Value(5));
        assertThat(categories(imported, FailureCategory.CUT)).isEqualTo(4);
        assertThat(categories(imported, FailureCategory.HTTP_STATUS)).isEqualTo(5);
        assertThat(imported.run().traces())
                .filteredOn(trace -> trace.outcome() instanceof Outcome.Failed failed && failed.httpStatus() == 500)
                .allSatisfy(trace -> assertThat(trace.chunks().isEmpty()).isTrue());
    }

    /// The latency of these is shorter than their TTFT: the completion was stamped before the first chunk.
    @Test
    void endpointsCanStampTheEndBeforeTheFirstChunk() {
        Imported imported = read("mlperf-endpoints/F_one_token");
        assertThat(imported.run().traces().stream()
                        .map(trace -> Reading.of(trace, imported.dialect()))
                        .filter(reading -> reading.e2eNs() < reading.ttftNs()))
                .hasSize(11);
    }

    /// Every answer had 37 tokens by the tool's own summary; the first chunk's share of them is told by its characters.
    @Test
    void endpointsTokensAreKnownWhereAllAnswersHadTheSame() {
        assertThat(read("mlperf-endpoints/B_chunky").run().traces())
                .allSatisfy(trace -> assertThat(trace.clientTokens()).isEqualTo(37));
        assertThat(read("mlperf-endpoints/E_trouble").run().traces())
                .allSatisfy(trace -> assertThat(trace.clientTokens()).isEqualTo(-1));
    }

    @Test
    void anAnswerWhoseTokensNobodyCountedHasNoTpot() {
        Imported imported = read("mlperf-endpoints/E_trouble");
        Dialect own = Dialects.ownFor(imported.run().manifest().coverage());
        DialectRun seen = DialectRun.of(imported.run(), own);

        assertThat(seen.answer(Quantity.TPOT, Statistic.mean())).isInstanceOf(Answer.Refused.class);
        assertThat(seen.answer(Quantity.TTFT, Statistic.mean())).isInstanceOf(Answer.Value.class);
    }

    @Test
    void llmeterKeepsFailedRequestsInItsLatencies() {
        Imported imported = read("llmeter/E_trouble");
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());

        assertThat(seen.answer(Quantity.TTFT, Statistic.Simple.COUNT)).isEqualTo(new Answer.Value(40));
        assertThat(seen.answer(Quantity.OUTPUT_TOKENS, Statistic.Simple.COUNT)).isEqualTo(new Answer.Value(35));
        assertThat(seen.answer(RunQuantity.REQUEST_RATE))
                .isEqualTo(new Answer.Refused("the file does not say when requests started"));
        assertThat(categories(imported, FailureCategory.BROKEN)).isEqualTo(5);
    }

    @Test
    void oneFileOfASetBringsTheOthersBesideIt() {
        Path stats = CAPTURES.resolve("llmeter/E_trouble/out/run/stats.json");
        assertThat(Importers.read(new ImportSource(stats)).getFirst().run().traces())
                .hasSize(40);
    }

    @ParameterizedTest
    @ValueSource(strings = {"points.json", "summary-export.json", "handle-summary.json"})
    void k6IsRefusedByName(String file) {
        ImportSource source = new ImportSource(CAPTURES.resolve("k6/A_plain").resolve(file));
        assertThatThrownBy(() -> Importers.read(source))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining(file + ": written by k6, which has no token metrics")
                .hasMessageNotContaining("\n");
    }

    private static String reason(Imported imported, String name) {
        return Verification.of(imported).rows().stream()
                .filter(row -> row.name().equals(name))
                .map(Verification.Row::reason)
                .findFirst()
                .orElseThrow();
    }

    private static long categories(Imported imported, FailureCategory category) {
        return imported.run().traces().stream()
                .filter(trace -> trace.outcome() instanceof Outcome.Failed failed && failed.category() == category)
                .count();
    }
}
