package dev.goodput.engine.fit;

/// A run from which nothing can be fitted. The message says in one line what is wrong and what to do.
public final class FitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FitException(String message) {
        super(message);
    }
}
