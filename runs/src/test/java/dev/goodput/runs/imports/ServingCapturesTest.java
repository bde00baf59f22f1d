package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runs.imports.Verification.Result;
import dev.goodput.runs.imports.Verification.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every aggregate in files of vLLM's and SGLang's own clients, recomputed from the records beside it.
final class ServingCapturesTest {

    /// One line a run: which of the scenario's runs, what it is recognised as, its requests and failures as the
    /// server's
    /// log has them, and how its aggregates come out.
    @ParameterizedTest
    @CsvSource({
        "vllm-bench-serve/B, 0, vllm-py-033, 40, 0, 38, 1",
        "vllm-bench-serve/D, 0, vllm-py-033, 60, 0, 38, 2",
        "vllm-bench-serve/E, 0, vllm-py-033, 40, 9, 38, 1",
        "vllm-bench-serve/F, 0, vllm-py-033, 20, 0, 38, 1",
        "vllm-bench-serve/G-append, 0, vllm-py-033, 12, 0, 45, 1",
        "vllm-bench-serve/G-append, 1, vllm-py-033, 12, 0, 45, 1",
        "vllm-bench-serve/H-summary, 0, vllm-py-033, 20, 0, 18, 29",
        "vllm-bench-serve/I-completions, 0, vllm-py-033-completions, 20, 0, 45, 1",
        "vllm-bench-serve-0.11.0/A, 0, vllm-py-011, 60, 0, 21, 17",
        "vllm-bench-serve-0.11.0/B, 0, vllm-py-011, 40, 0, 21, 16",
        "vllm-bench-serve-0.11.0/E, 0, vllm-py-011, 40, 9, 21, 16",
        "vllm-bench-rs/B, 0, vllm-rs-033, 40, 0, 61, 1",
        "vllm-bench-rs/D, 0, vllm-rs-033, 60, 0, 61, 2",
        "vllm-bench-rs/E, 0, vllm-rs-033, 40, 9, 61, 1",
        "vllm-bench-rs/F, 0, vllm-rs-033, 20, 0, 61, 1",
        "vllm-bench-rs/G-append, 0, vllm-rs-033, 12, 0, 61, 1",
        "vllm-bench-rs/G-append, 1, vllm-rs-033, 12, 0, 61, 1",
        "vllm-bench-rs/H-summary, 0, vllm-rs-033, 0, 0, 1, 39",
        "vllm-bench-rs/I-completions, 0, vllm-rs-033, 20, 0, 61, 1",
        "vllm-bench-rs/K-sweep, 0, vllm-rs-033, 4, 0, 61, 1",
        "vllm-bench-rs/K-sweep, 1, vllm-rs-033, 8, 0, 61, 1",
        "vllm-bench-rs/K-sweep, 2, vllm-rs-033, 16, 0, 61, 1",
        "sglang-bench-serving/B, 0, sglang-oai, 40, 0, 21, 17",
        "sglang-bench-serving/D, 0, sglang-oai, 60, 0, 22, 21",
        "sglang-bench-serving/E, 0, sglang-oai, 40, 9, 21, 17",
        "sglang-bench-serving/F, 0, sglang-oai, 20, 0, 21, 17",
        "sglang-bench-serving/N-A, 0, sglang-native, 60, 0, 17, 21",
        "sglang-bench-rust/B, 0, sglang-rs, 40, 0, 21, 17",
        "sglang-bench-rust/E, 0, sglang-rs, 40, 9, 21, 17",
        "sglang-bench-rust/F, 0, sglang-rs, 20, 0, 21, 17",
        "sglang-bench-rust/N-B, 0, sglang-rs-native, 40, 0, 17, 21",
        "trt-serving/hand-made, 0, trt-serving, 4, 1, 28, 7",
    })
    void recomputesEveryAggregateOrRefusesItByName(
            String scenario, int index, String dialect, int requests, int failures, int equal, int refused) {
        Imported imported = Captures.read(scenario).get(index);

        Verification verification = Verification.of(imported);

        assertThat(imported.dialect().id()).isEqualTo(dialect);
        assertThat(imported.run().manifest().coverage().source()).isEqualTo(dialect);
        assertThat(imported.run().traces()).hasSize(requests);
        assertThat(imported.run().traces().stream().filter(trace -> !trace.isCompleted()))
                .hasSize(failures);
        assertThat(rows(verification, Result.DIFFERS)).isEmpty();
        assertThat(verification.count(Result.EQUAL)).isEqualTo(equal);
        assertThat(verification.count(Result.REFUSED)).isEqualTo(refused);
    }

    @Test
    void refusesByNameWhatVllmDoesNotKeep() {
        assertThat(reasons("vllm-bench-serve/D"))
                .containsExactlyInAnyOrder(
                        "request_goodput: the SLO that goodput was counted under is not in the file",
                        "rtfx: the file holds no lengths of audio");
        assertThat(reasons("vllm-bench-serve-0.11.0/B"))
                .contains(
                        "max_output_tokens_per_s: the file does not say when requests started",
                        "mean_e2el_ms: the tool ends a request by the rule 'last-data', and its file keeps nothing after"
                                + " the last output chunk",
                        "p99_tpot_ms: the tool ends a request by the rule 'last-data', and its file keeps nothing after"
                                + " the last output chunk");
        assertThat(reasons("vllm-bench-serve/H-summary"))
                .contains(
                        "p99_ttft_ms: the file keeps no stamps inside requests",
                        "mean_itl_ms: the file keeps no gaps between chunks",
                        "total_output_tokens: the file holds no output lengths of requests");
        assertThat(reasons("vllm-bench-rs/H-summary"))
                .contains("completed: the file holds no records of requests, only their totals");
    }

    @Test
    void refusesByNameWhatSglangDoesNotKeep() {
        assertThat(reasons("sglang-bench-serving/D"))
                .contains(
                        "concurrency: the tool ends a request by the rule 'last-line', and its file keeps nothing after"
                                + " the last output chunk",
                        "total_output_tokens_retokenized: it takes the model's tokenizer to count the answers again",
                        "slo_attainment: the tool ends a request by the rule 'last-line', and its file keeps nothing"
                                + " after the last output chunk")
                .noneMatch(reason -> reason.startsWith("slo_attainment_by_metric.ttft"));
        assertThat(reasons("sglang-bench-serving/N-A"))
                .contains("total_input_tokens: the total is of the client's own prompt counts, and the file holds the"
                        + " server's for each request");
    }

    @Test
    void sayWhatTheFilesCannotSupport() {
        assertThat(Captures.read("vllm-bench-serve/B")
                        .getFirst()
                        .run()
                        .manifest()
                        .coverage())
                .matches(coverage -> coverage.starts() && !coverage.schedule() && coverage.failures());
        assertThat(Captures.read("vllm-bench-serve-0.11.0/B")
                        .getFirst()
                        .run()
                        .manifest()
                        .coverage())
                .matches(coverage -> !coverage.starts() && !coverage.schedule());
        assertThat(Captures.read("sglang-bench-rust/E")
                        .getFirst()
                        .run()
                        .manifest()
                        .coverage()
                        .notes())
                .contains("failed requests have gaps but no TTFT, so their chunks cannot be placed");
    }

    private static List<String> reasons(String scenario) {
        return rows(Verification.of(Captures.read(scenario).getFirst()), Result.REFUSED).stream()
                .map(row -> row.name() + ": " + row.reason())
                .toList();
    }

    private static List<Row> rows(Verification verification, Result result) {
        return verification.rows().stream()
                .filter(row -> row.result() == result)
                .toList();
    }
}
