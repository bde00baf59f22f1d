package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The reports folder of inference-perf: per-request records, and the summary and stage files that aggregate them.
final class InferencePerfImporter implements Importer {
    private static final Pattern RECORDS =
            Pattern.compile("^\\s*\\[\\s*\\{\\s*\"start_time\"\\s*:\\s*[0-9.eE+-]{1,30}\\s*,\\s*\"end_time\"");

    @Override
    public String tool() {
        return "inference-perf";
    }

    @Override
    public boolean recognises(ImportSource source) {
        return SourceTree.files(source).stream().anyMatch(file -> isRecords(file) || isAggregates(file));
    }

    private static boolean isRecords(Path file) {
        return RECORDS.matcher(ImportSource.beginning(file)).find();
    }

    private static boolean isAggregates(Path file) {
        String start = ImportSource.beginning(file);
        return start.contains("\"benchmark_time_seconds\"") && start.contains("\"schedule_delay\"");
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> files = source.isDirectory() ? SourceTree.files(source) : siblings(source.path());
        List<Path> records = (isRecords(source.path()) ? List.of(source.path()) : files)
                .stream().filter(InferencePerfImporter::isRecords).toList();
        if (records.isEmpty()) {
            throw new ImportException(source.path()
                    + ": holds inference-perf aggregates only; run with report.request_lifecycle.per_request: true");
        }
        return records.stream().map(InferencePerfImporter::read).toList();
    }

    private static List<Path> siblings(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? List.of(file) : new ImportSource(folder).files();
    }

    private static Imported read(Path file) {
        List<Path> beside = siblings(file);
        InferencePerfConfig config = InferencePerfConfig.of(
                beside.stream().filter(InferencePerfConfig::is).findFirst());
        List<InferencePerfRow> rows = new ArrayList<>();
        RecordDocument.readList(file, (_, row) -> rows.add(InferencePerfRow.of(row)));
        Dialect dialect = Dialects.byId("inference-perf").orElseThrow();
        if (config.usesServerTokens()) {
            dialect = dialect.with(TokenSources.of(Source.USAGE_ANY, Source.TOK_CONTENT));
        }
        double epochS =
                rows.stream().mapToDouble(InferencePerfRow::startS).min().orElse(0);
        List<RequestTrace> traces = new ArrayList<>(rows.size());
        for (InferencePerfRow row : rows) {
            traces.add(row.trace(traces.size(), epochS));
        }
        boolean timed = rows.stream().anyMatch(row -> row.chunkS().length > 0);
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                true,
                timed ? Coverage.Events.OUTPUT_CHUNKS : Coverage.Events.NONE,
                true,
                List.of(
                        "when requests were meant to start is not in the file",
                        "tokens of a chunk are counted by the tool's tokenizer",
                        "the end of a request holds the time the tool took to tokenise the answer",
                        "the chunks of a broken stream have no stamps"));
        ImportedRuns run = new ImportedRuns(dialect, file)
                .endpoint(
                        config.text("server", "base_url"),
                        config.text("api", "type"),
                        config.text("server", "model_name"))
                .workload("data " + config.text("data", "type"));
        describeLoad(run, config);
        List<ToldAggregate> aggregates = new ArrayList<>();
        InferencePerfStages stages = new InferencePerfStages(rows, config);
        beside.stream()
                .filter(InferencePerfImporter::isAggregates)
                .map(told -> JsonFields.of(told, ImportSource.json(told)))
                .forEach(stages::add);
        aggregates.addAll(stages.aggregates());
        return new Imported(run.build(traces, coverage), dialect, aggregates);
    }

    private static void describeLoad(ImportedRuns run, InferencePerfConfig config) {
        Optional<Double> concurrency =
                Optional.of(config.stage(0, "concurrency_level")).filter(level -> level >= 1 && level < 1e6);
        boolean oneStage = Double.isNaN(config.stage(1, "rate")) && Double.isNaN(config.stage(1, "concurrency_level"));
        if (oneStage && concurrency.isPresent()) {
            run.closedLoop((int) Math.round(concurrency.get()));
        } else if (oneStage
                && config.stage(0, "rate") > 0
                && config.text("load", "type").equals("poisson")) {
            run.poisson(config.stage(0, "rate"), 0);
        }
    }
}
