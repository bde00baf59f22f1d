package dev.goodput.runs.imports;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the error texts of serving benchmarks: a reason phrase, a reason phrase and the body, `HTTP 500 …`, a Python
/// traceback, or the message of a Rust HTTP library.
final class ServingFailures {
    private static final Pattern HTTP = Pattern.compile("^HTTP (\\d{3})\\b");

    /// Python's client writes the reason phrase without its number.
    private static final Map<String, Integer> PHRASES = Map.ofEntries(
            Map.entry("Bad Request", 400),
            Map.entry("Unauthorized", 401),
            Map.entry("Forbidden", 403),
            Map.entry("Not Found", 404),
            Map.entry("Method Not Allowed", 405),
            Map.entry("Request Timeout", 408),
            Map.entry("Payload Too Large", 413),
            Map.entry("Unprocessable Entity", 422),
            Map.entry("Unprocessable Content", 422),
            Map.entry("Too Many Requests", 429),
            Map.entry("Internal Server Error", 500),
            Map.entry("Bad Gateway", 502),
            Map.entry("Service Unavailable", 503),
            Map.entry("Gateway Timeout", 504));

    private ServingFailures() {}

    /// @param error what the tool wrote; may be empty
    /// @param began whether chunks had come
    static Outcome.Failed of(String error, boolean began) {
        Matcher http = HTTP.matcher(error);
        if (http.find()) {
            return new Outcome.Failed(FailureCategory.HTTP_STATUS, Integer.parseInt(http.group(1)), error);
        }
        int phraseEnd = error.indexOf(": ");
        Integer status = PHRASES.get(phraseEnd < 0 ? error.strip() : error.substring(0, phraseEnd));
        if (status != null) {
            return new Outcome.Failed(FailureCategory.HTTP_STATUS, status, error);
        }
        return new Outcome.Failed(category(error, began), 0, lastLine(error));
    }

    private static FailureCategory category(String error, boolean began) {
        if (error.contains("Never received a valid chunk") || error.contains("no valid chunk")) {
            return FailureCategory.EMPTY;
        }
        if (error.contains("TimeoutError") || error.contains("timed out")) {
            return FailureCategory.TOTAL_TIMEOUT;
        }
        if (error.contains("ConnectionRefused") || error.contains("Connection refused")) {
            return FailureCategory.CONNECT_REFUSED;
        }
        if (error.contains("ClientConnectorDNSError") || error.contains("dns error")) {
            return FailureCategory.NAME_RESOLUTION;
        }
        if (error.contains("ClientConnectorError") || error.contains("error trying to connect")) {
            return FailureCategory.CONNECT_FAILED;
        }
        if (error.contains("JSONDecodeError")) {
            return FailureCategory.MALFORMED;
        }
        boolean inBody = error.contains("ClientPayloadError") || error.contains("decoding response body");
        return began || inBody ? FailureCategory.BROKEN : FailureCategory.RESET;
    }

    /// The line of a traceback that says what happened.
    private static String lastLine(String error) {
        return error.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line);
    }
}
