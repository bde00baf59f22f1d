package dev.goodput.core.trace;

/// How a request ended.
public sealed interface Outcome {

    /// The answer is whole: a finish reason was seen, no error came, and the HTTP message was properly terminated.
    ///
    /// @param finishReason the server's word (`stop`, `length`, `tool_calls`, …)
    /// @param doneSeen whether `[DONE]` came; some servers never send it, and it proves nothing
    record Completed(String finishReason, boolean doneSeen) implements Outcome {}

    /// The answer is missing or cannot be trusted. Chunks that came before stay in the trace as evidence.
    ///
    /// @param httpStatus the response's status, or 0 when there was no response
    /// @param message what the server or the transport said, at most [#MAX_MESSAGE_CHARS] characters; hostile text
    record Failed(FailureCategory category, int httpStatus, String message) implements Outcome {
        /// Enough to recognise an error by; a longer body is cut.
        public static final int MAX_MESSAGE_CHARS = 200;

        public Failed {
            if (message.length() > MAX_MESSAGE_CHARS) {
                boolean splitsPair = Character.isHighSurrogate(message.charAt(MAX_MESSAGE_CHARS - 1));
                message = message.substring(0, splitsPair ? MAX_MESSAGE_CHARS - 1 : MAX_MESSAGE_CHARS);
            }
        }
    }

    default boolean isCompleted() {
        return this instanceof Completed;
    }
}
