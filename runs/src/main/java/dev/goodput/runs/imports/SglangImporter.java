package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the JSONL files of SGLang's `bench_serving`, written by its Python or its Rust client: one line a run, the
/// records as columns of that line.
final class SglangImporter implements Importer {
    private static final List<String> MARKS =
            List.of("\"backend\"", "\"dataset_name\"", "\"max_concurrency\"", "\"total_output_tokens_retokenized\"");

    @Override
    public String tool() {
        return "SGLang bench_serving";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream().anyMatch(SglangImporter::isResult);
        } catch (ImportException _) {
            return false;
        }
    }

    private static boolean isResult(Path file) {
        String beginning = ImportSource.beginning(file);
        return beginning.stripLeading().startsWith("{") && MARKS.stream().allMatch(beginning::contains);
    }

    @Override
    public List<Imported> read(ImportSource source) {
        return source.files().stream()
                .filter(SglangImporter::isResult)
                .flatMap(file -> ServingDocument.all(file, ServingSchema.VLLM).stream()
                        .map(document -> imported(file, document)))
                .toList();
    }

    private static Imported imported(Path file, ServingDocument document) {
        boolean isNative = isNative(document);
        Dialect dialect = Dialects.byId(dialect(document, isNative)).orElseThrow();
        ServingTraces traces = new ServingTraces(
                false,
                false,
                false,
                isNative || document.number("accept_length") > 0,
                isNative ? ServingTraces.Counts.SERVER : ServingTraces.Counts.REQUESTED);
        ImportedRuns run = new ImportedRuns(dialect, file);
        document.describe(run);
        String dataset = document.text("dataset_name");
        run.workload(dataset.isEmpty() ? "unknown" : "dataset " + dataset);
        return new Imported(
                run.build(traces.of(document.rows()), coverage(document, dialect, isNative)),
                dialect,
                SglangAggregates.of(document, isNative));
    }

    private static boolean isNative(ServingDocument document) {
        return document.text("backend").equals("sglang")
                || document.text("backend").equals("sglang-native");
    }

    private static String dialect(ServingDocument document, boolean isNative) {
        if (document.hasKey("protocol")) {
            return isNative ? "sglang-rs-native" : "sglang-rs";
        }
        if (isNative) {
            return "sglang-native";
        }
        return document.isChat() ? "sglang-oai" : "sglang-oai-completions";
    }

    private static Coverage coverage(ServingDocument document, Dialect dialect, boolean isNative) {
        List<String> notes = new ArrayList<>();
        notes.add("the version is not in the file; it is read as " + dialect.tool());
        if (!document.hasRows()) {
            notes.add("the file holds totals only, no records of requests");
        } else {
            notes.add("the tool ends requests at the last line of the stream and keeps the output chunks alone");
            notes.add("a stream that ended early but in order is a success, and nothing in the file tells");
            notes.add(
                    isNative
                            ? "gaps were divided by the tokens of their chunk: equal neighbours are taken for one chunk"
                            : "output lengths are what was asked for, unless the server sent usage unasked; nothing in"
                                    + " the file tells");
        }
        if (document.rows().stream().anyMatch(row -> !row.hasFirstChunk() && row.gapsS().length > 0)) {
            notes.add("failed requests have gaps but no TTFT, so their chunks cannot be placed");
        }
        return new Coverage(
                dialect.id(),
                false,
                false,
                document.hasChunks() ? Coverage.Events.OUTPUT_CHUNKS : Coverage.Events.NONE,
                document.hasChunks(),
                notes);
    }
}
