package dev.goodput.runs.imports;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Holds parts of a document as trees, up to a number of values in all: what is not the records of requests is small in
/// the file of any tool.
final class BoundedTree {
    private static final int MAX_VALUES = 500_000;
    /// A text that is longer is an answer or a prompt, of which no number is made.
    private static final int MAX_CHARS = 20_000;

    private final String where;
    private int values;

    /// @param where for the message
    BoundedTree(String where) {
        this.where = where;
    }

    /// The value that the parser stands at; texts are cut.
    JsonNode read(JsonParser parser) {
        if (++values > MAX_VALUES) {
            throw new ImportException(
                    where + ": more than " + MAX_VALUES + " values beside its records; not a result file");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(read(parser));
                }
                yield array;
            }
            case VALUE_STRING -> {
                String text = parser.getString();
                yield JsonNodeFactory.instance.stringNode(
                        text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
            }
            default -> parser.readValueAsTree();
        };
    }

    private JsonNode object(JsonParser parser) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            object.set(name, read(parser));
        }
        return object;
    }
}
