package dev.goodput.runs.imports;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The labels under which inference-perf counts failures: from the status where it tells enough, else from words in the
/// message.
final class InferencePerfErrors {
    private static final Map<String, String> STATUS = Map.of(
            "429", "Rate Limit",
            "500", "Internal Server Error",
            "502", "Bad Gateway",
            "503", "Service Unavailable",
            "504", "Gateway Timeout");
    private static final Pattern CONTEXT =
            Pattern.compile("(?i)context.window|context length|maximum context|max.?tokens|token.?limit");
    private static final Pattern JSON = Pattern.compile(
            "(?i)invalid.?json|json.?parse|malformed.?json|unexpected.?token|expecting value|unterminated string|expecting ',' delimiter");
    private static final Pattern TIMEOUT = Pattern.compile("(?i)timeout|timed.?out");
    private static final Pattern MODEL = Pattern.compile("(?i)model.?not.?found|no such model");
    private static final Pattern CONNECT = Pattern.compile("(?i)connection.?refused|connect");

    private InferencePerfErrors() {}

    static String label(InferencePerfRow row) {
        String type = row.errorType();
        String message = inner(row);
        if (!type.startsWith("HTTP Error ")) {
            return TIMEOUT.matcher(message).find()
                    ? "Timeout"
                    : CONNECT.matcher(message).find()
                            ? "Connection Error"
                            : type.toLowerCase(Locale.ROOT).strip();
        }
        String status = type.substring(type.lastIndexOf(' ') + 1);
        String words = STATUS.get(status);
        return status + " - " + (words == null ? byMessage(message) : words);
    }

    private static String byMessage(String message) {
        return CONTEXT.matcher(message).find()
                ? "Context Window"
                : JSON.matcher(message).find()
                        ? "Invalid JSON"
                        : TIMEOUT.matcher(message).find()
                                ? "Timeout"
                                : MODEL.matcher(message).find() ? "Model Not Found" : "other";
    }

    /// The message inside an error body, or the text itself where it is none.
    private static String inner(InferencePerfRow row) {
        String raw = row.errorMessage();
        if (!raw.stripLeading().startsWith("{")) {
            return raw;
        }
        try {
            JsonNode body = ImportSource.parse(row.fields().file(), 0, raw.getBytes(StandardCharsets.UTF_8));
            JsonNode error = body.path("error").isObject() ? body.path("error") : body;
            return error.path("message").isString() ? error.path("message").stringValue() : raw;
        } catch (ImportException _) {
            return raw;
        }
    }
}
