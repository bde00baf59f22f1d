package dev.goodput.runs.imports;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells the category of a failure from what a client said of it, where its file has only words.
final class FailureWords {
    private static final Pattern STATUS =
            Pattern.compile("(?:HTTP|status(?: code)?|Error code)\\D{0,3}([45]\\d\\d)\\b", Pattern.CASE_INSENSITIVE);

    private FailureWords() {}

    /// @param hadOutput whether some of the answer had come
    /// @param otherwise the category of words that tell nothing
    static Outcome.Failed outcome(String message, boolean hadOutput, FailureCategory otherwise) {
        Matcher status = STATUS.matcher(message);
        if (status.find()) {
            return new Outcome.Failed(FailureCategory.HTTP_STATUS, Integer.parseInt(status.group(1)), message);
        }
        return new Outcome.Failed(category(message.toLowerCase(Locale.ROOT), hadOutput, otherwise), 0, message);
    }

    private static FailureCategory category(String message, boolean hadOutput, FailureCategory otherwise) {
        if (message.contains("timeout") || message.contains("timed out")) {
            return FailureCategory.TOTAL_TIMEOUT;
        }
        if (message.contains("refused")) {
            return FailureCategory.CONNECT_REFUSED;
        }
        if (message.contains("name or service") || message.contains("getaddrinfo") || message.contains("resolv")) {
            return FailureCategory.NAME_RESOLUTION;
        }
        if (message.contains("certificate") || message.contains("ssl") || message.contains("tls")) {
            return FailureCategory.TLS;
        }
        boolean lost = message.contains("connection")
                || message.contains("reset")
                || message.contains("disconnect")
                || message.contains("closed")
                || message.contains("incomplete");
        if (lost) {
            return hadOutput ? FailureCategory.BROKEN : FailureCategory.RESET;
        }
        return otherwise;
    }
}
