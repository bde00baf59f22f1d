package dev.goodput.core.slo;

/// An SLO text that cannot be understood. The message is one line for its author: what is wrong, where, what to do.
public final class SloException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SloException(String message) {
        super(message);
    }
}
