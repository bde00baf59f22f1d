package dev.goodput.runs.imports;

/// A file that cannot be imported. The message is one line: which file, where in it, what is wrong.
public final class ImportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ImportException(String message) {
        super(message);
    }

    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
