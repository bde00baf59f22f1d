package dev.goodput.runs.imports;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;

/// The beginning of a value that is wrong, for a message.
final class Snippet {
    private static final int MAX_CHARS = 40;

    private Snippet() {}

    static String of(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "\"" + cut(parser.getString()) + "\"";
            default -> cut(parser.getString());
        };
    }

    static String of(JsonNode node) {
        return node.isMissingNode()
                ? "nothing"
                : node.isObject()
                        ? "an object"
                        : node.isArray()
                                ? "a list"
                                : node.isString() ? "\"" + cut(node.stringValue()) + "\"" : cut(node.asString());
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) + "…" : text;
    }
}
