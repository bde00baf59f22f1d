package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The point files of genai-bench, one a scenario and concurrency; an experiment folder holds several.
final class GenaiBenchImporter implements Importer {
    private static final String METADATA = "experiment_metadata.json";
    private static final Pattern TRIM = Pattern.compile("--(warmup|cooldown)-ratio[ =]([0-9.eE+-]{1,20})");

    @Override
    public String tool() {
        return "genai-bench";
    }

    @Override
    public boolean recognises(ImportSource source) {
        return SourceTree.files(source).stream().anyMatch(file -> isPoint(file) || isMetadata(file));
    }

    private static boolean isPoint(Path file) {
        String start = ImportSource.beginning(file);
        return start.contains("\"aggregated_metrics\"") && start.contains("\"error_codes_frequency\"");
    }

    private static boolean isMetadata(Path file) {
        String start = ImportSource.beginning(file);
        return start.contains("\"benchmark_version\"") && start.contains("\"server_model_tokenizer\"");
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> points = SourceTree.files(source).stream()
                .filter(GenaiBenchImporter::isPoint)
                .toList();
        if (points.isEmpty()) {
            throw new ImportException(
                    source.path()
                            + ": the folder of a genai-bench experiment without a point file; the tool writes none when every answer has one token");
        }
        return points.stream().map(GenaiBenchImporter::read).toList();
    }

    private static Imported read(Path file) {
        List<GenaiBenchRow> read = new ArrayList<>();
        FlatNumbers.Paths paths = new FlatNumbers.Paths();
        JsonFields document = RecordDocument.read(
                file, Set.of(GenaiBenchRow.LIST), (_, row) -> read.add(GenaiBenchRow.of(row, paths)));
        double unitNs = GenaiBenchRow.unitNs(document);
        Optional<JsonFields> metadata = SourceTree.beside(file, METADATA)
                .filter(GenaiBenchImporter::isMetadata)
                .map(found -> JsonFields.of(found, ImportSource.json(found)));
        List<GenaiBenchRow> rows = read.stream().map(row -> row.inUnit(unitNs)).toList();
        Dialect dialect = Dialects.byId("genai-bench").orElseThrow();
        List<RequestTrace> traces = new ArrayList<>(rows.size());
        for (GenaiBenchRow row : rows) {
            traces.add(row.trace(traces.size()));
        }
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                Coverage.Events.FIRST_AND_END,
                true,
                List.of(
                        "answers of one token and empty answers are missing: genai-bench drops them",
                        "a request ends at its usage chunk",
                        "token counts are the server's, or the tool's tokenizer's where the server sent none: the file does not say which"));
        JsonFields aggregated = document.child("aggregated_metrics");
        ImportedRuns run = new ImportedRuns(dialect, file);
        describe(run, aggregated, metadata);
        GenaiBenchAggregates aggregates =
                new GenaiBenchAggregates(rows, unitNs, trim(metadata, "warmup"), trim(metadata, "cooldown"));
        return new Imported(run.build(traces, coverage), dialect, aggregates.all(aggregated));
    }

    private static void describe(ImportedRuns run, JsonFields aggregated, Optional<JsonFields> metadata) {
        double durationS = aggregated.number("run_duration");
        if (durationS > 0 && durationS < 1e9) {
            run.windowNs(durationS * 1e9);
        }
        run.workload(aggregated.textOr("scenario", "unknown"));
        int concurrency = aggregated.count("num_concurrency");
        if (concurrency > 0) {
            run.closedLoop(concurrency);
        }
        metadata.ifPresent(told -> run.endpoint(
                "unknown", told.textOr("api_backend", "unknown"), told.textOr("api_model_name", "unknown")));
    }

    /// What share of the records is left out of the statistics; it stands in the command line alone.
    private static double trim(Optional<JsonFields> metadata, String which) {
        Matcher options =
                TRIM.matcher(metadata.map(told -> told.textOr("cmd", "")).orElse(""));
        double share = 0;
        while (options.find()) {
            if (options.group(1).equals(which)) {
                try {
                    share = Math.clamp(Double.parseDouble(options.group(2)), 0.0, 1.0);
                } catch (NumberFormatException _) {
                    share = 0;
                }
            }
        }
        return share;
    }
}
