package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// MLPerf LoadGen: `mlperf_log_detail.txt` and `mlperf_log_summary.txt` for the aggregates, `mlperf_log_trace.json` for
/// single samples, `mlperf_log_accuracy.json` for token counts (which accuracy runs alone log).
///
/// The trace holds, per sample, the scheduled time, the delay of the issue, the first-token and the completion
/// callback.
/// A run without trace logging becomes a run without requests whose aggregates are all refused.
final class LoadgenImporter implements Importer {
    private static final List<String> NAMES = List.of(
            "mlperf_log_detail.txt", "mlperf_log_summary.txt", "mlperf_log_trace.json", "mlperf_log_accuracy.json");
    private static final String FINISH_REASON = "unknown";

    @Override
    public String tool() {
        return "MLPerf LoadGen";
    }

    /// The log files of one run, which stand in one folder.
    private record Logs(
            @Nullable Path detail,
            @Nullable Path summary,
            @Nullable Path trace,
            @Nullable Path accuracy) {
        static final Logs NONE = new Logs(null, null, null, null);

        Logs with(Path file) {
            String beginning = ImportSource.beginning(file);
            if (beginning.startsWith(":::MLLOG {")) {
                return new Logs(file, summary, trace, accuracy);
            }
            if (beginning.contains("MLPerf Results Summary") && beginning.contains("SUT name")) {
                return new Logs(detail, file, trace, accuracy);
            }
            if (LoadgenTrace.isTrace(beginning)) {
                return new Logs(detail, summary, file, accuracy);
            }
            return beginning.contains("\"seq_id\"") && beginning.contains("\"qsl_idx\"")
                    ? new Logs(detail, summary, trace, file)
                    : this;
        }

        boolean isRun() {
            return detail != null || summary != null || trace != null;
        }
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return logs(source).values().stream().anyMatch(Logs::isRun);
        } catch (ImportException e) {
            return false;
        }
    }

    private static Map<String, Logs> logs(ImportSource source) {
        Map<String, Logs> byFolder = new LinkedHashMap<>();
        for (Path file : ResultFiles.of(source, NAMES)) {
            String folder = String.valueOf(file.getParent());
            byFolder.put(folder, byFolder.getOrDefault(folder, Logs.NONE).with(file));
        }
        return byFolder;
    }

    @Override
    public List<Imported> read(ImportSource source) {
        return logs(source).values().stream()
                .filter(Logs::isRun)
                .map(logs -> read(source.path(), logs))
                .toList();
    }

    private static Imported read(Path source, Logs logs) {
        Dialect dialect = Dialects.byId("mlperf-loadgen").orElseThrow();
        LoadgenLog log = logs.detail == null ? LoadgenLog.EMPTY : LoadgenLog.read(logs.detail);
        List<LoadgenTrace.Sample> samples = logs.trace == null ? List.of() : LoadgenTrace.read(logs.trace);
        Map<Long, Integer> tokens = logs.accuracy == null ? Map.of() : LoadgenLog.tokens(logs.accuracy);
        boolean firsts =
                !samples.isEmpty() && samples.stream().allMatch(sample -> Stamp.isKnown(sample.firstTokenNs()));
        boolean counted = !samples.isEmpty() && samples.stream().allMatch(sample -> tokens.containsKey(sample.seq()));
        List<String> notes = new ArrayList<>(List.of(
                "LoadGen has no notion of a failed request: whatever the system under test answered is a success."));
        if (samples.isEmpty()) {
            notes.add("LoadGen ran without trace logging, so no request is on record.");
        } else if (!counted) {
            notes.add("LoadGen logs the token counts of single samples in accuracy runs only.");
        }
        log.text("loadgen_version").ifPresent(version -> notes.add("LoadGen " + version + "."));
        log.text("result_validity").ifPresent(validity -> notes.add("LoadGen's own verdict: " + validity + "."));
        Coverage coverage = new Coverage(
                dialect.id(),
                !samples.isEmpty(),
                !samples.isEmpty(),
                firsts ? Coverage.Events.FIRST_AND_LAST : Coverage.Events.NONE,
                false,
                notes);
        ImportedRuns runs = new ImportedRuns(dialect, source).workload(log.workload());
        log.startedAt().ifPresent(runs::startedAt);
        log.ratePerSecond().ifPresent(rate -> runs.poisson(rate, 0));
        if (log.text("effective_scenario").orElse("").equals("SingleStream")) {
            runs.closedLoop(1);
        }
        Run run = runs.windowNs(samples.stream()
                        .mapToDouble(LoadgenTrace.Sample::endNs)
                        .max()
                        .orElse(0))
                .build(samples.isEmpty() ? untimed(tokens) : traces(samples, tokens, firsts), coverage);
        LoadgenAggregates aggregates = new LoadgenAggregates(log, samples, firsts, counted);
        List<ToldAggregate> told = new ArrayList<>(aggregates.ofDetail());
        if (logs.summary != null) {
            told.addAll(aggregates.ofSummary(logs.summary));
        }
        return new Imported(run, dialect, told);
    }

    private static List<RequestTrace> traces(
            List<LoadgenTrace.Sample> samples, Map<Long, Integer> tokens, boolean firsts) {
        List<RequestTrace> traces = new ArrayList<>(samples.size());
        for (LoadgenTrace.Sample sample : samples) {
            Timeline.Builder timeline = new Timeline.Builder(sample.scheduledNs());
            timeline.startNs = sample.scheduledNs() + sample.issueDelayNs();
            timeline.endNs = sample.endNs();
            Integer count = tokens.get(sample.seq());
            Usage usage = count == null ? null : Usage.of(Usage.UNKNOWN, count);
            traces.add(new RequestTrace(
                    sample.seq(),
                    "sample-" + sample.seq(),
                    new Asked(Usage.UNKNOWN, Usage.UNKNOWN, null),
                    timeline.build(),
                    firsts ? chunks(sample, count) : Chunks.NONE,
                    usage,
                    new Outcome.Completed(FINISH_REASON, false)));
        }
        return traces;
    }

    /// Samples of an accuracy run without a trace: their token counts are all there is.
    private static List<RequestTrace> untimed(Map<Long, Integer> tokens) {
        List<RequestTrace> traces = new ArrayList<>(tokens.size());
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = 0;
        tokens.forEach((seq, count) -> traces.add(new RequestTrace(
                seq,
                "sample-" + seq,
                new Asked(Usage.UNKNOWN, Usage.UNKNOWN, null),
                timeline.build(),
                Chunks.NONE,
                Usage.of(Usage.UNKNOWN, count),
                new Outcome.Completed(FINISH_REASON, false))));
        return traces;
    }

    /// The first token and, by the completion callback, the last.
    private static Chunks chunks(LoadgenTrace.Sample sample, @Nullable Integer tokens) {
        int kinds = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();
        double firstNs = sample.scheduledNs() + sample.firstTokenNs();
        Chunks.Builder chunks = new Chunks.Builder().add(firstNs, kinds, Chunks.TOKENS_UNKNOWN, 0);
        if (tokens == null || tokens > 1) {
            chunks.add(Math.max(firstNs, sample.endNs()), kinds, Chunks.TOKENS_UNKNOWN, 0);
        }
        return chunks.build();
    }
}
