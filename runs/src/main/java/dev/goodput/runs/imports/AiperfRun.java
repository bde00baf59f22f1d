package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run of AIPerf, read.
///
/// @param told the summary's own numbers by `metric.statistic`, those of the CSV table aside
record AiperfRun(Imported imported, Map<String, ToldAggregate> told) {

    /// The run as its own tool sees it.
    DialectRun seen() {
        return DialectRun.of(imported.run(), imported.dialect());
    }

    static AiperfRun read(Path path, AiperfFiles files) {
        AiperfSummary summary =
                files.file(AiperfFiles.Kind.SUMMARY).map(AiperfSummary::read).orElse(AiperfSummary.NONE);
        Path records = files.file(AiperfFiles.Kind.RECORDS).orElse(null);
        Path raw = files.file(AiperfFiles.Kind.RAW).orElse(null);
        if (records != null) {
            return ofRecords(path, AiperfRecords.read(records), raw, summary, files);
        }
        return raw != null
                ? ofRecords(path, AiperfRecords.readRaw(raw), raw, summary, files)
                : ofSummary(path, summary, files);
    }

    private static AiperfRun ofRecords(
            Path path, AiperfRecords records, @Nullable Path raw, AiperfSummary summary, AiperfFiles files) {
        AiperfTokens tokens = new AiperfTokens(records);
        Dialect dialect = AiperfVersions.dialect(summary, records, tokens);
        Map<String, AiperfRaw.Stream> streams = raw == null ? Map.of() : AiperfRaw.read(raw);
        List<String> notes = new ArrayList<>();
        boolean allStreams = raw != null
                && records.rows().stream().allMatch(row -> row.failure() != null || streams.containsKey(row.id()));
        if (raw != null && !allStreams) {
            notes.add("the raw export lacks some of the requests and was not used");
        }
        AiperfTraces traces = new AiperfTraces(records, allStreams ? streams : Map.of(), tokens);
        boolean schedule = !records.rows().isEmpty()
                && records.rows().stream().noneMatch(row -> row.creditNs() == AiperfRow.UNKNOWN);
        if (schedule) {
            notes.add("the intended start is when the generator issued the request to its worker");
        }
        notes.add("of a failed request the file keeps no chunks; requests still in flight at the end are not in it");
        Coverage coverage = new Coverage(
                dialect.id(), schedule, true, allStreams ? Coverage.Events.ALL : traces.events(), true, notes);
        List<RequestTrace> all = traces.all();
        AiperfWindow window = AiperfWindow.of(summary);
        Run run = summary.describe(new ImportedRuns(dialect, path))
                .startedAt(instant(traces.epochNs()))
                .windowNs(window.lengthNs())
                .build(all, coverage);
        boolean streaming = coverage.events() != Coverage.Events.NONE;
        AiperfRecipes recipes = new AiperfRecipes(records, summary, window, streaming);
        return with(run, dialect, files, summary.told(recipes, recipes::errors), recipes);
    }

    /// Aggregates alone: all of them are kept, and none can be recomputed.
    private static AiperfRun ofSummary(Path path, AiperfSummary summary, AiperfFiles files) {
        Dialect dialect = AiperfVersions.dialect(summary);
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                Coverage.Events.NONE,
                false,
                List.of("a summary only: the requests are in profile_export.jsonl, which was not there"));
        Run run = summary.describe(new ImportedRuns(dialect, path)).build(List.of(), coverage);
        Recipe refused =
                new Recipe.Impossible("the summary holds no requests; import profile_export.jsonl together with it");
        RecipeBook recipes = (_, _, _) -> refused;
        return with(run, dialect, files, summary.told(recipes, _ -> refused), recipes);
    }

    private static AiperfRun with(
            Run run, Dialect dialect, AiperfFiles files, List<ToldAggregate> ofSummary, RecipeBook recipes) {
        List<ToldAggregate> aggregates = new ArrayList<>(ofSummary);
        Map<String, ToldAggregate> byName = new LinkedHashMap<>();
        aggregates.forEach(aggregate -> byName.put(aggregate.name(), aggregate));
        files.file(AiperfFiles.Kind.TABLE).ifPresent(table -> aggregates.addAll(AiperfTable.told(table, recipes)));
        return new AiperfRun(new Imported(run, dialect, aggregates), byName);
    }

    private static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(epochNs / 1_000_000_000, epochNs % 1_000_000_000);
    }

    static Dialect dialect(String id) {
        return Dialects.byId(id).orElseThrow(() -> new IllegalStateException("no dialect " + id));
    }
}
