package dev.goodput.runs.imports;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What AIPerf's `error{code, type, message}` says in our categories.
final class AiperfFailures {
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private AiperfFailures() {}

    /// @param answered whether the response head had come
    static Outcome.Failed of(JsonNode error, boolean answered) {
        JsonNode code = error.path("code");
        int status = code.isIntegralNumber() && code.canConvertToInt() ? code.intValue() : 0;
        String type = text(error.path("type"));
        String message = text(error.path("message"));
        return new Outcome.Failed(
                category(status, type.toLowerCase(Locale.ROOT), message.toLowerCase(Locale.ROOT), answered),
                status == CLIENT_CLOSED_REQUEST ? 0 : Math.max(status, 0),
                type.isEmpty() ? message : type + ": " + message);
    }

    private static String text(JsonNode node) {
        return node.isString() ? node.stringValue() : "";
    }

    /// Types are names of Python exceptions, of aiohttp and AIPerf's own, or the reason phrase of an HTTP status.
    private static FailureCategory category(int status, String type, String message, boolean answered) {
        if (status == CLIENT_CLOSED_REQUEST || type.contains("cancel")) {
            return FailureCategory.CANCELLED;
        }
        if (status >= 300) {
            return FailureCategory.HTTP_STATUS;
        }
        if (type.contains("dns")) {
            return FailureCategory.NAME_RESOLUTION;
        }
        if (type.contains("ssl") || type.contains("certificate")) {
            return FailureCategory.TLS;
        }
        if (type.contains("proxy")) {
            return FailureCategory.PROXY;
        }
        if (type.contains("connectiontimeout") || type.contains("connecttimeout")) {
            return FailureCategory.CONNECT_TIMEOUT;
        }
        if (type.contains("connectorerror") || type.contains("connectionrefused")) {
            return message.contains("refused") ? FailureCategory.CONNECT_REFUSED : FailureCategory.CONNECT_FAILED;
        }
        if (type.contains("timeout")) {
            return type.contains("send") ? FailureCategory.WRITE_FAILED : FailureCategory.TOTAL_TIMEOUT;
        }
        if (type.contains("payloaderror") || type.contains("incomplete")) {
            return FailureCategory.BROKEN;
        }
        if (type.contains("disconnected") || type.contains("connectionreset") || type.contains("oserror")) {
            return answered ? FailureCategory.BROKEN : FailureCategory.RESET;
        }
        if (type.contains("sseresponse")) {
            return FailureCategory.ERROR_IN_STREAM;
        }
        if (type.contains("contenttype")) {
            return FailureCategory.NOT_A_STREAM;
        }
        if (type.contains("invalidinferenceresult") || type.contains("noresponses")) {
            return FailureCategory.EMPTY;
        }
        if (type.contains("decode") || type.contains("json")) {
            return FailureCategory.MALFORMED;
        }
        // Nothing says that the endpoint is to blame.
        return FailureCategory.CLIENT_ERROR;
    }
}
