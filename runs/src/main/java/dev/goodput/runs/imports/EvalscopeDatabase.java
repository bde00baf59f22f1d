package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.JsonNode;

/// Reads the table `result` of evalscope's `benchmark_data.db`. The column of response messages holds Python pickles,
/// which can run code: it is never read.
final class EvalscopeDatabase {
    private static final String MAGIC = "SQLite format 3\0";
    private static final int MAX_ROWS = 10_000_000;
    private static final int MAX_REQUEST_CHARS = 1 << 20;
    private static final List<String> NEEDED = List.of(
            "start_time",
            "completed_time",
            "success",
            "latency",
            "first_chunk_latency",
            "inter_token_latencies",
            "time_per_output_token",
            "prompt_tokens",
            "completion_tokens");
    private static final List<String> OPTIONAL = List.of("request_id", "is_stream");

    private EvalscopeDatabase() {}

    /// Whether a file is an SQLite database whose first page tells of evalscope's table.
    static boolean is(Path file) {
        String start = ImportSource.beginning(file);
        return start.startsWith(MAGIC)
                && start.contains("TABLE result")
                && start.contains("first_chunk_latency")
                && start.contains("completion_tokens");
    }

    static EvalscopeRows read(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        SQLiteDataSource database = new SQLiteDataSource(config);
        // Immutable: no journal is looked for or left beside somebody else's file.
        database.setUrl("jdbc:sqlite:"
                + file.toAbsolutePath().toUri().toString().replaceFirst("^file:/+", "file:/") + "?immutable=1");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA trusted_schema = OFF");
            statement.execute("PRAGMA cell_size_check = ON");
            requirePlainTable(file, statement);
            Set<String> columns = columns(statement);
            String missing =
                    NEEDED.stream().filter(name -> !columns.contains(name)).collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                throw new ImportException(
                        file + ": its table 'result' has no column " + missing + "; it is older than what can be read");
            }
            return new EvalscopeRows(rows(file, statement, columns), columns.contains("is_stream"));
        } catch (SQLException e) {
            throw new ImportException(
                    file + ": not a readable SQLite database: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }

    /// A view or a virtual table of that name could compute without end.
    private static void requirePlainTable(Path file, Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT count(*) FROM sqlite_master WHERE name = 'result'"
                + " AND type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE%'")) {
            if (!found.next() || found.getInt(1) != 1) {
                throw new ImportException(file + ": has no table 'result'");
            }
        }
    }

    /// Columns that are stored; generated ones are not listed.
    private static Set<String> columns(Statement statement) throws SQLException {
        Set<String> names = new LinkedHashSet<>();
        try (ResultSet columns = statement.executeQuery("PRAGMA table_info(result)")) {
            while (columns.next()) {
                names.add(columns.getString("name"));
            }
        }
        return names;
    }

    private static List<EvalscopeRows.Row> rows(Path file, Statement statement, Set<String> columns)
            throws SQLException {
        List<String> selected = new ArrayList<>(NEEDED);
        OPTIONAL.stream().filter(columns::contains).forEach(selected::add);
        String sql = "SELECT " + String.join(", ", selected);
        if (columns.contains("request")) {
            sql += ", CASE WHEN length(request) <= " + MAX_REQUEST_CHARS + " THEN request END AS request";
        }
        List<EvalscopeRows.Row> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql + " FROM result ORDER BY rowid LIMIT " + (MAX_ROWS + 1))) {
            while (result.next()) {
                if (rows.size() == MAX_ROWS) {
                    throw new ImportException(file + ": more than " + MAX_ROWS + " rows");
                }
                rows.add(row(file, rows.size(), result, columns));
            }
        }
        return rows;
    }

    private static EvalscopeRows.Row row(Path file, int index, ResultSet result, Set<String> columns)
            throws SQLException {
        @Nullable String id = columns.contains("request_id") ? result.getString("request_id") : null;
        EvalscopeRows.Row row = new EvalscopeRows.Row(
                id == null ? "row-" + index : id,
                real(result, "start_time"),
                real(result, "completed_time"),
                result.getInt("success") == 1,
                !columns.contains("is_stream") || result.getInt("is_stream") != 0,
                real(result, "latency"),
                real(result, "first_chunk_latency"),
                gaps(file, index, result.getString("inter_token_latencies")),
                real(result, "time_per_output_token"),
                count(result, "prompt_tokens"),
                count(result, "completion_tokens"),
                columns.contains("request")
                        ? maxOutputTokens(file, index, result.getString("request"))
                        : Usage.UNKNOWN);
        boolean timesMissing = Double.isNaN(row.latencyS()) || Double.isNaN(row.ttftS());
        if (Double.isNaN(row.startS()) || (row.success() && timesMissing)) {
            throw new ImportException(file + " row " + (index + 1) + ": a successful request without times");
        }
        return row;
    }

    private static double real(ResultSet result, String column) throws SQLException {
        double value = result.getDouble(column);
        return result.wasNull() || Double.isInfinite(value) ? Double.NaN : value;
    }

    private static int count(ResultSet result, String column) throws SQLException {
        int value = result.getInt(column);
        return result.wasNull() || value < 0 ? Usage.UNKNOWN : value;
    }

    private static double[] gaps(Path file, int index, @Nullable String json) {
        if (json == null || json.isEmpty()) {
            return new double[0];
        }
        JsonNode node = ImportSource.parse(file, index + 1, json.getBytes(StandardCharsets.UTF_8));
        double[] gapsS = new JsonFields(file, "inter_token_latencies of row " + (index + 1), node)
                .elements().stream().mapToDouble(JsonFields::number).toArray();
        for (double gapS : gapsS) {
            if (!(gapS >= 0 && gapS < 1e9)) {
                throw new ImportException(file + " row " + (index + 1) + ": a gap of " + gapS + " s");
            }
        }
        return gapsS;
    }

    private static int maxOutputTokens(Path file, int index, @Nullable String request) {
        if (request == null || !request.startsWith("{")) {
            return Usage.UNKNOWN;
        }
        JsonNode body = ImportSource.parse(file, index + 1, request.getBytes(StandardCharsets.UTF_8));
        for (String name : List.of("max_completion_tokens", "max_tokens")) {
            JsonNode limit = body.get(name);
            if (limit != null && limit.isInt() && limit.intValue() >= 0) {
                return limit.intValue();
            }
        }
        return Usage.UNKNOWN;
    }
}
