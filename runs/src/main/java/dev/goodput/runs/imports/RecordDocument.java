package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads a JSON document with lists of records, one for each request, record by record: however long the lists, one
/// record is held at a time. What stands around the lists is kept.
final class RecordDocument {
    private final Path file;
    private final Set<String> lists;
    private final Consumer consumer;
    private final BoundedTree rest;

    /// Takes records as they come.
    interface Consumer {
        /// @param list the place of the list that it stands in, such as `benchmarks[0].requests.successful`; empty
        /// where
        /// the document is the list
        void accept(String list, JsonFields row);
    }

    private RecordDocument(Path file, Set<String> lists, Consumer consumer) {
        this.file = file;
        this.lists = lists;
        this.consumer = consumer;
        this.rest = new BoundedTree(file.toString());
    }

    /// @param lists the places of lists of records, positions left out: `benchmarks[].requests.successful`
    /// @return the document, in which those lists are empty
    static JsonFields read(Path file, Set<String> lists, Consumer consumer) {
        RecordDocument document = new RecordDocument(file, lists, consumer);
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ImportSource.streamed(file, parser -> {
            if (parser.nextToken() == null) {
                throw new ImportException(file + ": empty");
            }
            root.set("", document.value(parser, "", ""));
        });
        return JsonFields.of(file, root.path(""));
    }

    /// Reads a document that is one list of records.
    static void readList(Path file, Consumer consumer) {
        read(file, Set.of(""), consumer).elements();
    }

    /// @param place where the value stands
    /// @param pattern the same without positions
    private JsonNode value(JsonParser parser, String place, String pattern) {
        boolean leadsToLists = pattern.isEmpty()
                || lists.stream()
                        .anyMatch(list -> list.equals(pattern)
                                || list.startsWith(pattern + ".")
                                || list.startsWith(pattern + "["));
        if (!leadsToLists) {
            return rest.read(parser);
        }
        return switch (parser.currentToken()) {
            case START_ARRAY -> list(parser, place, pattern);
            case START_OBJECT -> {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                    parser.nextToken();
                    String dot = place.isEmpty() ? "" : ".";
                    object.set(name, value(parser, place + dot + name, pattern + dot + name));
                }
                yield object;
            }
            default -> rest.read(parser);
        };
    }

    private ArrayNode list(JsonParser parser, String place, String pattern) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        boolean records = lists.contains(pattern);
        for (long i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            String element = place + "[" + i + "]";
            if (records) {
                JsonFields row = new JsonFields(file, element, parser.readValueAsTree());
                if (!row.node().isObject()) {
                    throw row.wrong("an object");
                }
                consumer.accept(place, row);
            } else {
                list.add(value(parser, element, pattern + "[]"));
            }
        }
        return list;
    }
}
