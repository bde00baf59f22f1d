package dev.goodput.runs;

/// A run directory or a file in it that cannot be read or written. The message is one line for the user: which file,
/// where in it, what is wrong, what to do.
public final class RunDirectoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunDirectoryException(String message) {
        super(message);
    }

    public RunDirectoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
