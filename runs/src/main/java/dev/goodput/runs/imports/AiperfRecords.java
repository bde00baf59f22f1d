package dev.goodput.runs.imports;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The records of AIPerf's `profile_export.jsonl`, of the measured phase only.
final class AiperfRecords {
    /// Stamps are nanoseconds since 1970, within what a long subtracts safely.
    private static final long MAX_EPOCH_NS = 4_000_000_000_000_000_000L;

    private static final double NS_PER_MS = 1e6;
    /// Shorter names of one page of documentation, as of late 2025.
    private static final Map<String, String> SHORT_NAMES =
            Map.of("ttft", "time_to_first_token", "ttst", "time_to_second_token");

    private final Path file;
    private final List<AiperfRow> rows = new ArrayList<>();
    private final MetricColumns columns = new MetricColumns();
    private final Map<ErrorKey, Long> errors = new HashMap<>();
    private boolean saysPhaseIndex;
    private boolean saysNoError;

    /// What makes two errors the same to AIPerf.
    record ErrorKey(@Nullable Long code, String type, String message) {
        static ErrorKey of(JsonNode error) {
            JsonNode code = error.path("code");
            return new ErrorKey(
                    code.isIntegralNumber() && code.canConvertToLong() ? code.longValue() : null,
                    error.path("type").isString() ? error.path("type").stringValue() : "",
                    error.path("message").isString() ? error.path("message").stringValue() : "");
        }
    }

    private AiperfRecords(Path file) {
        this.file = file;
    }

    static AiperfRecords read(Path file) {
        AiperfRecords records = new AiperfRecords(file);
        ImportSource.textLines(file, (number, line) -> records.add(number, ImportSource.parse(file, number, line)));
        return records;
    }

    /// From the raw export alone: no metrics, only what the streams themselves say.
    static AiperfRecords readRaw(Path file) {
        AiperfRecords records = new AiperfRecords(file);
        ImportSource.textLines(file, (number, line) -> records.addRaw(number, ImportSource.parse(file, number, line)));
        return records;
    }

    List<AiperfRow> rows() {
        return rows;
    }

    MetricColumns columns() {
        return columns;
    }

    boolean anySuccess() {
        return rows.stream().anyMatch(row -> row.failure() == null);
    }

    /// Failed requests by error.
    long errors(ErrorKey key) {
        return errors.getOrDefault(key, 0L);
    }

    /// Whether records name the phase they belong to by number, as 0.13.0 does.
    boolean saysPhaseIndex() {
        return saysPhaseIndex;
    }

    /// Whether successes carry an `error` that is null, as 0.1.1 writes it.
    boolean saysNoError() {
        return saysNoError;
    }

    private void add(int line, JsonNode node) {
        JsonNode metadata = node.path("metadata");
        JsonNode metrics = node.path("metrics");
        if (!metadata.isObject() || !metrics.isObject()) {
            throw bad(line, "no metadata and metrics; is this AIPerf's profile_export.jsonl?");
        }
        if (!isMeasured(metadata)) {
            return;
        }
        saysNoError |= node.has("error") && node.get("error").isNull();
        int row = rows.size();
        double[] gapsNs = null;
        for (Map.Entry<String, JsonNode> metric : metrics.properties()) {
            String name = SHORT_NAMES.getOrDefault(metric.getKey(), metric.getKey());
            JsonNode value = metric.getValue().isObject() ? metric.getValue().path("value") : metric.getValue();
            if (value.isNumber()) {
                put(line, row, name, value.doubleValue(Double.NaN));
            } else if (value.isArray() && name.equals("inter_chunk_latency")) {
                gapsNs = gapsNs(line, value, unitNs(metric.getValue()));
            }
        }
        rows.add(row(line, node, metadata, gapsNs, failure(line, node, metadata, row)));
    }

    private void addRaw(int line, JsonNode node) {
        JsonNode metadata = node.path("metadata");
        if (!metadata.isObject()) {
            throw bad(line, "no metadata; is this AIPerf's profile_export_raw.jsonl?");
        }
        if (!isMeasured(metadata)) {
            return;
        }
        int row = rows.size();
        AiperfRaw.Stream stream = AiperfRaw.stream(file, line, node);
        Usage usage = stream.usage();
        if (usage != null) {
            put(line, row, "usage_prompt_tokens", usage.promptTokens());
            put(line, row, "usage_completion_tokens", usage.completionTokens());
        }
        double[] outputNs = outputNs(stream.chunks());
        if (outputNs.length > 0) {
            put(line, row, "time_to_first_token", outputNs[0] / NS_PER_MS);
            put(line, row, "request_latency", outputNs[outputNs.length - 1] / NS_PER_MS);
        }
        double[] gapsNs = new double[Math.max(outputNs.length - 1, 0)];
        Arrays.setAll(gapsNs, i -> outputNs[i + 1] - outputNs[i]);
        rows.add(row(line, node, metadata, gapsNs, failure(line, node, metadata, row)));
    }

    private static double[] outputNs(Chunks chunks) {
        return IntStream.range(0, chunks.size())
                .filter(chunks::isOutput)
                .mapToDouble(chunks::arrivalNs)
                .toArray();
    }

    private boolean isMeasured(JsonNode metadata) {
        saysPhaseIndex |= metadata.has("phase_index");
        JsonNode phase = metadata.path("benchmark_phase");
        return !phase.isString() || phase.stringValue().equalsIgnoreCase("profiling");
    }

    private void put(int line, int row, String name, double value) {
        try {
            columns.put(row, name, value);
        } catch (IllegalArgumentException e) {
            throw new ImportException(file + " line " + line + ": " + e.getMessage(), e);
        }
    }

    private Outcome.@Nullable Failed failure(int line, JsonNode node, JsonNode metadata, int row) {
        for (String time : List.of("time_to_first_token", "request_latency", "time_to_first_output_token")) {
            double ms = columns.at(row, time);
            if (!Double.isNaN(ms) && !(ms >= 0 && ms < MAX_EPOCH_NS / NS_PER_MS)) {
                throw bad(line, time + " is not a duration");
            }
        }
        JsonNode error = node.path("error");
        if (error.isObject()) {
            errors.merge(ErrorKey.of(error), 1L, Long::sum);
            return AiperfFailures.of(error, !metadata.path("request_ack_ns").isMissingNode());
        }
        return Double.isNaN(columns.at(row, "request_latency"))
                ? new Outcome.Failed(FailureCategory.EMPTY, 0, "no latency was recorded")
                : null;
    }

    private AiperfRow row(
            int line, JsonNode node, JsonNode metadata, double @Nullable [] gapsNs, Outcome.@Nullable Failed failure) {
        AiperfHttp http = node.path("trace_data").isObject() ? AiperfHttp.of(node.path("trace_data")) : null;
        if (http != null) {
            http.into(columns, rows.size());
        }
        JsonNode id = metadata.path("x_request_id");
        return new AiperfRow(
                id.isString() ? id.stringValue() : "line-" + line,
                stamp(line, metadata, "credit_issued_ns", false),
                stamp(line, metadata, "request_start_ns", true),
                stamp(line, metadata, "request_ack_ns", false),
                stamp(line, metadata, "request_end_ns", true),
                gapsNs,
                failure,
                http);
    }

    private long stamp(int line, JsonNode metadata, String name, boolean required) {
        JsonNode node = metadata.path(name);
        if (node.isMissingNode() || node.isNull()) {
            if (required) {
                throw bad(line, "no " + name);
            }
            return AiperfRow.UNKNOWN;
        }
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw bad(line, name + " is not a whole number of nanoseconds");
        }
        long ns = node.longValue();
        if (ns < 0 || ns > MAX_EPOCH_NS) {
            throw bad(line, name + " is not a time");
        }
        return ns;
    }

    private static double unitNs(JsonNode metric) {
        JsonNode unit = metric.path("unit");
        return NvidiaUnits.ns(unit.isString() ? unit.stringValue() : "ms").orElse(NS_PER_MS);
    }

    private double[] gapsNs(int line, JsonNode list, double unitNs) {
        double[] gapsNs = new double[list.size()];
        for (int i = 0; i < gapsNs.length; i++) {
            double gap = list.get(i).isNumber() ? list.get(i).doubleValue(Double.NaN) : Double.NaN;
            if (!(gap >= 0 && gap < MAX_EPOCH_NS / NS_PER_MS)) {
                throw bad(line, "inter_chunk_latency holds something that is no gap");
            }
            gapsNs[i] = NvidiaUnits.wholeNs(gap * unitNs);
        }
        return gapsNs;
    }

    private ImportException bad(int line, String what) {
        return new ImportException(file + " line " + line + ": " + what);
    }
}
