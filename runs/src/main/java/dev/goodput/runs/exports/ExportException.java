package dev.goodput.runs.exports;

/// A run that cannot be written in a format, or a file that is in the way. The message is one line.
public final class ExportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ExportException(String message) {
        super(message);
    }

    public ExportException(String message, Throwable cause) {
        super(message, cause);
    }
}
