package dev.goodput.load.http;

/// The bytes are no HTTP/1.1 response, or break this client's limits.
final class MalformedResponse extends Exception {
    MalformedResponse(String message) {
        super(message);
    }
}
