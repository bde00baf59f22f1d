package dev.goodput.runs.imports;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/// LoadGen's detail log: one `:::MLLOG {…}` a line.
///
/// @param values the value of each key, the last one where a key comes again
/// @param errors lines that LoadGen marked as errors
record LoadgenLog(Map<String, JsonNode> values, long errors) {
    static final LoadgenLog EMPTY = new LoadgenLog(Map.of(), 0);
    private static final byte[] PREFIX = ":::MLLOG ".getBytes(StandardCharsets.US_ASCII);

    static LoadgenLog read(Path file) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        long[] errors = {0};
        ImportSource.textLines(file, (number, line) -> {
            if (line.length < PREFIX.length || !Arrays.equals(line, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
                throw new ImportException(file + " line " + number + ": does not start with ':::MLLOG'");
            }
            byte[] json = Arrays.copyOfRange(line, PREFIX.length, line.length);
            NodeReader entry = NodeReader.of(file, number, ImportSource.parse(file, number, json));
            JsonNode value = entry.node().path("value");
            values.put(entry.text("key"), value);
            if (entry.node().path("metadata").path("is_error").asBoolean(false)) {
                errors[0]++;
            }
        });
        return new LoadgenLog(values, errors[0]);
    }

    /// Token counts by sequence number from an accuracy log; empty in performance runs.
    static Map<Long, Integer> tokens(Path file) {
        Map<Long, Integer> tokens = new HashMap<>();
        RecordDocument.readList(file, (_, entry) -> {
            int count = entry.count("token_count");
            if (count > 0) {
                tokens.put((long) entry.required("seq_id"), count);
            }
        });
        return tokens;
    }

    Optional<String> text(String key) {
        JsonNode value = values.get(key);
        return value != null && value.isString() && !value.stringValue().isBlank()
                ? Optional.of(value.stringValue())
                : Optional.empty();
    }

    OptionalDouble number(String key) {
        JsonNode value = values.get(key);
        return value != null && value.isNumber() ? OptionalDouble.of(value.doubleValue()) : OptionalDouble.empty();
    }

    String scenario() {
        return text("effective_scenario").orElse("unknown");
    }

    String workload() {
        return "LoadGen " + scenario() + ", " + text("effective_test_mode").orElse("unknown mode");
    }

    /// The offered rate of a Server run, whose arrivals are Poisson.
    OptionalDouble ratePerSecond() {
        return scenario().equals("Server") ? number("effective_target_qps") : OptionalDouble.empty();
    }

    Optional<Instant> startedAt() {
        return text("test_datetime").flatMap(text -> {
            try {
                return Optional.of(Instant.parse(text));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        });
    }
}
