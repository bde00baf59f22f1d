package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each aggregate that a tool wrote, recomputed from what the same tool recorded.
class CapturedRunsTest {

    /// Counts of requests and failures are the server's log, less what the tool loses: LLMPerf its failures,
    /// genai-bench
    /// what was still running; evalscope's log has its connection test on top.
    @ParameterizedTest
    @CsvSource(textBlock = """
            evalscope/B_chunky_sla,     evalscope-1141, 2,  6, 0,   510, 12
            evalscope/E_trouble,        evalscope-1141, 1, 40, 9,   218,  6
            evalscope/F_one_token,      evalscope-1141, 1, 20, 0,   185,  6
            genai-bench/B_chunky,       genai-bench,    1, 48, 0,   129,  1
            genai-bench/E_trouble,      genai-bench,    1, 66, 15,  130,  1
            genai-bench/G_short,        genai-bench,    1, 60, 0,   129,  1
            guidellm/D_goodput,         guidellm-081,   1, 16, 0,  4294, 36
            guidellm/E_trouble,         guidellm-081,   1, 14, 3,  4455, 36
            guidellm/F_one_token,       guidellm-081,   1,  6, 0,  4083, 36
            guidellm/G_sweep,           guidellm-081,   3, 18, 0, 12719, 108
            inference-perf/A_plain,     inference-perf, 1, 16, 0,   382, 28
            inference-perf/B_chunky,    inference-perf, 1, 24, 0,   382, 28
            inference-perf/D_goodput,   inference-perf, 1, 40, 0,   368, 56
            inference-perf/E_trouble,   inference-perf, 1, 30, 7,   442, 28
            inference-perf/F_one_token, inference-perf, 1, 20, 0,   298, 28
            llmperf/A,                  llmperf-head,   1, 60, 0,    65,  1
            llmperf/B,                  llmperf-head,   1, 40, 0,    65,  1
            llmperf/E,                  llmperf-head,   1, 14, 0,    65,  1
            llmperf/F,                  llmperf-head,   1, 20, 0,    65,  1
            """)
    void everyAggregateComesOutEqualOrIsRefusedByName(
            String scenario, String dialect, int runs, int requests, int failed, int equal, int refused) {
        List<Imported> imported = Captures.read(scenario);
        List<Verification.Row> rows = imported.stream()
                .flatMap(run -> Verification.of(run).rows().stream())
                .toList();

        assertThat(imported).hasSize(runs).allSatisfy(run -> {
            assertThat(run.dialect().id()).isEqualTo(dialect);
            assertThat(run.run().manifest().coverage().source()).isEqualTo(dialect);
        });
        assertThat(traces(imported)).hasSize(requests);
        assertThat(traces(imported).stream().filter(trace -> !trace.isCompleted()))
                .hasSize(failed);
        assertThat(rows.stream().filter(row -> row.result() == Verification.Result.DIFFERS))
                .isEmpty();
        assertThat(rows.stream().filter(row -> row.result() == Verification.Result.EQUAL))
                .hasSize(equal);
        assertThat(rows.stream().filter(row -> row.result() == Verification.Result.REFUSED))
                .hasSize(refused)
                .allSatisfy(row -> assertThat(row.reason())
                        .isNotBlank()
                        .doesNotContain("\n")
                        .doesNotContain("not known to this version"));
    }

    private static List<RequestTrace> traces(List<Imported> imported) {
        return imported.stream().flatMap(run -> run.run().traces().stream()).toList();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            evalscope/E_trouble,      UNSTATED:9
            genai-bench/E_trouble,    BROKEN:6 HTTP_STATUS:9
            guidellm/E_trouble,       BROKEN:1 HTTP_STATUS:2
            inference-perf/E_trouble, BROKEN:3 HTTP_STATUS:4
            """)
    void failuresAreToldApartAsFarAsTheFileDoes(String scenario, String expected) {
        String categories = traces(Captures.read(scenario)).stream()
                .map(RequestTrace::outcome)
                .filter(Outcome.Failed.class::isInstance)
                .map(Outcome.Failed.class::cast)
                .peek(failed -> assertThat(failed.message().length()).isLessThanOrEqualTo(200))
                .collect(Collectors.groupingBy(
                        failed -> failed.category().name(), java.util.TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(" "));

        assertThat(categories).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            evalscope/E_trouble,   false, true,  OUTPUT_CHUNKS,  true
            genai-bench/E_trouble, false, false, FIRST_AND_END,  true
            guidellm/E_trouble,    true,  true,  FIRST_AND_LAST, true
            inference-perf/E_trouble, false, true, OUTPUT_CHUNKS, true
            llmperf/A,             false, false, FIRST_AND_END,  false
            """)
    void coverageSaysWhatTheFileHolds(
            String scenario, boolean schedule, boolean starts, Coverage.Events events, boolean failures) {
        Coverage coverage = Captures.read(scenario).getFirst().run().manifest().coverage();

        assertThat(coverage.schedule()).isEqualTo(schedule);
        assertThat(coverage.starts()).isEqualTo(starts);
        assertThat(coverage.events()).isEqualTo(events);
        assertThat(coverage.failures()).isEqualTo(failures);
        assertThat(coverage.notes()).isNotEmpty();
    }
}
