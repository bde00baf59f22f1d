package dev.goodput.core.slo;

/// The text of an SLO, or of a policy that holds one, that cannot be understood. The message is one line for its
/// author: what is wrong, where, what to do.
public final class SloException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SloException(String message) {
        super(message);
    }
}
