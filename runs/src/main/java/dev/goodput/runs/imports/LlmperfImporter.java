package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// LLMPerf's `…_individual_responses.json` and the `…_summary.json` beside it, seconds in both.
///
/// The rows have no stamps, no gaps and no count of data lines: the first token and the end of the body are all there
/// is, and LLMPerf's own inter-token latency is kept as the quotient it wrote.
final class LlmperfImporter implements Importer {
    private static final String RESPONSES = "_individual_responses.json";
    private static final String SUMMARY = "_summary.json";

    @Override
    public String tool() {
        return "LLMPerf";
    }

    @Override
    public boolean recognises(ImportSource source) {
        return SourceTree.files(source).stream().anyMatch(file -> isResponses(file) || isSummary(file));
    }

    private static boolean isResponses(Path file) {
        String start = ImportSource.beginning(file);
        return start.stripLeading().startsWith("[")
                && start.contains("\"inter_token_latency_s\"")
                && start.contains("\"number_total_tokens\"");
    }

    private static boolean isSummary(Path file) {
        String start = ImportSource.beginning(file);
        return start.contains("\"results_inter_token_latency_s_") && start.contains("\"results_ttft_s_");
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> files = SourceTree.files(source);
        List<Path> responses =
                files.stream().filter(LlmperfImporter::isResponses).toList();
        List<Path> summaries = files.stream().filter(LlmperfImporter::isSummary).toList();
        if (responses.isEmpty()) {
            Path summary = summaries.getFirst();
            Path rows = summary.resolveSibling(renamed(summary, SUMMARY, RESPONSES));
            if (!isResponses(rows)) {
                throw new ImportException(
                        summary + ": holds aggregates only; put its " + RESPONSES.substring(1) + " beside it");
            }
            return List.of(read(rows, Optional.of(summary)));
        }
        return responses.stream()
                .map(rows -> read(rows, summaryOf(rows, responses, summaries)))
                .toList();
    }

    private static Optional<Path> summaryOf(Path rows, List<Path> responses, List<Path> summaries) {
        Path beside = rows.resolveSibling(renamed(rows, RESPONSES, SUMMARY));
        if (isSummary(beside)) {
            return Optional.of(beside);
        }
        return responses.size() == 1 && summaries.size() == 1 ? Optional.of(summaries.getFirst()) : Optional.empty();
    }

    private static String renamed(Path file, String from, String to) {
        String name = String.valueOf(file.getFileName());
        int at = name.lastIndexOf(from);
        return at < 0 ? name : name.substring(0, at) + to + name.substring(at + from.length());
    }

    private static Imported read(Path file, Optional<Path> summaryFile) {
        LlmperfRows rows = LlmperfRows.of(file);
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            traces.add(trace(i, rows));
        }
        Dialect dialect = rows.dialect();
        Coverage coverage = new Coverage(
                dialect.id(),
                false,
                false,
                Coverage.Events.FIRST_AND_END,
                false,
                List.of(
                        "LLMPerf loses failed requests: they are missing, not absent",
                        "token counts hold the start token that LLMPerf's tokenizer puts first: one too many",
                        "prompt tokens are the length that was asked for",
                        rows.divisorNote()));
        ImportedRuns run = new ImportedRuns(dialect, file);
        List<ToldAggregate> aggregates = List.of();
        if (summaryFile.isPresent()) {
            JsonFields summary = JsonFields.of(summaryFile.get(), ImportSource.json(summaryFile.get()));
            describe(run, summary);
            double perMinute = summary.number("results_num_completed_requests_per_min");
            if (perMinute > 0) {
                run.windowNs(rows.completed() / perMinute * 60e9);
            }
            aggregates = LlmperfSummary.aggregates(summary, rows);
        }
        return new Imported(run.build(traces, coverage), dialect, aggregates);
    }

    private static void describe(ImportedRuns run, JsonFields summary) {
        run.endpoint("unknown", "chat", summary.textOr("model", "unknown"));
        int concurrency = summary.count("num_concurrent_requests");
        if (concurrency > 0) {
            run.closedLoop(concurrency);
        }
        double stamp = summary.number("timestamp");
        if (stamp > 0 && stamp < 1e11) {
            run.startedAt(Instant.ofEpochSecond((long) stamp));
        }
        run.workload("prompts ~ %s ± %s tokens, outputs ~ %s ± %s"
                .formatted(
                        plain(summary.number("mean_input_tokens")),
                        plain(summary.number("stddev_input_tokens")),
                        plain(summary.number("mean_output_tokens")),
                        plain(summary.number("stddev_output_tokens"))));
    }

    private static String plain(double number) {
        return Double.isNaN(number) ? "?" : number == Math.rint(number) ? String.valueOf((long) number) : "" + number;
    }

    private static RequestTrace trace(int index, LlmperfRows rows) {
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = 0;
        timeline.endNs = rows.e2eS()[index] * 1e9;
        double ttftNs = rows.ttftS()[index] * 1e9;
        // A failed row has zeros for times that were not taken; Vertex writes -1.
        boolean hasFirst = ttftNs > 0;
        Chunks.Builder chunks = new Chunks.Builder();
        if (hasFirst) {
            chunks.text(ttftNs, Chunks.TOKENS_UNKNOWN, 0);
        }
        Outcome outcome = rows.isFailed(index)
                ? new Outcome.Failed(
                        rows.errorCode()[index] > 0 ? FailureCategory.HTTP_STATUS : FailureCategory.UNSTATED,
                        rows.errorCode()[index],
                        rows.errorMessage().get(index))
                : new Outcome.Completed("", false);
        return new RequestTrace(
                index,
                "row-" + index,
                new Asked(rows.inputTokens()[index], Usage.UNKNOWN, null),
                timeline.build(),
                chunks.build(),
                null,
                rows.outputTokens()[index],
                outcome);
    }
}
