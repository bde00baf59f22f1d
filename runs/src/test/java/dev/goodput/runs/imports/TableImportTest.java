package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TableImportTest {
    private static final String CSV = """
            id,sent_at,ttft_ms,latency_ms,n,code,itl,note
            a,1700000000.123456789,81.5,300,40,200,"7.1 7.2
            7.3",x
            b,1700000000.5,90,310,40,200,"[1,2,3]","two
            lines"
            c,1700000001,,,,503,,""" + "\n";
    private static final String MAPPING = """
            id: id
            start: {column: sent_at, unit: s}
            ttft: {column: ttft_ms, unit: ms}
            e2e: {column: latency_ms, unit: ms}
            gaps: {column: itl, unit: ms}
            output_tokens: n
            status: {column: code, ok: [200]}
            """;

    @TempDir
    Path folder;

    private Imported read(String data, String mapping) throws IOException {
        Path table = Files.writeString(folder.resolve("data"), data);
        return TableImport.read(table, Files.writeString(folder.resolve("map.yaml"), mapping));
    }

    @Test
    void timesAreExactToTheNanosecondThoughTheirClockIsAnEpoch() throws IOException {
        Imported imported = read(CSV, MAPPING);
        List<RequestTrace> traces = imported.run().traces();

        assertThat(traces).hasSize(3);
        assertThat(traces.get(0).timeline().startNs()).isEqualTo(0);
        assertThat(traces.get(1).timeline().startNs()).isEqualTo(376_543_211);
        assertThat(traces.get(1).chunks().arrivalNs(0)).isEqualTo(466_543_211);
        assertThat(traces.get(1).chunks().arrivalNs(3)).isEqualTo(472_543_211);
        assertThat(traces.get(1).timeline().endNs()).isEqualTo(686_543_211);
        assertThat(traces.get(2).outcome())
                .isEqualTo(new Outcome.Failed(FailureCategory.HTTP_STATUS, 503, "status 503"));
        assertThat(imported.run().manifest().coverage())
                .isEqualTo(new Coverage("table", false, true, Coverage.Events.OUTPUT_CHUNKS, true, List.of()));
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());
        assertThat(seen.answer(Quantity.TPOT, Statistic.mean()).orNaN())
                .isCloseTo((218.5 + 220) / 2 / 39 * 1e6, within(1e-3));
        assertThat(seen.answer(Quantity.ITL, Statistic.Simple.MAX).orNaN()).isCloseTo(7.3e6, within(1e-6));
    }

    @Test
    void jsonLinesMayHavePathsForColumns() throws IOException {
        Imported imported = read("""
                {"m":{"ttft":0.1,"end":{"s":0.4}},"tokens":{"out":30},"itl":[0.01,0.02],"ok":true}
                {"m":{"ttft":null,"end":null},"tokens":null,"itl":null,"ok":false,"error":"read timed out"}
                """, """
                ttft: {column: m.ttft, unit: s}
                e2e: {column: m.end.s, unit: s}
                gaps: {column: itl, unit: s}
                output_tokens: tokens.out
                status: ok
                error: error
                """);
        assertThat(imported.run().traces().getFirst().chunks().arrivalNs(2)).isEqualTo(130_000_000);
        assertThat(imported.run().traces().get(1).outcome())
                .isEqualTo(new Outcome.Failed(FailureCategory.TOTAL_TIMEOUT, 0, "read timed out"));
        assertThat(imported.run().manifest().coverage().starts()).isFalse();
    }

    @Test
    void pointsInTimeMayStandForLengths() throws IOException {
        Imported imported = read("""
                due;start;first;end
                2026-11-29T21:04:32Z;2026-11-29T21:04:32.010Z;2026-11-29 21:04:32.110Z;2026-11-29T22:04:33.010+01:00
                """, """
                delimiter: ";"
                intended_start: {column: due, unit: iso}
                start: {column: start, unit: iso}
                first_token: {column: first, unit: iso}
                end: {column: end, unit: iso}
                dialect: goodput
                """);
        DialectRun seen = DialectRun.of(imported.run(), imported.dialect());
        assertThat(seen.answer(Quantity.TTFT, Statistic.mean())).isEqualTo(new Answer.Value(110_000_000));
        assertThat(seen.answer(Quantity.E2E, Statistic.mean())).isEqualTo(new Answer.Value(1_010_000_000));
        assertThat(imported.run().manifest().coverage().schedule()).isTrue();
        assertThat(imported.run().manifest().coverage().failures()).isFalse();
    }

    @Test
    void whatATableLacksIsRefusedAndNotInvented() throws IOException {
        Imported latencies = read("e2e\n300\n400\n", "e2e: {column: e2e, unit: ms}");
        DialectRun seen = DialectRun.of(latencies.run(), latencies.dialect());
        assertThat(seen.answer(Quantity.E2E, Statistic.mean())).isEqualTo(new Answer.Value(350_000_000));
        assertThat(seen.answer(Quantity.TTFT, Statistic.mean())).isInstanceOf(Answer.Refused.class);
        assertThat(seen.answer(Quantity.TPOT, Statistic.mean())).isInstanceOf(Answer.Refused.class);

        Imported firsts = read("t\n100\n", "ttft: {column: t, unit: ms}");
        DialectRun first = DialectRun.of(firsts.run(), firsts.dialect());
        assertThat(first.answer(Quantity.TTFT, Statistic.mean())).isEqualTo(new Answer.Value(100_000_000));
        assertThat(first.answer(Quantity.E2E, Statistic.mean())).isInstanceOf(Answer.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ttft: t                                   | map.yaml line 1: ttft has no unit; write {column: t, unit: ms} with one of ns, us, ms, s, min, iso
                    tfft: {column: t, unit: ms}               | map.yaml line 1: unknown key 'tfft'; did you mean 'ttft'?
                    ttft: {column: t, unit: msec}             | map.yaml line 1: unknown unit 'msec'; did you mean 'ms'?
                    ttft: {colum: t, unit: ms}                | map.yaml line 1: unknown key 'colum'; did you mean 'column'?
                    ttft: {column: ttf, unit: ms}             | map.yaml line 1: data has no column 'ttf'; did you mean 't'?
                    id: t                                     | map.yaml: no times; name the column of ttft, first_token, e2e or end
                    ttft: {column: t, unit: iso}              | map.yaml line 1: ttft is a length of time, which cannot be iso
                    first_token: {column: t, unit: s}         | map.yaml: first_token is a point in time and needs start
                    gaps: {column: t, unit: s}                | map.yaml: no times; name the column of ttft, first_token, e2e or end
                    ttft: [                                   | map.yaml line 2: not YAML: expected the node content, but found '<stream end>'
                    dialect: vllm-pi                          | map.yaml line 1: unknown dialect 'vllm-pi'; did you mean 'vllm-py'?
                    """)
    void mistakesInTheMappingAreToldWithTheirLine(String mapping, String message) {
        assertThatThrownBy(() -> read("t,e\n1,2\n", mapping + "\n"))
                .isInstanceOf(ImportException.class)
                .extracting(e -> String.valueOf(e.getMessage()).replace(folder + "/", ""))
                .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    t,e~1         | data line 2: 1 cells where the header has 2
                    t,e~1,2~x,2   | data line 3: 'x' in column t is not a number
                    t,e~1,2~-1,2  | data line 3: '-1' in column t is negative
                    t,e~3,2       | data line 2: '2' in column e lies before the first token
                    t,e~1e999,2   | data line 2: '1e999' in column t is not a number
                    t,e~1,2e99999999 | data line 2: '2e99999999' in column e is not a number
                    t,e,t~1,2,3   | data line 1: two columns are called 't'
                    """)
    void mistakesInTheTableAreToldWithTheirLine(String table, String message) {
        String mapping = "ttft: {column: t, unit: ms}\ne2e: {column: e, unit: ms}\n";
        assertThatThrownBy(() -> read(table.replace('~', '\n') + "\n", mapping))
                .isInstanceOf(ImportException.class)
                .extracting(e -> String.valueOf(e.getMessage()).replace(folder + "/", ""))
                .isEqualTo(message);
    }

    @Test
    void damagedTablesGiveAResultOrOneLine() throws IOException {
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            String data = i % 2 == 0 ? damaged(CSV, random) : CSV;
            String mapping = i % 2 == 0 ? MAPPING : damaged(MAPPING, random);
            try {
                Verification.of(read(data, mapping));
            } catch (ImportException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    private static String damaged(String text, Random random) {
        if (random.nextInt(3) == 0) {
            return text.substring(0, random.nextInt(text.length()));
        }
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0; i--) {
            changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(0x180));
        }
        return changed.toString();
    }
}
