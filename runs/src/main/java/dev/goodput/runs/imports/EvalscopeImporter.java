package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run folder of `evalscope perf`: the database has the requests, the JSON files beside it the aggregates. A source
/// that holds several such folders (a sweep, a search for a load that keeps an SLA) holds as many runs.
final class EvalscopeImporter implements Importer {

    @Override
    public String tool() {
        return "evalscope";
    }

    @Override
    public boolean recognises(ImportSource source) {
        return databases(source).stream().anyMatch(EvalscopeDatabase::is);
    }

    /// A JSON file of a run folder stands for the folder.
    private static List<Path> databases(ImportSource source) {
        if (!source.isDirectory() && EvalscopeAggregates.isOne(source.path())) {
            Path folder = source.path().toAbsolutePath().getParent();
            return folder == null ? List.of() : SourceTree.files(new ImportSource(folder));
        }
        return SourceTree.files(source);
    }

    @Override
    public List<Imported> read(ImportSource source) {
        Map<Path, Imported> runs = new LinkedHashMap<>();
        for (Path file : databases(source)) {
            if (EvalscopeDatabase.is(file)) {
                runs.put(file, read(file));
            }
        }
        return EvalscopeSla.attach(source, runs);
    }

    private static Imported read(Path file) {
        EvalscopeRows rows = EvalscopeDatabase.read(file);
        String id = rows.hasStreamColumn() ? "evalscope-1141" : "evalscope";
        Dialect dialect = Dialects.byId(id).orElseThrow();
        double epochS = rows.rows().stream()
                .mapToDouble(EvalscopeRows.Row::startS)
                .min()
                .orElse(0);
        List<RequestTrace> traces = new ArrayList<>(rows.rows().size());
        for (EvalscopeRows.Row row : rows.rows()) {
            traces.add(trace(traces.size(), row, epochS));
        }
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                true,
                Coverage.Events.OUTPUT_CHUNKS,
                true,
                List.of(
                        "why a request failed stands only in a pickle, which is not read",
                        "the chunks of a broken stream are counted and not timed: its first has no stamp",
                        "the end of a request is its last data event, taken for the one with usage",
                        "token counts are the server's, or the tool's tokenizer's where the server sent none: the file does not say which"));
        ImportedRuns run = new ImportedRuns(dialect, file);
        EvalscopeAggregates aggregates = new EvalscopeAggregates(file, rows);
        aggregates.describe(run);
        return new Imported(run.build(traces, coverage), dialect, aggregates.all());
    }

    private static RequestTrace trace(int index, EvalscopeRows.Row row, double epochS) {
        double startNs = (row.startS() - epochS) * 1e9;
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = startNs;
        timeline.endNs = row.success() ? startNs + row.latencyS() * 1e9 : (row.endS() - epochS) * 1e9;
        return new RequestTrace(
                index,
                row.id(),
                new Asked(Usage.UNKNOWN, row.maxOutputTokens(), null),
                timeline.build(),
                chunks(row, startNs),
                row.outputTokens() == Usage.UNKNOWN && row.promptTokens() == Usage.UNKNOWN
                        ? null
                        : Usage.of(row.promptTokens(), row.outputTokens()),
                row.success()
                        ? new Outcome.Completed("", false)
                        : new Outcome.Failed(FailureCategory.UNSTATED, 0, "the database does not say why"));
    }

    private static Chunks chunks(EvalscopeRows.Row row, double startNs) {
        if (Double.isNaN(row.ttftS())) {
            int count = row.gapsS().length;
            return count == 0 ? Chunks.NONE : Chunks.NONE.withUnstamped(count + 1);
        }
        Chunks.Builder chunks = new Chunks.Builder();
        double sinceStartS = row.ttftS();
        chunks.text(startNs + sinceStartS * 1e9, Chunks.TOKENS_UNKNOWN, 0);
        for (double gapS : row.gapsS()) {
            sinceStartS += gapS;
            chunks.text(startNs + sinceStartS * 1e9, Chunks.TOKENS_UNKNOWN, 0);
        }
        if (row.latencyS() > sinceStartS) {
            chunks.add(startNs + row.latencyS() * 1e9, ChunkKind.USAGE);
        }
        return chunks.build();
    }
}
