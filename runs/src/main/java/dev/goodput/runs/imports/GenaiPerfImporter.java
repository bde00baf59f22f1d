package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Reads what GenAI-Perf and perf_analyzer write: the export with every response, and the summaries beside it.
final class GenaiPerfImporter implements Importer {
    @Override
    public String tool() {
        return "GenAI-Perf";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream().anyMatch(file -> isExport(file) || isSummary(file) || isTable(file));
        } catch (ImportException e) {
            return false;
        }
    }

    private static boolean isExport(Path file) {
        String start = ImportSource.beginning(file);
        return start.stripLeading().startsWith("{")
                && start.contains("\"experiments\"")
                && start.contains("\"experiment\"")
                && start.contains("\"mode\"");
    }

    private static boolean isSummary(Path file) {
        String start = ImportSource.beginning(file);
        return start.stripLeading().startsWith("{")
                && start.contains("\"input_config\"")
                && start.contains("\"perf_analyzer\"")
                && start.contains("\"request_throughput\"");
    }

    private static boolean isTable(Path file) {
        return ImportSource.beginning(file).startsWith("Metric,avg,min,max,p99");
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> files = source.files();
        List<Path> exports = files.stream().filter(GenaiPerfImporter::isExport).toList();
        Optional<Path> summaryFile =
                only(files.stream().filter(GenaiPerfImporter::isSummary).toList());
        Optional<Path> table =
                only(files.stream().filter(GenaiPerfImporter::isTable).toList());
        GenaiPerfSummary summary = summaryFile.map(GenaiPerfSummary::read).orElse(GenaiPerfSummary.NONE);
        Optional<Path> export = only(exports);
        if (export.isEmpty()) {
            return List.of(ofSummary(source.path(), summary, table));
        }
        GenaiPerfProfile profile = GenaiPerfProfile.read(export.get());
        boolean several = profile.experiments().size() > 1;
        List<Imported> imported = new ArrayList<>();
        for (GenaiPerfProfile.Experiment experiment : profile.experiments()) {
            // A summary is of one experiment; of several nothing says which.
            imported.add(imported(
                    source.path(),
                    profile,
                    experiment,
                    several ? GenaiPerfSummary.NONE : summary,
                    several ? Optional.empty() : table));
        }
        return imported;
    }

    private static Optional<Path> only(List<Path> files) {
        if (files.size() > 1) {
            throw new ImportException(files.get(0) + " and " + files.get(1).getFileName()
                    + ": two files of the same kind; name the one to import");
        }
        return files.stream().findFirst();
    }

    private static Imported imported(
            Path path,
            GenaiPerfProfile profile,
            GenaiPerfProfile.Experiment experiment,
            GenaiPerfSummary summary,
            Optional<Path> table) {
        List<GenaiPerfRequest> requests = experiment.requests().stream()
                .sorted(Comparator.comparingLong(GenaiPerfRequest::startNs))
                .toList();
        GenaiPerfTokens tokens = GenaiPerfTokens.of(requests, summary);
        Dialect dialect = Dialects.genaiPerf();
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                true,
                Coverage.Events.ALL,
                false,
                List.of(
                        "a run with a failed request leaves no file, so there are none in it",
                        "stamps are of the wall clock, which can step",
                        tokens.words()));
        long epochNs = requests.isEmpty() ? 0 : requests.getFirst().startNs();
        ImportedRuns run = new ImportedRuns(dialect, path)
                .startedAt(Instant.ofEpochSecond(epochNs / 1_000_000_000, epochNs % 1_000_000_000));
        if (experiment.mode().equals("concurrency") && experiment.value() >= 1) {
            run.closedLoop((int) experiment.value());
        }
        requests.stream()
                .map(GenaiPerfRequest::model)
                .filter(model -> !model.isEmpty())
                .findFirst()
                .ifPresent(model -> run.endpoint(
                        summary.url(), profile.endpoint().contains("chat") ? "chat" : profile.endpoint(), model));
        Run built = run.build(traces(requests, tokens, epochNs), coverage);
        GenaiPerfRecipes recipes = new GenaiPerfRecipes(
                tokens,
                summary.objectives(),
                requests.stream().map(GenaiPerfRequest::session).toList());
        List<ToldAggregate> told = new ArrayList<>(summary.told(recipes));
        table.ifPresent(file -> told.addAll(GenaiPerfTable.told(file, recipes)));
        return new Imported(built, dialect, told);
    }

    private static List<RequestTrace> traces(List<GenaiPerfRequest> requests, GenaiPerfTokens tokens, long epochNs) {
        List<RequestTrace> traces = new ArrayList<>(requests.size());
        for (GenaiPerfRequest request : requests) {
            double startNs = request.startNs() - epochNs;
            Chunks.Builder chunks = new Chunks.Builder();
            for (int i = 0; i < request.chunks().size(); i++) {
                chunks.add(
                        startNs + request.chunks().arrivalNs(i),
                        request.chunks().kinds(i),
                        request.chunks().tokens(i),
                        request.chunks().chars(i));
            }
            Chunks placed = chunks.build();
            Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
            timeline.startNs = startNs;
            timeline.endNs = placed.isEmpty() ? Stamp.UNKNOWN : placed.arrivalNs(placed.size() - 1);
            traces.add(new RequestTrace(
                    traces.size(),
                    request.id().isEmpty() ? "request-" + traces.size() : request.id(),
                    new Asked(Usage.UNKNOWN, request.maxTokens(), null),
                    timeline.build(),
                    placed,
                    request.usage(),
                    tokens.of(request),
                    request.outcome()));
        }
        return traces;
    }

    /// Aggregates alone: all of them are kept, and none can be recomputed.
    private static Imported ofSummary(Path path, GenaiPerfSummary summary, Optional<Path> table) {
        Dialect dialect = Dialects.genaiPerf();
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                Coverage.Events.NONE,
                false,
                List.of("a summary only: the requests are in profile_export.json, which was not there"));
        String reason = "the summary holds no requests; import profile_export.json together with it";
        List<ToldAggregate> told = new ArrayList<>();
        summary.told(new GenaiPerfRecipes(
                        new GenaiPerfTokens(GenaiPerfTokens.Source.UNKNOWN, 0), summary.objectives(), List.of()))
                .forEach(one -> told.add(new ToldAggregate(
                        one.name(), one.told(), one.unit(), one.decimals(), new Recipe.Impossible(reason))));
        table.ifPresent(file ->
                told.addAll(GenaiPerfTable.told(file, (metric, statistic, unit) -> new Recipe.Impossible(reason))));
        Run run = new ImportedRuns(dialect, path).build(List.of(), coverage);
        return new Imported(run, dialect, told);
    }
}
