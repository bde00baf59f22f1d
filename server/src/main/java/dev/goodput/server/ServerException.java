package dev.goodput.server;

/// The server could not start. The message is one line for its user: what is wrong and what to do.
public final class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerException(String message) {
        super(message);
    }
}
