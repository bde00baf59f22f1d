package dev.goodput.server;

import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The little JSON that the server needs outside the path of a token.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /// Parses a text.
    ///
    /// @throws JacksonException when it is not JSON
    static JsonNode parse(byte[] text) {
        return MAPPER.readTree(text);
    }

    /// Parses the body of a request.
    ///
    /// @throws ApiException when it is not a JSON object
    static JsonNode object(byte[] body) {
        JsonNode root;
        try {
            root = parse(body);
        } catch (JacksonException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")";
            throw ApiException.badRequest("the body is not valid JSON" + where, null);
        }
        if (!root.isObject()) {
            throw ApiException.badRequest("the body must be a JSON object", null);
        }
        return root;
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
