package dev.goodput.server;

import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The little JSON that the server needs outside the path of a token.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /// Parses a text.
    ///
    /// @throws tools.jackson.core.JacksonException when it is not JSON
    static JsonNode parse(byte[] text) {
        return MAPPER.readTree(text);
    }

    /// An object, filled by the caller, as UTF-8 text.
    static byte[] bytes(Consumer<ObjectNode> filler) {
        ObjectNode object = MAPPER.createObjectNode();
        filler.accept(object);
        return MAPPER.writeValueAsBytes(object);
    }

    /// The text as a JSON string, quotes included.
    static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }
}
