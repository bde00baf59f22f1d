package dev.goodput.server;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A request that is answered with an error object. A flow of control, not a fault: it has no stack trace.
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HttpResponseStatus status;
    private final @Nullable String param;
    private final transient @Nullable HttpMethod allowed;

    private ApiException(
            HttpResponseStatus status, String message, @Nullable String param, @Nullable HttpMethod allowed) {
        super(message, null, false, false);
        this.status = status;
        this.param = param;
        this.allowed = allowed;
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
        return new ApiException(HttpResponseStatus.METHOD_NOT_ALLOWED, message, null, allowed);
    }

    static ApiException tooLarge(String message) {
        return new ApiException(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, message, null, null);
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
            default -> "BadRequestError";
        };
        return Json.bytes(root -> root.putObject("error")
                .put("message", Objects.requireNonNull(getMessage()))
                .put("type", type)
                .put("param", param)
                .put("code", status.code()));
    }

    /// The value of the `allow` header that the response must have, if any.
    @Nullable
    String allow() {
        return allowed == null ? null : allowed.name();
    }
}
