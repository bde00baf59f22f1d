package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.trace.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the result files of `vllm bench serve` (Python) and of vllm-bench (Rust): one JSON object a run, several where
/// runs were appended; a directory of them is a sweep.
final class VllmImporter implements Importer {
    private static final List<String> MARKS =
            List.of("\"model_id\"", "\"tokenizer_id\"", "\"num_prompts\"", "\"burstiness\"");
    private static final List<String> MULTI_TURN_MARKS =
            List.of("\"model_id\"", "\"num_conversations\"", "\"turns_per_conversation\"");

    @Override
    public String tool() {
        return "vLLM bench serve";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream().anyMatch(VllmImporter::isResult);
        } catch (ImportException _) {
            return false;
        }
    }

    private static boolean isResult(Path file) {
        String beginning = ImportSource.beginning(file);
        boolean single = MARKS.stream().allMatch(beginning::contains);
        return beginning.stripLeading().startsWith("{")
                && (single || MULTI_TURN_MARKS.stream().allMatch(beginning::contains))
                && !TrtServingImporter.isResult(beginning);
    }

    @Override
    public List<Imported> read(ImportSource source) {
        return source.files().stream()
                .filter(VllmImporter::isResult)
                .flatMap(file -> ServingDocument.all(file, ServingSchema.VLLM).stream()
                        .map(document -> imported(file, document)))
                .toList();
    }

    private static Imported imported(Path file, ServingDocument document) {
        Dialect dialect = VllmVersion.of(document);
        boolean rust = VllmVersion.isRust(document);
        boolean starts = document.hasChunks() && document.hasStarts();
        boolean schedule = starts && document.hasQueue() && !document.isClosedLoop();
        boolean serverPrompts = !rust && document.hasQueue();
        boolean tail = document.hasLatencies() && dialect.id().equals("vllm-rs");
        ServingTraces traces = new ServingTraces(
                starts,
                schedule,
                tail,
                false,
                serverPrompts ? ServingTraces.Counts.SERVER : ServingTraces.Counts.CLIENT_PROMPT);
        ImportedRuns run = new ImportedRuns(dialect, file);
        document.describe(run);
        run.workload(workload(document));
        return new Imported(
                run.build(traces.of(document.rows()), coverage(document, dialect, starts, schedule)),
                dialect,
                VllmAggregates.of(document, dialect));
    }

    private static String workload(ServingDocument document) {
        String date = document.text("date");
        return document.json().path("num_prompts").asInt(0) + " prompts"
                + (date.matches("[0-9TZ:-]{1,30}") ? ", written " + date : "");
    }

    private static Coverage coverage(ServingDocument document, Dialect dialect, boolean starts, boolean schedule) {
        List<String> notes = new ArrayList<>();
        notes.add("the version is not in the file; its keys and numbers are those of " + dialect.tool());
        if (!document.hasRows()) {
            notes.add("the file holds totals only, no records of requests");
        } else if (!document.hasChunks()) {
            notes.add("the file keeps when requests ended and nothing else of them, not even why some failed");
        } else {
            notes.add("a stream that ended early but in order is a success, and nothing in the file tells");
            notes.add("output lengths are the server's usage; where it sent none they are the tool's own guess, and"
                    + " nothing in the file tells");
        }
        if (schedule) {
            notes.add("intended starts are when the tool dispatched a request, before it waited for a slot");
        }
        return new Coverage(
                dialect.id(),
                schedule,
                starts,
                document.hasChunks() ? Coverage.Events.OUTPUT_CHUNKS : Coverage.Events.NONE,
                document.hasRows(),
                notes);
    }
}
