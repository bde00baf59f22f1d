package dev.goodput.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import dev.goodput.runs.exports.ExportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ParquetExportTest {
    private static final int REQUESTS = 3_000;

    @TempDir
    Path folder;

    /// Every chunk stamp, to the last bit, and null where a request has none of something.
    @Test
    void whatWasWrittenIsReadBack() throws SQLException {
        Run run = run();
        Path file = ParquetExport.write(run, folder).getFirst();
        assertThat(file).isEqualTo(folder.resolve("requests.parquet"));

        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet read = statement.executeQuery("SELECT * FROM '" + file + "'")) {
            while (read.next()) {
                RequestTrace trace = run.traces().get(rows.size());
                assertThat(read.getLong("index")).isEqualTo(trace.index());
                assertThat(read.getString("id")).isEqualTo(trace.id());
                assertThat(read.getBoolean("ok")).isEqualTo(trace.isCompleted());
                assertThat(read.getDouble("start_ns"))
                        .isEqualTo(trace.timeline().startNs());
                Object[] chunkNs = (Object[]) read.getArray("chunk_ns").getArray();
                assertThat(chunkNs).hasSize(trace.chunks().size());
                for (int i = 0; i < chunkNs.length; i++) {
                    assertThat(chunkNs[i]).isEqualTo(trace.chunks().arrivalNs(i));
                }
                assertThat(read.getObject("ttft_ns") == null)
                        .isEqualTo(trace.chunks().isEmpty());
                if (!trace.isCompleted()) {
                    assertThat(read.getString("failure")).isEqualTo("http_status");
                    assertThat(read.getInt("http_status")).isEqualTo(503);
                    assertThat(read.getString("message")).isEqualTo("busy \"é漢🎉\"\n'");
                    assertThat(read.getObject("output_tokens")).isNull();
                }
                rows.add(read.getString("id"));
            }
        }
        assertThat(rows).hasSize(REQUESTS);
    }

    @Test
    void theColumnsAreThoseOfTheCsv() throws SQLException {
        Path file =
                ParquetExport.write(run(), folder.resolve("it's here.parquet")).getFirst();
        List<String> columns = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet read = statement.executeQuery(
                        "DESCRIBE SELECT * FROM '" + file.toString().replace("'", "''") + "'")) {
            while (read.next()) {
                columns.add(read.getString("column_name") + " " + read.getString("column_type"));
            }
        }
        assertThat(columns)
                .containsExactly(
                        "index BIGINT",
                        "id VARCHAR",
                        "class VARCHAR",
                        "definitions VARCHAR",
                        "ok BOOLEAN",
                        "failure VARCHAR",
                        "http_status INTEGER",
                        "message VARCHAR",
                        "finish_reason VARCHAR",
                        "intended_start_ns DOUBLE",
                        "start_ns DOUBLE",
                        "first_token_ns DOUBLE",
                        "last_token_ns DOUBLE",
                        "end_ns DOUBLE",
                        "ttft_ns DOUBLE",
                        "e2e_ns DOUBLE",
                        "tpot_ns DOUBLE",
                        "longest_gap_ns DOUBLE",
                        "prompt_tokens INTEGER",
                        "output_tokens INTEGER",
                        "max_tokens INTEGER",
                        "token_source VARCHAR",
                        "chunk_ns DOUBLE[]");
    }

    @Test
    void anExistingFileIsNotReplacedAndAFailureIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("requests.parquet"), "mine");
        assertThatThrownBy(() -> ParquetExport.write(run(), folder))
                .isInstanceOf(ExportException.class)
                .hasMessage(file + " exists; name another place or remove it first");
        assertThat(file).hasContent("mine");
        assertThatThrownBy(() -> ParquetExport.write(run(), file.resolve("x.parquet")))
                .isInstanceOf(ExportException.class)
                .hasMessageStartingWith("cannot make ");
    }

    private static Run run() {
        Random random = new Random(5);
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            boolean failed = i % 7 == 3;
            Timeline.Builder timeline = new Timeline.Builder(i * 1e6);
            timeline.startNs = i * 1e6 + 0.125;
            Chunks.Builder chunks = new Chunks.Builder();
            double ns = timeline.startNs + 5e7;
            for (int k = failed ? 0 : 1 + random.nextInt(40); k > 0; k--) {
                chunks.add(ns, ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 3);
                ns += random.nextDouble() * 1e7;
            }
            timeline.endNs = ns;
            traces.add(new RequestTrace(
                    i,
                    "id-" + i,
                    new Asked(10, 40, i % 2 == 0 ? null : "agent"),
                    timeline.build(),
                    chunks.build(),
                    failed ? null : Usage.of(10, 40),
                    failed
                            ? new Outcome.Failed(FailureCategory.HTTP_STATUS, 503, "busy \"é漢🎉\"\n'")
                            : new Outcome.Completed("stop", true)));
        }
        Manifest manifest = new Manifest(
                Manifest.SCHEMA,
                "goodput test",
                Manifest.Origin.LOAD,
                Manifest.Status.COMPLETE,
                List.of(),
                Instant.EPOCH,
                null,
                null,
                new Manifest.Workload("test", 5),
                new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, 4, 0, 5),
                null,
                REQUESTS,
                0,
                Map.of(),
                null,
                List.of(),
                Coverage.FULL);
        return new Run(manifest, traces);
    }
}
