package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// MLPerf Endpoints 0.1.0: a report folder with `events.jsonl`, `performance/result_summary.json`,
/// `metrics/final_snapshot.json` and `config.yaml`. Single requests come from the events; the tool counts tokens with a
/// tokenizer of its own, and those counts are in its aggregates only.
final class EndpointsImporter implements Importer {
    private static final List<String> NAMES = List.of(
            "events.jsonl",
            "config.yaml",
            "performance/result_summary.json",
            "result_summary.json",
            "metrics/final_snapshot.json",
            "final_snapshot.json");

    @Override
    public String tool() {
        return "MLPerf Endpoints";
    }

    /// The files of one report.
    private record Report(
            Path folder,
            @Nullable Path events,
            @Nullable Path summary,
            @Nullable Path snapshot,
            @Nullable Path config) {}

    private enum Kind {
        EVENTS,
        SUMMARY,
        SNAPSHOT,
        CONFIG,
        OTHER
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return ResultFiles.of(source, NAMES).stream()
                    .map(EndpointsImporter::kind)
                    .anyMatch(kind -> kind == Kind.EVENTS || kind == Kind.SUMMARY || kind == Kind.SNAPSHOT);
        } catch (ImportException e) {
            return false;
        }
    }

    private static Kind kind(Path file) {
        String beginning = ImportSource.beginning(file);
        if (beginning.startsWith("{\"event_type\":\"s") && beginning.contains("\"timestamp_ns\":")) {
            return Kind.EVENTS;
        }
        if (beginning.contains("\"n_samples_issued\"") && beginning.contains("\"n_samples_completed\"")) {
            return Kind.SUMMARY;
        }
        if (beginning.contains("\"n_pending_tasks\"") && beginning.contains("\"total_samples_issued\"")) {
            return Kind.SNAPSHOT;
        }
        boolean config = beginning.contains("model_params:") && beginning.contains("load_pattern:");
        return config ? Kind.CONFIG : Kind.OTHER;
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> files = ResultFiles.of(source, NAMES);
        List<Path> roots = files.stream()
                .filter(file -> kind(file) == Kind.EVENTS)
                .map(EndpointsImporter::folder)
                .distinct()
                .toList();
        if (roots.isEmpty()) {
            return List.of(read(source.path(), report(folder(source.path().resolve("x")), files)));
        }
        return roots.stream()
                .map(root -> read(
                        source.path(),
                        report(
                                root,
                                files.stream()
                                        .filter(file -> file.startsWith(root))
                                        .toList())))
                .toList();
    }

    private static Path folder(Path file) {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private static Report report(Path folder, List<Path> files) {
        return new Report(
                folder,
                first(files, Kind.EVENTS),
                first(files, Kind.SUMMARY),
                first(files, Kind.SNAPSHOT),
                first(files, Kind.CONFIG));
    }

    private static @Nullable Path first(List<Path> files, Kind kind) {
        return files.stream().filter(file -> kind(file) == kind).findFirst().orElse(null);
    }

    private static Imported read(Path source, Report report) {
        EndpointsEvents events = report.events == null ? EndpointsEvents.NONE : EndpointsEvents.read(report.events);
        Optional<NodeReader> summary = object(report.summary);
        Optional<NodeReader> snapshot = object(report.snapshot);
        EndpointsConfig config = report.config == null ? EndpointsConfig.NONE : EndpointsConfig.read(report.config);
        boolean poisson = summary.map(EndpointsImporter::isLegacyWindow).orElse(config.isPoisson());
        Dialect dialect = Dialects.byId(poisson ? "mlperf-endpoints" : "mlperf-endpoints-tracked")
                .orElseThrow();
        int tokens =
                summary.map(told -> events.tokensOfEveryAnswer(told.node())).orElse(-1);
        List<String> notes = new ArrayList<>(List.of(
                "The tool counted tokens with a tokenizer of its own and keeps no count of a single answer.",
                "A stream that broke off can be told only by its missing finish reason.",
                "The last chunk carries the stamp of the completion event unless all chunks were logged."));
        if (tokens >= 0) {
            notes.add("By the tool's summary every answer had " + tokens + " tokens.");
        }
        if (events.untracked() > 0) {
            notes.add(events.untracked() + " requests outside performance tracking (warm-up) are left out.");
        }
        if (report.events == null) {
            notes.add("events.jsonl is not there, so no request is on record.");
        }
        Coverage.Events kept = Coverage.Events.FIRST_AND_LAST;
        if (report.events == null) {
            kept = Coverage.Events.NONE;
        } else if (events.hasAllChunks()) {
            kept = Coverage.Events.OUTPUT_CHUNKS;
        }
        Coverage coverage = new Coverage(dialect.id(), false, report.events != null, kept, true, notes);
        ImportedRuns runs = new ImportedRuns(dialect, source).windowNs(events.trackedDurationNs());
        config.describe(runs);
        List<ToldAggregate> told = new ArrayList<>();
        EndpointsAggregates aggregates = new EndpointsAggregates(events, report.events != null, tokens >= 0);
        summary.ifPresent(node -> told.addAll(aggregates.ofSummary(node)));
        snapshot.ifPresent(node -> told.addAll(aggregates.ofSnapshot(node)));
        return new Imported(runs.build(events.traces(tokens), coverage), dialect, told);
    }

    private static Optional<NodeReader> object(@Nullable Path file) {
        return file == null ? Optional.empty() : Optional.of(NodeReader.of(file, 0, ImportSource.json(file)));
    }

    private static boolean isLegacyWindow(NodeReader summary) {
        JsonNode window = summary.node().path("legacy_loadgen_window_duration_ns");
        return window.isNumber();
    }
}
