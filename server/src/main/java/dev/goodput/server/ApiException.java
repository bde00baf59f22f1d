package dev.goodput.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A request that is answered with an error object. A flow of control, not a fault: it has no stack
/// trace.
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// A header that the response must have.
    record Header(AsciiString name, String value) {}

    private final transient HttpResponseStatus status;
    private final @Nullable String param;
    private final transient @Nullable Header header;

    private ApiException(HttpResponseStatus status, String message, @Nullable String param, @Nullable Header header) {
        super(message, null, false, false);
        this.status = status;
        this.param = param;
        this.header = header;
    }

    /// @param param the field of the request at fault, if it is one
    static ApiException badRequest(String message, @Nullable String param) {
        return new ApiException(HttpResponseStatus.BAD_REQUEST, message, param, null);
    }

    static ApiException notFound(String message) {
        return new ApiException(HttpResponseStatus.NOT_FOUND, message, null, null);
    }

    /// @param allowed the one method that the path answers
    static ApiException methodNotAllowed(HttpMethod allowed) {
        String message = "this path answers " + allowed + " only";
        Header allow = new Header(HttpHeaderNames.ALLOW, allowed.name());
        return new ApiException(HttpResponseStatus.METHOD_NOT_ALLOWED, message, null, allow);
    }

    static ApiException tooLarge(String message) {
        return new ApiException(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, message, null, null);
    }

    /// @param retryAfterSeconds when it is worth to come again; 0 says nothing of it
    static ApiException of(HttpResponseStatus status, String message, long retryAfterSeconds) {
        Header retry = retryAfterSeconds == 0
                ? null
                : new Header(HttpHeaderNames.RETRY_AFTER, Long.toString(retryAfterSeconds));
        return new ApiException(status, message, null, retry);
    }

    HttpResponseStatus status() {
        return status;
    }

    /// The error object, in the form of OpenAI-compatible servers.
    byte[] body() {
        String type = switch (status.code()) {
            case 404 -> "NotFoundError";
            case 405 -> "MethodNotAllowedError";
            case 413 -> "RequestTooLargeError";
            case 429 -> "RateLimitError";
            case 503 -> "ServiceUnavailableError";
            default -> status.code() >= 500 ? "InternalServerError" : "BadRequestError";
        };
        return Json.bytes(root -> root.putObject("error")
                .put("message", Objects.requireNonNull(getMessage()))
                .put("type", type)
                .put("param", param)
                .put("code", status.code()));
    }

    /// A header that the response must have, if any.
    @Nullable
    Header header() {
        return header;
    }
}
