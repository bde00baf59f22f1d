package dev.goodput.parquet;

import dev.goodput.core.trace.Run;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.exports.ExportException;
import dev.goodput.runs.exports.Exporters;
import dev.goodput.runs.exports.NewFiles;
import dev.goodput.runs.exports.RequestRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/// Writes a run as Parquet: one row a request, chunk stamps as a list of doubles, compressed with Zstandard; the
/// columns
/// are those of the CSV export. pandas, Polars, DuckDB and Spark read it.
///
/// DuckDB is kept to this package, and its native library is loaded when the first file is written.
public final class ParquetExport {
    private static final String FILE_NAME = "requests.parquet";

    private static final String TABLE = """
            CREATE TABLE requests (
                "index" BIGINT NOT NULL,
                id VARCHAR NOT NULL,
                class VARCHAR,
                definitions VARCHAR NOT NULL,
                ok BOOLEAN NOT NULL,
                failure VARCHAR,
                http_status INTEGER,
                message VARCHAR,
                finish_reason VARCHAR,
                intended_start_ns DOUBLE,
                start_ns DOUBLE,
                first_token_ns DOUBLE,
                last_token_ns DOUBLE,
                end_ns DOUBLE,
                ttft_ns DOUBLE,
                e2e_ns DOUBLE,
                tpot_ns DOUBLE,
                longest_gap_ns DOUBLE,
                prompt_tokens INTEGER,
                output_tokens INTEGER,
                max_tokens INTEGER,
                token_source VARCHAR,
                chunk_ns DOUBLE[])
            """;

    private ParquetExport() {}

    /// Writes the run to `out`, or to `requests.parquet` in it where it is a folder.
    ///
    /// @return the file written
    /// @throws ExportException when the file exists or cannot be written
    public static List<Path> write(Run run, Path out) {
        Path file = Exporters.file(out, FILE_NAME);
        NewFiles.check(List.of(file));
        try (Connection connection = open()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(TABLE);
                append(connection.unwrap(DuckDBConnection.class), run);
                statement.execute("COPY (SELECT * FROM requests ORDER BY \"index\") TO '"
                        + file.toString().replace("'", "''") + "' (FORMAT parquet, COMPRESSION zstd)");
            }
        } catch (SQLException e) {
            deleteQuietly(file);
            throw new ExportException("cannot write " + file + ": " + firstLine(e), e);
        }
        return List.of(file);
    }

    /// In memory, without the network: DuckDB would otherwise fetch what it lacks.
    private static Connection open() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("threads", "1");
        return DriverManager.getConnection("jdbc:duckdb:", settings);
    }

    private static void append(DuckDBConnection connection, Run run) throws SQLException {
        try (DuckDBAppender rows = connection.createAppender("requests")) {
            for (RequestRow row : RequestRow.of(run)) {
                rows.beginRow().append(row.index()).append(row.id());
                text(rows, row.requestClass());
                rows.append(row.definitions()).append(row.ok());
                text(rows, row.failure());
                count(rows, row.httpStatus() == 0 ? -1 : row.httpStatus());
                text(rows, row.message());
                text(rows, row.finishReason());
                number(rows, row.intendedStartNs());
                number(rows, row.startNs());
                number(rows, row.firstTokenNs());
                number(rows, row.lastTokenNs());
                number(rows, row.endNs());
                number(rows, row.ttftNs());
                number(rows, row.e2eNs());
                number(rows, row.tpotNs());
                number(rows, row.longestGapNs());
                count(rows, row.promptTokens());
                count(rows, row.outputTokens());
                count(rows, row.maxTokens());
                text(rows, row.tokenSource());
                double[] chunkNs = row.chunkNs();
                if (chunkNs == null) {
                    rows.appendNull();
                } else {
                    rows.append(chunkNs);
                }
                rows.endRow();
            }
        }
    }

    private static void text(DuckDBAppender rows, @Nullable String value) throws SQLException {
        if (value == null) {
            rows.appendNull();
        } else {
            rows.append(value);
        }
    }

    private static void number(DuckDBAppender rows, double value) throws SQLException {
        if (Double.isNaN(value)) {
            rows.appendNull();
        } else {
            rows.append(value);
        }
    }

    private static void count(DuckDBAppender rows, int value) throws SQLException {
        if (value < 0) {
            rows.appendNull();
        } else {
            rows.append(value);
        }
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown");
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ExportException("cannot remove the half-written " + file + ": " + RunFiles.reason(e), e);
        }
    }
}
