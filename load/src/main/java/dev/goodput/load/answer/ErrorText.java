package dev.goodput.load.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.core.trace.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The words in an error that a server sent, as one short line.
public final class ErrorText {
    private static final JsonFactory JSON = new JsonFactory();

    /// Bytes that hold at least [Outcome.Failed#MAX_MESSAGE_CHARS] characters, whatever they are.
    public static final int MAX_BYTES = 4 * Outcome.Failed.MAX_MESSAGE_CHARS;

    private ErrorText() {}

    /// The `message` of an error object, a string's content, else the start of the bytes as they are.
    static String of(byte[] bytes, int from, int to) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.VALUE_STRING) {
                return line(parser.getString());
            }
            for (JsonToken token = first; token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME
                        && "message".equals(parser.currentName())
                        && parser.nextToken() == JsonToken.VALUE_STRING
                        && !parser.getString().isBlank()) {
                    return line(parser.getString());
                }
            }
        } catch (JacksonException e) {
            // Not JSON: the raw text has to do.
        }
        return start(bytes, from, to);
    }

    /// The start of a body or datum as one line of at most [Outcome.Failed#MAX_MESSAGE_CHARS] characters.
    public static String start(byte[] bytes, int from, int to) {
        return line(new String(bytes, from, Math.min(to - from, MAX_BYTES), UTF_8));
    }

    /// One line without control characters.
    public static String line(String text) {
        String cut = text.length() > MAX_BYTES ? text.substring(0, MAX_BYTES) : text;
        String clean = cut.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return clean.length() > Outcome.Failed.MAX_MESSAGE_CHARS
                ? clean.substring(0, Outcome.Failed.MAX_MESSAGE_CHARS)
                : clean;
    }
}
