package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenaiPerfImporterTest {
    private static final String TOOL = "genai-perf";

    @TempDir
    private Path directory;

    /// Refused are the lengths of prompts, and the lengths of answers, which the summary itself was needed for: 13
    /// statistics in JSON and 12 in CSV of each.
    @ParameterizedTest
    @CsvSource({"B_chunky, 40, 131", "D_goodput, 30, 133", "F_one_token, 20, 56", "H_reasoning, 10, 131"})
    void everyAggregateThatNeedsNoTokenizerComesOutOfTheExport(String scenario, int requests, int equal) {
        Imported imported = NvidiaCaptures.read(TOOL, scenario).getFirst();

        assertThat(imported.dialect().id()).isEqualTo("genai-perf");
        Coverage coverage = imported.run().manifest().coverage();
        assertThat(coverage.schedule()).isFalse();
        assertThat(coverage.failures()).isFalse();
        assertThat(coverage.events()).isEqualTo(Coverage.Events.ALL);
        assertThat(imported.run().traces()).hasSize(requests).allMatch(RequestTrace::isCompleted);
        verified(imported, equal, 50);
    }

    private static void verified(Imported imported, int equal, int refused) {
        Verification verification = Verification.of(imported);
        assertThat(verification.rows())
                .filteredOn(row -> row.result() == Verification.Result.DIFFERS)
                .isEmpty();
        assertThat(verification.count(Verification.Result.EQUAL)).isEqualTo(equal);
        assertThat(verification.count(Verification.Result.REFUSED)).isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"B_chunky", "D_goodput", "F_one_token"})
    void timesAgreeWithTheServersLog(String scenario) {
        Map<String, NvidiaCaptures.Served> served = NvidiaCaptures.truth(TOOL, scenario, 0);
        Imported imported = NvidiaCaptures.read(TOOL, scenario).getFirst();

        assertThat(imported.run().traces()).allSatisfy(trace -> {
            NvidiaCaptures.Served truth =
                    Objects.requireNonNull(served.get(trace.id().replace("chatcmpl-", "")));
            Reading reading = Reading.of(trace, imported.dialect());
            assertThat(reading.ttftNs()).isBetween(truth.firstChunkNs(), truth.firstChunkNs() + 300e6);
            assertThat(reading.e2eNs()).isBetween(truth.lastChunkNs(), truth.lastChunkNs() + 300e6);
            assertThat(reading.outputTokens()).isEqualTo(truth.tokens());
        });
    }

    /// The server sent 15 tokens of reasoning first; the tool does not see them, the trace does.
    @Test
    void reasoningIsInTheTraceAndNotInTheToolsNumbers() {
        Imported imported = NvidiaCaptures.read(TOOL, "H_reasoning").getFirst();

        double tool = DialectRun.of(imported.run(), imported.dialect())
                .answer(Quantity.TTFT, Statistic.mean())
                .orNaN();
        double aiperf = DialectRun.of(
                        imported.run(), Dialects.byId("aiperf-013").orElseThrow())
                .answer(Quantity.TTFT, Statistic.mean())
                .orNaN();

        assertThat(tool).isBetween(aiperf + 100e6, aiperf + 250e6);
        assertThat(imported.run().traces().getFirst().chunks().is(0, ChunkKind.REASONING))
                .isTrue();
    }

    @Test
    void withoutTheSummaryTokensAreUnknown() {
        Path export = NvidiaCaptures.directory(TOOL, "H_reasoning").resolve("profile_export.json");

        Imported imported = Importers.read(new ImportSource(export)).getFirst();

        assertThat(imported.aggregates()).isEmpty();
        assertThat(imported.run().traces()).allSatisfy(trace -> {
            assertThat(trace.clientTokens()).isEqualTo(-1);
            assertThat(trace.usage()).isNull();
        });
        assertThat(imported.run().manifest().coverage().notes()).anyMatch(note -> note.contains("not token counts"));
    }

    /// TTFT of 500, 10 and 10 ms, ITL of none, 5 and 50 ms, bounds of 100 and 10 ms: one request is good.
    /// The tool pairs (500, 5) and (10, 50) and finds none.
    @Test
    void misalignedGoodputIsReproduced() throws IOException {
        write(List.of(
                request(0, List.of(500), "a", "\n"),
                request(1_000, List.of(10, 15), "b", "\n"),
                request(2_000, List.of(10, 60, 110), "c", "\n")));
        String summary = """
                {"request_throughput":{"unit":"requests/sec","avg":1.4218009478672986},
                 "request_count":{"unit":"count","avg":3.0},
                 "request_goodput":{"unit":"requests/sec","avg":0.0},
                 "time_to_first_token":{"unit":"ms","avg":173.33333333333334,"p50":10.0,"std":230.98821519520118},
                 "inter_token_latency":{"unit":"ms","avg":27.5,"p50":27.5,"max":50.0},
                 "output_token_throughput":{"unit":"tokens/sec","avg":2.843601895734597},
                 "output_sequence_length":{"unit":"tokens","avg":2.0,"p50":2.0,"min":1,"max":3,"std":0.816496580927726},
                 "telemetry_stats":{"gpu_power_usage":{"unit":"W","gpu0":{"avg":300.0}}},
                 "input_config":{"perf_analyzer":{},"input":{"goodput":{"time_to_first_token":100.0,"inter_token_latency":10.0}}}}
                """;
        Files.writeString(directory.resolve("s.json"), summary);

        Imported imported = Importers.read(new ImportSource(directory)).getFirst();

        assertThat(imported.run().traces())
                .extracting(RequestTrace::clientTokens)
                .containsExactly(1, 2, 3);
        verified(imported, 15, 1);
    }

    /// A part of an event belongs to the response in which the event began.
    @Test
    void splitAndMergedResponsesAreReadAsTheToolReadsThem() throws IOException {
        String whole = request(0, List.of(10, 20), "x", "\n");
        String split = whole.replace("\"response\":\"data: {", "\"response\":\": ping\\n\\ndata: {");
        write(List.of(split, whole.replace("\\n\\n\"}", "\\n\\ndata: [DONE]\\n\\n\"}")));

        List<RequestTrace> traces =
                Importers.read(new ImportSource(directory)).getFirst().run().traces();

        assertThat(traces).allSatisfy(trace -> assertThat(trace.chunks().size()).isEqualTo(2));
        assertThat(traces.get(0).chunks().is(0, ChunkKind.COMMENT)).isTrue();
        assertThat(traces.get(1).chunks().is(0, ChunkKind.DONE)).isTrue();
        assertThat(traces.get(1).chunks().is(0, ChunkKind.TEXT)).isTrue();
    }

    @Test
    void anAnswerWithoutTextIsAFailureThatTheToolForgets() throws IOException {
        write(List.of(request(0, List.of(10, 20), "x", "\n"), request(50, List.of(10), "", "\n")));

        Imported imported = Importers.read(new ImportSource(directory)).getFirst();

        assertThat(imported.run().traces().get(1).outcome())
                .isEqualTo(new Outcome.Failed(FailureCategory.EMPTY, 200, "no output came"));
        assertThat(DialectRun.of(imported.run(), imported.dialect())
                        .answer(Quantity.TTFT, Statistic.Simple.COUNT)
                        .orNaN())
                .isEqualTo(1);
    }

    private void write(List<String> requests) throws IOException {
        Files.writeString(
                directory.resolve("export.json"),
                "{\"experiments\":[{\"experiment\":{\"mode\":\"concurrency\",\"value\":1},\"requests\":["
                        + String.join(",", requests)
                        + "],\"window_boundaries\":[]}],\"version\":\"2.60.0\",\"service_kind\":\"openai\",\"endpoint\":\"v1/chat/completions\"}");
    }

    /// One request with a chunk at each of the times (ms after its start); the last has the finish reason.
    private static String request(int startMs, List<Integer> chunkMs, String text, String lineEnd) {
        long epochMs = 1_795_986_927_000L + startMs;
        StringBuilder stamps = new StringBuilder();
        StringBuilder outputs = new StringBuilder();
        for (int i = 0; i < chunkMs.size(); i++) {
            String separator = i == 0 ? "" : ",";
            boolean last = i == chunkMs.size() - 1;
            stamps.append(separator).append(epochMs + chunkMs.get(i)).append("000000");
            outputs.append(separator)
                    .append(
                            "{\"response\":\"data: {\\\"object\\\":\\\"chat.completion.chunk\\\",\\\"choices\\\":[{\\\"delta\\\":{\\\"content\\\":\\\"")
                    .append(text)
                    .append("\\\"},\\\"finish_reason\\\":")
                    .append(last ? "\\\"stop\\\"" : "null")
                    .append("}]}")
                    .append((lineEnd + lineEnd).replace("\n", "\\n"))
                    .append("\"}");
        }
        return "{\"timestamp\":" + epochMs + "000000,\"request_inputs\":{\"payload\":\"{}\"},\"response_timestamps\":["
                + stamps + "],\"response_outputs\":[" + outputs + "]}";
    }
}
