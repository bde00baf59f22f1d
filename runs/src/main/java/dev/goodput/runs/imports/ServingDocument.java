package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// One result document of vLLM's schema, which SGLang, TensorRT-LLM and others share: settings, aggregates, and, where
/// details were asked for, parallel lists with one entry a request.
///
/// @param where the file and document, for messages
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
        List<ServingRow> rows,
        boolean hasChunks,
        boolean hasStarts,
        boolean hasLatencies,
        boolean hasQueue,
        boolean hasInputs,
        boolean hasOutputs) {

    /// @param latencies the list of ends of requests, by its key
    static ServingDocument of(String where, JsonNode json, String latencies) {
        if (!json.isObject()) {
            throw new ImportException(where + ": not an object with results");
        }
        ServingColumns columns = new ServingColumns(where, json);
        boolean hasChunks = columns.has("ttfts") && columns.has("itls");
        boolean hasStarts = columns.has("start_times");
        boolean hasLatencies = columns.has(latencies);
        boolean hasQueue = columns.has("queue_times");
        boolean hasInputs = columns.has("input_lens");
        boolean hasOutputs = columns.has("output_lens");
        boolean hasErrors = columns.has("errors");
        double[][] gaps = hasChunks ? columns.gaps("itls") : new double[0][];
        String[] errors = hasErrors ? columns.texts("errors") : new String[0];
        int[] inputs = hasInputs ? columns.counts("input_lens") : new int[0];
        int[] outputs = hasOutputs ? columns.counts("output_lens") : new int[0];
        double[] none = new double[0];
        double[] ttfts = hasChunks ? columns.seconds("ttfts", none) : none;
        double[] ends = columns.seconds(latencies, none);
        double[] starts = columns.seconds("start_times", none);
        double[] queues = columns.seconds("queue_times", none);
        int n = columns.size();
        int completed = json.path("completed").asInt(-1);
        long told = Arrays.stream(errors).filter(error -> !error.isEmpty()).count();
        // A row without error or output is a failure without a text, unless the tool's own count has it a success.
        boolean silentRowsSucceed = completed >= 0 && n - told == completed;
        List<ServingRow> rows = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            String error = hasErrors ? errors[i] : "";
            boolean silent = hasChunks
                    ? !(ttfts[i] != 0) && gaps[i].length == 0 && at(outputs, i) <= 0
                    : hasLatencies && ends[i] == 0;
            rows.add(new ServingRow(
                    at(starts, i),
                    at(ttfts, i),
                    hasChunks ? gaps[i] : none,
                    at(ends, i),
                    at(queues, i),
                    at(inputs, i),
                    at(outputs, i),
                    fate(error, silent, silentRowsSucceed && hasErrors),
                    error));
        }
        return new ServingDocument(
                where, json, rows, hasChunks, hasStarts, hasLatencies, hasQueue, hasInputs, hasOutputs);
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

    private static double at(double[] list, int i) {
        return list.length == 0 ? Double.NaN : list[i];
    }

    private static int at(int[] list, int i) {
        return list.length == 0 ? -1 : list[i];
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
        if (prompts > 0 && prompts < Integer.MAX_VALUE) {
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
