package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AiperfImporterTest {
    private static final String TOOL = "aiperf";

    @TempDir
    private Path directory;

    /// Counts as the importer gave them when the captures were first read; each row was looked at.
    @ParameterizedTest
    @CsvSource({
        "A_raw_trace, aiperf-013, ALL, 8, 0, 1271, 0",
        "B_chunky_usage, aiperf-013-server-tokens-chunk-usage, ALL, 8, 0, 1211, 0",
        "D_goodput, aiperf-013, OUTPUT_CHUNKS, 30, 0, 1277, 0",
        "E_trouble, aiperf-013, OUTPUT_CHUNKS, 40, 9, 1366, 2",
        "F_one_token, aiperf-013, OUTPUT_CHUNKS, 20, 0, 1155, 0",
        "H_reasoning, aiperf-013, ALL, 5, 0, 1302, 0",
    })
    void everyAggregateComesOutOfTheRecords(
            String scenario,
            String dialect,
            Coverage.Events events,
            int requests,
            int failures,
            int equal,
            int refused) {
        Imported imported = NvidiaCaptures.read(TOOL, scenario).getFirst();

        assertThat(imported.dialect().id()).isEqualTo(dialect);
        Coverage coverage = imported.run().manifest().coverage();
        assertThat(coverage.events()).isEqualTo(events);
        assertThat(coverage.schedule()).isTrue();
        assertThat(coverage.source()).isEqualTo(dialect);
        List<RequestTrace> traces = imported.run().traces();
        assertThat(traces).hasSize(requests);
        assertThat(traces.stream().filter(trace -> !trace.isCompleted())).hasSize(failures);
        verified(imported, equal, refused);
    }

    private static void verified(Imported imported, int equal, int refused) {
        Verification verification = Verification.of(imported);
        assertThat(verification.rows())
                .filteredOn(row -> row.result() == Verification.Result.DIFFERS)
                .isEmpty();
        assertThat(verification.count(Verification.Result.EQUAL)).isEqualTo(equal);
        assertThat(verification.count(Verification.Result.REFUSED)).isEqualTo(refused);
        assertThat(verification.rows())
                .filteredOn(row -> row.result() == Verification.Result.REFUSED)
                .allSatisfy(row -> assertThat(row.reason()).isNotBlank());
    }

    @Test
    void severalRunsAreReadOneByOneAndTheStatisticsOverThemRecomputed() {
        List<Imported> runs = NvidiaCaptures.read(TOOL, "G_multirun");

        assertThat(runs).hasSize(3);
        verified(runs.get(0), 653, 0);
        verified(runs.get(1), 653, 0);
        verified(runs.get(2), 11_781, 0);
    }

    /// The importer reads the same numbers whether it is given one file or the folder.
    @Test
    void recordsAloneHaveNoAggregates() {
        Path file = NvidiaCaptures.directory(TOOL, "D_goodput").resolve("profile_export.jsonl");

        Imported imported = Importers.read(new ImportSource(file)).getFirst();

        assertThat(imported.aggregates()).isEmpty();
        assertThat(imported.dialect().id()).isEqualTo("aiperf-013");
        assertThat(imported.run().traces())
                .isEqualTo(
                        NvidiaCaptures.read(TOOL, "D_goodput").getFirst().run().traces());
    }

    /// A client on a machine that does other things adds milliseconds, but sees nothing before it was sent.
    @ParameterizedTest
    @ValueSource(strings = {"A_raw_trace", "B_chunky_usage", "D_goodput", "F_one_token", "H_reasoning"})
    void timesAgreeWithTheServersLog(String scenario) {
        Map<String, NvidiaCaptures.Served> served = NvidiaCaptures.truth(TOOL, scenario, 1);
        Imported imported = NvidiaCaptures.read(TOOL, scenario).getFirst();

        assertThat(imported.run().traces()).allSatisfy(trace -> {
            NvidiaCaptures.Served truth = Objects.requireNonNull(served.get(trace.id()));
            Reading reading = Reading.of(trace, imported.dialect());
            assertThat(reading.ttftNs()).isBetween(truth.firstChunkNs(), truth.firstChunkNs() + 300e6);
            assertThat(reading.e2eNs()).isBetween(truth.lastChunkNs(), truth.lastChunkNs() + 300e6);
            assertThat(reading.outputTokens()).isEqualTo(truth.tokens());
        });
    }

    @Test
    void failuresHaveTheirCategoryAndNothingIsInventedForThem() {
        List<RequestTrace> failed = NvidiaCaptures.read(TOOL, "E_trouble").getFirst().run().traces().stream()
                .filter(trace -> !trace.isCompleted())
                .toList();

        Map<FailureCategory, Long> categories = failed.stream()
                .map(trace -> (Outcome.Failed) trace.outcome())
                .collect(Collectors.groupingBy(Outcome.Failed::category, Collectors.counting()));
        assertThat(categories).isEqualTo(Map.of(FailureCategory.HTTP_STATUS, 5L, FailureCategory.BROKEN, 4L));
        assertThat(failed).allSatisfy(trace -> {
            assertThat(trace.chunks().isEmpty()).isTrue();
            assertThat(trace.usage()).isNull();
            boolean refused = ((Outcome.Failed) trace.outcome()).httpStatus() == 500;
            assertThat(Double.isNaN(trace.timeline().endNs())).isEqualTo(refused);
        });
    }

    @Test
    void whatCameBeforeTheFirstOutputTokenIsReasoning() {
        Path records = NvidiaCaptures.directory(TOOL, "H_reasoning").resolve("profile_export.jsonl");

        List<RequestTrace> traces =
                Importers.read(new ImportSource(records)).getFirst().run().traces();

        assertThat(traces).allSatisfy(trace -> {
            assertThat(trace.chunks().size()).isEqualTo(40);
            assertThat(trace.chunks().is(14, ChunkKind.REASONING)).isTrue();
            assertThat(trace.chunks().is(15, ChunkKind.TEXT)).isTrue();
        });
    }

    /// The raw export and the records tell the same times of the same requests.
    @Test
    void rawExportAgreesWithTheRecords() {
        Path capture = NvidiaCaptures.directory(TOOL, "A_raw_trace");
        Dialect dialect = Dialects.byId("aiperf-013").orElseThrow();
        List<RequestTrace> raw = Importers.read(new ImportSource(capture.resolve("profile_export_raw.jsonl")))
                .getFirst()
                .run()
                .traces();
        List<RequestTrace> records = Importers.read(new ImportSource(capture.resolve("profile_export.jsonl")))
                .getFirst()
                .run()
                .traces();

        assertThat(raw).hasSameSizeAs(records);
        for (int i = 0; i < raw.size(); i++) {
            Reading ofRaw = Reading.of(raw.get(i), dialect);
            Reading ofRecord = Reading.of(records.get(i), dialect);
            assertThat(raw.get(i).id()).isEqualTo(records.get(i).id());
            assertThat(ofRaw.ttftNs()).isEqualTo(ofRecord.ttftNs());
            assertThat(ofRaw.e2eNs()).isEqualTo(ofRecord.e2eNs());
            assertThat(ofRaw.longestGapNs()).isEqualTo(ofRecord.longestGapNs());
            assertThat(ofRaw.outputTokens()).isEqualTo(ofRecord.outputTokens());
            assertThat(raw.get(i).outcome()).isEqualTo(new Outcome.Completed("length", true));
        }
    }

    @Test
    void rulesThatTheFileCannotAnswerAreRefused() {
        Imported imported = NvidiaCaptures.read(TOOL, "D_goodput").getFirst();

        Answer answer = DialectRun.of(
                        imported.run(), Dialects.byId("vllm-rs-033").orElseThrow())
                .answer(Quantity.TTFT, Statistic.mean());

        assertThat(answer).isInstanceOf(Answer.Refused.class);
    }

    /// Two successes and a cancelled request, as AIPerf 0.1.1 writes them; the summary was computed by hand: TTFT 100
    /// and 200 ms, gaps 10 and 30, and 20 and 20 ms, 3 tokens each, 0.44 s from the first start to the last end.
    @Test
    void oldFilesAreAnotherDialect() throws IOException {
        oldRecords();
        Files.writeString(directory.resolve("summary.json"), oldSummary());

        Imported imported = Importers.read(new ImportSource(directory)).getFirst();

        assertThat(imported.dialect().id()).isEqualTo("aiperf-old");
        assertThat(imported.run().manifest().coverage().schedule()).isFalse();
        assertThat(imported.run().traces()).hasSize(3);
        assertThat(imported.run().traces().get(2).outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCategory.CANCELLED, 0, "RequestCancellationError: cancelled after 0.1 s"));
        verified(imported, 25, 0);
    }

    /// Before October 2025 the blocks stood under `records`.
    @Test
    void blocksUnderRecordsAreRead() throws IOException {
        oldRecords();
        String blocks = oldSummary().strip();
        int config = blocks.indexOf("\"input_config\"");
        Files.writeString(
                directory.resolve("summary.json"),
                "{\"records\":" + blocks.substring(0, config).strip().replaceAll(",$", "") + "},"
                        + blocks.substring(config));

        verified(Importers.read(new ImportSource(directory)).getFirst(), 25, 0);
    }

    private void oldRecords() throws IOException {
        String row = """
                {"metadata":{"session_num":%d,"x_request_id":"r%d","x_correlation_id":"c","conversation_id":"s","turn_index":0,\
                "request_start_ns":%d,"request_ack_ns":null,"request_end_ns":%d,"worker_id":"w","record_processor_id":"p",\
                "benchmark_phase":"profiling","was_cancelled":%s,"cancellation_time_ns":null},"metrics":{%s},"error":%s}
                """;
        String success = """
                "input_sequence_length":{"value":%d,"unit":"tokens"},"time_to_first_token":{"value":%s,"unit":"ms"},\
                "time_to_second_token":{"value":%s,"unit":"ms"},"request_latency":{"value":%s,"unit":"ms"},\
                "inter_chunk_latency":{"value":[%s],"unit":"ms"},"output_token_count":{"value":3,"unit":"tokens"},\
                "output_sequence_length":{"value":3,"unit":"tokens"},"inter_token_latency":{"value":20.0,"unit":"ms"},\
                "output_token_throughput_per_user":{"value":50.0,"unit":"tokens/sec/user"},\
                "good_request_count":{"value":%d,"unit":"requests"}\
                """;
        long epoch = 1_760_000_000_000_000_000L;
        Files.writeString(
                directory.resolve("records.jsonl"),
                row.formatted(
                                0,
                                0,
                                epoch,
                                epoch + 140_000_000,
                                false,
                                success.formatted(60, "100.0", "10.0", "140.0", "10.0,30.0", 1),
                                "null")
                        + row.formatted(
                                2,
                                2,
                                epoch + 300_000_000,
                                epoch + 400_000_000,
                                true,
                                "\"error_isl\":{\"value\":64,\"unit\":\"tokens\"}",
                                "{\"code\":499,\"type\":\"RequestCancellationError\",\"message\":\"cancelled after 0.1 s\"}")
                        + row.formatted(
                                1,
                                1,
                                epoch + 200_000_000,
                                epoch + 440_000_000,
                                false,
                                success.formatted(80, "200.0", "20.0", "240.0", "20.0,20.0", 0),
                                "null"));
    }

    private static String oldSummary() {
        return """
                {"request_throughput":{"unit":"requests/sec","avg":4.545454545454546},
                 "request_latency":{"unit":"ms","avg":190.0,"p50":190.0,"p90":230.0,"min":140.0,"max":240.0,"std":50.0},
                 "request_count":{"unit":"requests","avg":2.0},
                 "time_to_first_token":{"unit":"ms","avg":150.0,"p25":125.0,"p99":199.0,"std":50.0},
                 "inter_chunk_latency":{"unit":"ms","avg":20.0,"p50":20.0,"p90":27.0,"max":30.0},
                 "inter_token_latency":{"unit":"ms","avg":20.0},
                 "output_token_throughput":{"unit":"tokens/sec","avg":13.636363636363637},
                 "benchmark_duration":{"unit":"sec","avg":0.44},
                 "total_isl":{"unit":"tokens","avg":140.0},
                 "input_sequence_length":{"unit":"tokens","avg":70.0},
                 "good_request_count":{"unit":"requests","avg":1.0},
                 "goodput":{"unit":"requests/sec","avg":2.272727272727273},
                 "error_request_count":{"unit":"requests","avg":1.0},
                 "input_config":{"endpoint":{"model_names":["m"],"url":"localhost:8000"},
                  "input":{"goodput":{"time_to_first_token":150.0,"inter_token_latency":20.0}},"loadgen":{"concurrency":2}},
                 "was_cancelled":false,
                 "error_summary":[{"error_details":{"code":499,"type":"RequestCancellationError","message":"cancelled after 0.1 s"},"count":1}]}
                """;
    }

    @Test
    void aSummaryAloneKeepsItsNumbersAndRefusesThem() throws IOException {
        Path summary = NvidiaCaptures.directory(TOOL, "D_goodput").resolve("profile_export_aiperf.json");

        Imported imported = Importers.read(new ImportSource(summary)).getFirst();

        assertThat(imported.run().traces()).isEmpty();
        assertThat(imported.aggregates()).hasSizeGreaterThan(600);
        assertThat(Verification.of(imported).count(Verification.Result.REFUSED))
                .isEqualTo(imported.aggregates().size());
    }

    @Test
    void objectivesOnAnyMetricAreJudged() throws IOException {
        Path capture = NvidiaCaptures.directory(TOOL, "D_goodput");
        Files.copy(capture.resolve("profile_export.jsonl"), directory.resolve("a.jsonl"));
        String summary = Files.readString(capture.resolve("profile_export_aiperf.json"))
                .replace("\"inter_token_latency\": 11.0", "\"output_token_throughput_per_user\": 90.9090909");
        assertThat(summary).contains("90.9090909");
        Files.writeString(directory.resolve("b.json"), summary);

        Verification verification =
                Verification.of(Importers.read(new ImportSource(directory)).getFirst());

        assertThat(verification.rows())
                .filteredOn(row -> row.name().startsWith("good"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.result()).isEqualTo(Verification.Result.EQUAL));
    }

    @Test
    void twoRunsInOneFolderAreNotMixed() throws IOException {
        oldRecords();
        Files.copy(directory.resolve("records.jsonl"), directory.resolve("more.jsonl"));

        assertThatThrownBy(() -> Importers.read(new ImportSource(directory)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("two files of the same kind");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"request_start_ns\":1760000000000000000 | \"request_start_ns\":-5 | request_start_ns is not a time",
                "\"request_start_ns\":1760000000000000000 | \"request_start_ns\":\"x\" | not a whole number",
                "\"value\":[10.0,30.0] | \"value\":[10.0,-30.0] | no gap",
                "\"value\":[10.0,30.0] | \"value\":[10.0,NaN] | no gap",
                "\"value\":100.0 | \"value\":-1 | not a duration",
                "\"metrics\":{ | \"metrics\":{{ | not JSON",
            })
    void badRowsAreNamedByLine(String good, String bad, String message) throws IOException {
        oldRecords();
        Path file = directory.resolve("records.jsonl");
        String text = Files.readString(file);
        assertThat(text).contains(good);
        Files.writeString(file, text.replace(good, bad));

        assertThatThrownBy(() -> Importers.read(new ImportSource(file)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("records.jsonl line 1")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    /// Tables of Student's t, as AIPerf prints them too: 4.3027 for three runs.
    @ParameterizedTest
    @CsvSource({"0.975, 1, 12.7062", "0.975, 2, 4.30265", "0.995, 4, 4.60409", "0.95, 10, 1.81246"})
    void quantilesOfStudentsT(double probability, int degreesOfFreedom, double expected) {
        assertThat(StudentT.quantile(probability, degreesOfFreedom)).isCloseTo(expected, within(1e-4));
    }
}
