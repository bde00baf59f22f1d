package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which column of a table of requests is what, read from a YAML file:
///
/// ```yaml
/// start:         {column: sent_at, unit: s}       # when the request was sent; any clock that all rows share
/// ttft:          {column: ttft_ms, unit: ms}      # from start to the first token
/// e2e:           {column: latency_ms, unit: ms}   # from start to the end of the answer
/// output_tokens: completion_tokens
/// status:        {column: code, ok: [200]}        # every other value is a failure
/// ```
///
/// | key | meaning | unit |
/// |---|---|---|
/// | `start`, `intended_start` | when it was sent, and when the schedule wanted it sent | needed |
/// | `ttft`, `e2e` | from start to the first token, to the end of the answer | needed |
/// | `first_token`, `end` | the same two as points on the clock of `start` | needed |
/// | `gaps` | times between chunks, a list in one cell: `[7.1, 6.9]` or `7.1 6.9` | needed |
/// | `output_tokens`, `prompt_tokens`, `max_tokens` | counts as the server told them; the length asked for | |
/// | `status` | with `ok:`, the values that mean success (else 2xx, `ok`, `success`, `true`, `completed`, `stop`,
/// `length`) | |
/// | `error` | a message; a row that has one failed | |
/// | `id`, `class` | the request's name; its class of the workload | |
/// | `dialect` | whose definitions the times follow, an id of `goodput definitions`; else `table` | |
/// | `format`, `delimiter` | `csv` or `jsonl`, else told from the content; the separator of a CSV, else a comma | |
///
/// Units are `ns`, `us`, `ms`, `s`, `min`, and `iso` for ISO-8601 points in time; a time without a unit is refused,
/// since
/// guessing it from the size would be wrong silently. Of the times, `ttft`, `first_token`, `e2e` or `end` must be
/// there.
/// A column of JSON lines may be a path, `metrics.ttft`. What a row leaves empty stays unknown.
///
/// @param columns where each field that is mapped stands
/// @param jsonLines whether the data are JSON lines; null where the content has to tell
record TableMapping(
        Path file,
        Map<TableField, TableColumn> columns,
        Dialect dialect,
        @Nullable Boolean jsonLines,
        char delimiter) {

    /// One column.
    ///
    /// @param line of the mapping file, for messages
    /// @param unit of times
    /// @param ok values that mean success, of `status`; empty for the usual ones
    record TableColumn(String name, int line, @Nullable TableUnit unit, List<String> ok) {}

    TableMapping {
        columns = Map.copyOf(columns);
    }

    boolean has(TableField field) {
        return columns.containsKey(field);
    }
}
