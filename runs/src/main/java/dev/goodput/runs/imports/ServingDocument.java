package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One result document of vLLM's schema, which SGLang, TensorRT-LLM and others share: settings, aggregates, and, where
/// details were asked for, parallel lists with one entry a request.
///
/// @param where the file and document, for messages
/// @param json settings and aggregates, without the lists
/// @param keys what stands at the top of the document, the lists too
/// @param rows one a request; empty where the file holds no records
/// @param hasChunks whether first chunks and gaps are there
/// @param hasStarts whether start stamps are there
/// @param hasLatencies whether ends of requests are there
/// @param hasQueue whether waits for the client's own cap are there
/// @param hasInputs whether prompt lengths are there
/// @param hasOutputs whether output lengths are there
record ServingDocument(
        String where,
        JsonNode json,
        Set<String> keys,
        List<ServingRow> rows,
        boolean hasChunks,
        boolean hasStarts,
        boolean hasLatencies,
        boolean hasQueue,
        boolean hasInputs,
        boolean hasOutputs) {

    /// Reads every document of a file, one after the other.
    static List<ServingDocument> all(Path file, ServingSchema schema) {
        List<ServingDocument> documents = new ArrayList<>();
        ImportSource.streamed(file, parser -> {
            while (parser.nextToken() != null) {
                documents.add(read(file, parser, schema));
            }
        });
        if (documents.isEmpty()) {
            throw new ImportException(file + ": empty");
        }
        return documents;
    }

    private static ServingDocument read(Path file, JsonParser parser, ServingSchema schema) {
        String where = file + " line " + parser.currentTokenLocation().getLineNr();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new ImportException(where + ": not an object with results");
        }
        ServingColumns columns = new ServingColumns(where, file, schema);
        BoundedTree tree = new BoundedTree(where);
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        Set<String> keys = new HashSet<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            keys.add(name);
            parser.nextToken();
            if (!columns.take(name, parser)) {
                rest.set(name, tree.read(parser));
            }
        }
        return of(where, rest, keys, columns, schema);
    }

    private static ServingDocument of(
            String where, JsonNode rest, Set<String> keys, ServingColumns columns, ServingSchema schema) {
        String latencies = schema.latencies();
        boolean hasChunks = columns.has("ttfts") && columns.hasGaps();
        int completed = rest.path("completed").asInt(-1);
        // A row without error or output is a failure without a text, unless the tool's own count has it a success.
        boolean silentRowsSucceed =
                columns.hasErrors() && completed >= 0 && columns.size() - columns.told() == completed;
        List<ServingRow> rows = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            boolean silent = hasChunks
                    ? columns.seconds("ttfts", i) == 0
                            && columns.gaps(i).length == 0
                            && columns.count("output_lens", i) <= 0
                    : columns.seconds(latencies, i) == 0;
            rows.add(new ServingRow(
                    columns.seconds("start_times", i),
                    hasChunks ? columns.seconds("ttfts", i) : Double.NaN,
                    hasChunks ? columns.gaps(i) : new double[0],
                    columns.seconds(latencies, i),
                    columns.seconds("queue_times", i),
                    columns.count("input_lens", i),
                    columns.count("output_lens", i),
                    fate(columns.error(i), silent, silentRowsSucceed),
                    columns.error(i)));
        }
        return new ServingDocument(
                where,
                rest,
                keys,
                rows,
                hasChunks,
                columns.has("start_times"),
                columns.has(latencies),
                columns.has("queue_times"),
                columns.has("input_lens"),
                columns.has("output_lens"));
    }

    private static ServingRow.Fate fate(String error, boolean silent, boolean silentRowsSucceed) {
        if (!error.isEmpty()) {
            return ServingRow.Fate.FAILED;
        }
        if (!silent) {
            return ServingRow.Fate.COMPLETED;
        }
        return silentRowsSucceed ? ServingRow.Fate.EMPTY : ServingRow.Fate.FAILED;
    }

    /// Whether the document has something under a key, be it null.
    boolean hasKey(String key) {
        return keys.contains(key);
    }

    /// Whether the file holds records of requests, be they none.
    boolean hasRows() {
        return !rows.isEmpty() || hasChunks;
    }

    /// A setting that is a text; empty when it is not there.
    String text(String key) {
        JsonNode node = json.path(key);
        return node.isString() ? node.stringValue() : "";
    }

    /// A setting or measured number; NaN when it is not there, infinite where the tool wrote `inf`.
    double number(String key) {
        JsonNode node = json.path(key);
        if (node.isString() && node.stringValue().equals("inf")) {
            return Double.POSITIVE_INFINITY;
        }
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }

    boolean isChat() {
        return text("backend").contains("chat");
    }

    /// Requests are sent as fast as the client's own cap lets them.
    boolean isClosedLoop() {
        return Double.isInfinite(number("request_rate")) && number("max_concurrency") > 0;
    }

    /// Fills what all tools of this schema tell about themselves.
    void describe(ImportedRuns run) {
        run.endpoint("unknown", isChat() ? "chat" : "completions", text("model_id"));
        double durationS = number("duration");
        if (durationS > 0 && durationS < 1e9) {
            run.windowNs(durationS * 1e9);
        }
        double prompts = number("num_prompts");
        // Of requests without records nothing is known, not even that they were not sent.
        if (hasRows() && prompts > 0 && prompts < Integer.MAX_VALUE) {
            run.scheduled((long) prompts);
        }
        double cap = number("max_concurrency");
        int inFlight = cap > 0 && cap < Integer.MAX_VALUE ? (int) cap : 0;
        double rate = number("request_rate");
        if (isClosedLoop()) {
            run.closedLoop(inFlight);
        } else if (rate > 0 && !Double.isInfinite(rate) && number("burstiness") == 1) {
            run.poisson(rate, inFlight);
        }
    }
}
