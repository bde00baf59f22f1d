package dev.goodput.server.fault;

/// A fault that cannot be understood. The message is one line for its author.
public final class FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FaultException(String message) {
        super(message);
    }
}
