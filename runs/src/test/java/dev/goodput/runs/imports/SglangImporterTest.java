package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.Chunks;
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

/// What the captures do not show of SGLang's files.
final class SglangImporterTest {
    private static final String LINE = "{\"backend\":\"sglang-oai-chat\",\"dataset_name\":\"random\","
            + "\"request_rate\":Infinity,\"max_concurrency\":2,\"duration\":2.0,\"completed\":2,"
            + "\"total_input_tokens\":8,\"total_output_tokens_retokenized\":4";
    private static final String RECORDS = ",\"input_lens\":[3,5],\"output_lens\":[3,1],\"ttfts\":[0.5,0.25],"
            + "\"itls\":[[0.1,0.2],[]],\"errors\":[\"\",\"\"]";

    @TempDir
    private Path folder;

    @Test
    void countsGoodputOfBoundsThatNeedNoEnd() throws IOException {
        Imported imported = read(LINE + RECORDS + ",\"goodput_slos_ms\":{\"ttft\":300.0},\"request_goodput\":0.5,"
                        + "\"slo_attainment\":0.5,\"slo_attainment_by_metric\":{\"ttft\":0.5}}")
                .getFirst();

        assertThat(rows(imported, Result.EQUAL))
                .extracting(Row::name)
                .contains("request_goodput", "slo_attainment", "slo_attainment_by_metric.ttft");
        assertThat(rows(imported, Result.DIFFERS)).isEmpty();
    }

    @Test
    void readsOneRunALine() throws IOException {
        List<Imported> runs = read(LINE + RECORDS + "}\n" + LINE + ",\"tag\":\"b\"}\n");

        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).run().traces()).hasSize(2);
        assertThat(runs.get(1).run().traces()).isEmpty();
        assertThat(rows(runs.get(1), Result.REFUSED))
                .extracting(Row::reason)
                .contains("the file holds no records of requests, only their totals");
    }

    @Test
    void gathersTheTokensOfAChunkAgain() {
        RequestTrace trace =
                Captures.read("sglang-bench-rust/N-B").getFirst().run().traces().getFirst();

        // 37 tokens, four a chunk: the first chunk's four have no entry in the file, the last chunk has one.
        Chunks chunks = trace.chunks();
        assertThat(chunks.size()).isEqualTo(10);
        assertThat(chunks.tokens(0)).isEqualTo(4);
        assertThat(chunks.tokens(1)).isEqualTo(4);
        assertThat(chunks.tokens(9)).isEqualTo(1);
    }

    @Test
    void doesNotPlaceChunksOfWhichTheFirstIsUnknown() {
        List<RequestTrace> failed = Captures.read("sglang-bench-rust/E").getFirst().run().traces().stream()
                .filter(trace -> !trace.isCompleted())
                .toList();

        assertThat(failed).hasSize(9).allMatch(trace -> trace.chunks().isEmpty());
        assertThat(failed.getFirst().outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCategory.BROKEN, 0, "stream read failed: error decoding response body"));
        assertThat(failed.get(1).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failure -> assertThat(failure.httpStatus()).isEqualTo(500));
    }

    @Test
    void refusesInputsThatSomeoneElseCounted() throws IOException {
        Imported imported = read(LINE.replace("\"total_input_tokens\":8", "\"total_input_tokens\":20") + RECORDS
                        + ",\"input_throughput\":10.0}")
                .getFirst();

        assertThat(rows(imported, Result.DIFFERS)).isEmpty();
        assertThat(rows(imported, Result.REFUSED))
                .extracting(Row::name)
                .contains("total_input_tokens", "input_throughput");
    }

    @Test
    void saysInOneLineWhatIsWrongAndWhere() {
        assertThatThrownBy(() -> read(LINE + RECORDS + "}\n" + LINE + ",\"ttfts\":[1],\"itls\":[7]}\n"))
                .isInstanceOf(ImportException.class)
                .hasMessageMatching(".* line 2 column \\d+: 'itls' entry 1 is not a list: 7");
        assertThatThrownBy(() -> read(LINE + RECORDS + "}\n{\"backend\"\n"))
                .isInstanceOf(ImportException.class)
                .hasMessageMatching(".* line 3 column 1: the JSON ends in the middle; was the file cut off\\?");
    }

    private List<Imported> read(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("result.jsonl"), lines);
        return Importers.read(new ImportSource(file));
    }

    private static List<Row> rows(Imported imported, Result result) {
        return Verification.of(imported).rows().stream()
                .filter(row -> row.result() == result)
                .toList();
    }
}
