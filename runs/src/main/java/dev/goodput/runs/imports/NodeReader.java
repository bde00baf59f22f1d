package dev.goodput.runs.imports;

import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// Fields of one JSON object, with one line about the file and the line where one is missing or of another kind.
record NodeReader(Path file, int line, JsonNode node) {

    static NodeReader of(Path file, int line, JsonNode node) {
        if (!node.isObject()) {
            throw new ImportException(file + at(line) + ": expected a JSON object");
        }
        return new NodeReader(file, line, node);
    }

    boolean has(String field) {
        JsonNode value = node.get(field);
        return value != null && !value.isNull();
    }

    /// A field that must be text.
    String text(String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isString()) {
            throw wrong(field, "text");
        }
        return value.stringValue();
    }

    String textOr(String field, String otherwise) {
        JsonNode value = node.get(field);
        return value != null && value.isString() ? value.stringValue() : otherwise;
    }

    /// A field that must be a finite number.
    double number(String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw wrong(field, "a number");
        }
        return value.doubleValue();
    }

    /// A number, or NaN where the field is missing or null.
    double numberOrNaN(String field) {
        return has(field) ? number(field) : Double.NaN;
    }

    /// A count, or -1 where the field is missing or null.
    int countOrUnknown(String field) {
        if (!has(field)) {
            return -1;
        }
        double count = number(field);
        if (!Plausible.isCount(count)) {
            throw wrong(field, "a count");
        }
        return (int) count;
    }

    ImportException wrong(String field, String expected) {
        return new ImportException(
                file + at(line) + ": '" + field + "' is not " + expected + ": " + Snippet.of(node.path(field)));
    }

    private static String at(int line) {
        return line > 0 ? " line " + line : "";
    }
}
