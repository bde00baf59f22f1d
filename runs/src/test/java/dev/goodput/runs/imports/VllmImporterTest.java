package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.runs.imports.Verification.Result;
import dev.goodput.runs.imports.Verification.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the captures do not show of vLLM's files.
final class VllmImporterTest {
    /// The keys that every version writes first.
    private static final String HEAD = "{\"date\":\"20260101-000000\",\"backend\":\"openai-chat\",\"model_id\":\"m\","
            + "\"tokenizer_id\":\"m\",\"num_prompts\":2,\"request_rate\":\"inf\",\"burstiness\":1.0,"
            + "\"max_concurrency\":2,\"duration\":2.0,";
    private static final String RECORDS = "\"input_lens\":[3,5],\"output_lens\":[3,1],\"ttfts\":[0.5,0.25],"
            + "\"itls\":[[0.1,0.2],[]],\"errors\":[\"\",\"\"],\"generated_texts\":[\"a\",\"b\"],";

    @TempDir
    private Path folder;

    @Test
    void latenciesBeyondTheLastGapAreThoseOfTheFirstRustClient() throws IOException {
        Imported imported = read(HEAD + RECORDS + "\"steady_state\":null,\"latencies\":[0.801,0.25],"
                + "\"start_times\":[0.0,0.5],\"mean_e2el_ms\":525.5,\"mean_tpot_ms\":150.5,\"mean_ttft_ms\":375.0}");

        assertThat(imported.dialect().id()).isEqualTo("vllm-rs");
        assertThat(results(imported)).containsExactly("EQUAL", "EQUAL", "EQUAL", "EQUAL");
    }

    @Test
    void aVersionBetweenIsToldByItsKeysAndItsEnd() throws IOException {
        String records = HEAD + "\"failed\":0," + RECORDS + "\"start_times\":[10.0,10.5],";

        // 525 ms is the mean of the sums of gaps, so the usage chunk is outside.
        assertThat(read(records + "\"mean_e2el_ms\":525.0}").dialect().id()).isEqualTo("vllm-py");
        assertThat(read(records + "\"mean_e2el_ms\":525.03}").dialect().id()).isEqualTo("vllm-py-011");
    }

    @Test
    void countsGoodputWhereTheFileHoldsTheSlo() throws IOException {
        String records = HEAD + RECORDS + "\"queue_times\":[0,0],\"latencies\":[0.8,0.25],\"start_times\":[5,6],";

        // TPOT is 150 ms and absent: an absent one is good, so 2 and then 1 good requests in 2 s.
        assertThat(results(read(records + "\"goodput\":[\"tpot:150.001\"],\"request_goodput\":1.0}")))
                .containsExactly("EQUAL", "EQUAL");
        assertThat(results(read(records + "\"goodput\":\"tpot:150.001 ttft:300\",\"request_goodput\":0.5}")))
                .containsExactly("EQUAL", "EQUAL");
        assertThat(results(read(records + "\"goodput\":\"speed:1\",\"request_goodput\":0.5}")))
                .containsExactly("EQUAL", "REFUSED");
    }

    @Test
    void interpolatesPercentilesFinerThanTenths() throws IOException {
        Imported imported =
                read(HEAD + RECORDS + "\"p99.99_ttft_ms\":499.975,\"p99.9_ttft_ms\":499.75," + "\"p101_ttft_ms\":1.0}");

        assertThat(results(imported)).containsExactly("EQUAL", "EQUAL", "EQUAL", "REFUSED");
    }

    @Test
    void keepsEveryNumberItDoesNotKnow() throws IOException {
        Imported imported = read(HEAD + RECORDS + "\"spec_decode_acceptance_rate\":71.5,"
                + "\"spec_decode_per_position_acceptance_rates\":[0.9,0.8],\"probe\":{\"p50\":1.5},\"tag\":\"7\"}");

        assertThat(Verification.of(imported).rows())
                .extracting(Row::name)
                .containsExactly(
                        "duration",
                        "spec_decode_acceptance_rate",
                        "spec_decode_per_position_acceptance_rates[0]",
                        "spec_decode_per_position_acceptance_rates[1]",
                        "probe.p50");
        assertThat(results(imported)).containsExactly("EQUAL", "REFUSED", "REFUSED", "REFUSED", "REFUSED");
    }

    @Test
    void doesNotCallASteadyStateTpotWrongThatWasTakenWithoutUsage() throws IOException {
        Imported imported = read(HEAD + RECORDS + "\"latencies\":[0.8,0.25],\"start_times\":[0.0,0.1],"
                + "\"steady_state\":{\"window\":{\"target_concurrency\":2,\"threshold\":0.95,\"start_s\":0.1,"
                + "\"end_s\":0.35,\"duration_s\":0.25,\"observed_peak\":2,\"requests_started_in_window\":1,"
                + "\"requests_completed_in_window\":0,\"requests_total\":2,\"threshold_abs\":2},"
                + "\"request_throughput\":0.0,\"input_throughput\":20.0,\"output_throughput\":0.0}}");

        assertThat(results(imported)).hasSize(12).containsOnly("EQUAL");
    }

    @Test
    void readsRunsInWhichEverythingFailed() throws IOException {
        Imported imported = read(HEAD + "\"completed\":0,\"failed\":2,\"request_throughput\":0.0,"
                + "\"input_lens\":[3,5],\"output_lens\":[0,0],\"ttfts\":[0.0,0.2],\"itls\":[[],[0.1]],"
                + "\"latencies\":[0.0,0.0],\"queue_times\":[0.0,0.0],\"start_times\":[1,1],"
                + "\"errors\":[\"Too Many Requests\",\"Traceback…\\nx.ClientPayloadError: cut\"],"
                + "\"mean_ttft_ms\":0.0,\"p99_e2el_ms\":0.0,\"max_output_tokens_per_s\":0.0,"
                + "\"max_concurrent_requests\":0}");

        assertThat(results(imported)).hasSize(8).containsOnly("EQUAL");
        List<RequestTrace> traces = imported.run().traces();
        assertThat(traces.get(0).outcome())
                .isEqualTo(new Outcome.Failed(FailureCategory.HTTP_STATUS, 429, "Too Many Requests"));
        assertThat(traces.get(1).outcome())
                .isEqualTo(new Outcome.Failed(FailureCategory.BROKEN, 0, "x.ClientPayloadError: cut"));
        assertThat(traces.get(1).chunks().size()).isEqualTo(2);
    }

    @Test
    void readsRunsWithoutRequests() throws IOException {
        Imported imported = read(HEAD + "\"completed\":0,\"input_lens\":[],\"output_lens\":[],\"ttfts\":[],"
                + "\"itls\":[],\"errors\":[],\"total_output_tokens\":0,\"mean_ttft_ms\":0.0}");

        assertThat(imported.run().traces()).isEmpty();
        assertThat(results(imported)).containsOnly("EQUAL");
    }

    @Test
    void takesARowWithoutErrorOrOutputForWhatTheToolCountedItAs() throws IOException {
        String records = "\"input_lens\":[3,5],\"output_lens\":[3,0],\"ttfts\":[0.5,0.0],\"itls\":[[0.1,0.2],[]],"
                + "\"errors\":[\"\",\"\"],\"total_output_tokens\":3}";

        assertThat(fates(read(HEAD + "\"completed\":2," + records))).containsExactly(Fate.SUCCESS, Fate.SUCCESS);
        // The tool enters the TTFT of 0 that it wrote, so the mean of 500 ms and nothing is 250.
        assertThat(results(read(HEAD + "\"completed\":2,\"mean_ttft_ms\":250.0," + records)))
                .containsExactly("EQUAL", "EQUAL", "EQUAL", "EQUAL");
        assertThat(fates(read(HEAD + "\"completed\":1," + records))).containsExactly(Fate.SUCCESS, Fate.FAILURE);
    }

    @Test
    void countsNoTokensWhereTheFileHasNone() {
        Imported imported = Captures.read("vllm-bench-serve/H-summary").getFirst();

        Answer tokens = DialectRun.of(imported.run(), imported.dialect()).answer(RunQuantity.OUTPUT_TOKENS_TOTAL);

        assertThat(tokens).isEqualTo(new Answer.Refused("the file holds no output lengths of requests"));
    }

    @Test
    void namesAnAggregateThatWasChanged() throws IOException {
        String original =
                Files.readString(Captures.results("vllm-bench-serve/D").getFirst());
        String changed = original.replace("\"p99_ttft_ms\": 111.", "\"p99_ttft_ms\": 112.")
                .replace("\"max_concurrent_requests\": 13", "\"max_concurrent_requests\": 4");

        assertThat(Verification.of(read(changed)).rows().stream().filter(row -> row.result() == Result.DIFFERS))
                .extracting(Row::name)
                .containsExactly("max_concurrent_requests", "p99_ttft_ms");
    }

    @Test
    void tinyGapsLateInALongRunAreAsFineAsStampsThere() throws IOException {
        String late =
                HEAD.replace("\"duration\":2.0", "\"duration\":90000.0") + RECORDS.replace("0.1,0.2", "1.1e-6,3e-6")
                        + "\"latencies\":[0.5000041,0.25],\"queue_times\":[0,0],\"start_times\":[88888.8,0.0],";

        assertThat(results(read(late + "\"p0_itl_ms\":0.0011}"))).containsExactly("EQUAL", "EQUAL");
        assertThat(results(read(late + "\"p0_itl_ms\":0.00110004}"))).containsExactly("EQUAL", "DIFFERS");
    }

    @Test
    void placesOpenLoopRequestsOnTheirSchedule() throws IOException {
        Imported imported = read(HEAD.replace("\"inf\"", "4.0") + RECORDS
                + "\"latencies\":[0.8,0.25],\"queue_times\":[0.0,0.125],\"start_times\":[100.0,100.5],"
                + "\"mean_client_queue_time_ms\":62.5,\"mean_e2el_including_client_queue_ms\":587.5}");

        assertThat(imported.run().manifest().coverage().schedule()).isTrue();
        assertThat(imported.run().manifest().schedule().ratePerSecond()).isEqualTo(4);
        assertThat(imported.run().traces())
                .extracting(trace -> trace.timeline().intendedStartNs())
                .containsExactly(0.0, 0.375e9);
        assertThat(Reading.of(imported.run().traces().getFirst(), imported.dialect())
                        .ttftNs())
                .isEqualTo(0.5e9);
        assertThat(results(imported)).containsOnly("EQUAL");
    }

    @Test
    void saysInOneLineWhatIsWrongAndWhere() {
        assertThatThrownBy(() -> read(HEAD + RECORDS.replace("[0.5,0.25]", "[0.5]") + "\"failed\":0}"))
                .isInstanceOf(ImportException.class)
                .hasMessageEndingWith(" line 1: 'ttfts' has 1 entries where 'input_lens' has 2");
        assertThatThrownBy(() -> read(HEAD + RECORDS.replace("0.25", "NaN") + "\"failed\":0}"))
                .hasMessageEndingWith(": 'ttfts' entry 2 is not a number of seconds: NaN");
        assertThatThrownBy(() -> read(HEAD + RECORDS.replace("[0.1,0.2]", "[0.1,-0.2]") + "\"failed\":0}"))
                .hasMessageMatching(".* line 1 column \\d+: 'itls' entry 1 holds a negative gap: -0.2");
        assertThatThrownBy(() -> read(HEAD + "\"failed\":0}\n[1]"))
                .hasMessageEndingWith(" line 2: not an object with results");
    }

    private Imported read(String json) throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), json);
        return Importers.read(new ImportSource(file)).getFirst();
    }

    private static List<String> results(Imported imported) {
        return Verification.of(imported).rows().stream()
                .map(Row::result)
                .map(Result::name)
                .toList();
    }

    private static List<Fate> fates(Imported imported) {
        return imported.run().traces().stream()
                .map(trace -> Fate.of(trace, imported.dialect()))
                .toList();
    }
}
