package dev.goodput.engine;

/// A latency profile that cannot be found or understood. The message is one line for its author: what is wrong, where,
/// what to do.
public final class LatencyProfileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LatencyProfileException(String message) {
        super(message);
    }
}
