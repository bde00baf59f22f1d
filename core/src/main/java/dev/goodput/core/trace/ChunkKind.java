package dev.goodput.core.trace;

/// What a server-sent event carried. One chunk can be several of these at once (text, finish reason and usage
/// together).
public enum ChunkKind {
    /// Carried `delta.role`.
    ROLE,
    /// Carried non-empty answer text.
    TEXT,
    /// Carried non-empty reasoning text (`reasoning` or `reasoning_content`).
    REASONING,
    /// Carried a tool-call delta.
    TOOL_CALL,
    /// Carried an empty `content` or `text` string: a token that decodes to nothing, or framing.
    EMPTY_TEXT,
    /// Carried a finish reason.
    FINISH,
    /// Carried a usage object.
    USAGE,
    /// Had a non-empty `choices` array.
    CHOICES,
    /// Carried an error object, or came as `event: error`.
    ERROR,
    /// `[DONE]`.
    DONE,
    /// A comment line, such as a keep-alive ping; no data.
    COMMENT,
    /// Data that is not JSON.
    UNPARSABLE;

    /// The bit that stands for this kind in a chunk's set.
    public int bit() {
        return 1 << ordinal();
    }

    /// Whether the set `kinds` holds this kind.
    public boolean in(int kinds) {
        return (kinds & bit()) != 0;
    }

    /// The kinds that are generated output of some channel.
    public static final int OUTPUT = TEXT.bit() | REASONING.bit() | TOOL_CALL.bit();

    /// Whether the set `kinds` holds generated output of any channel.
    public static boolean isOutput(int kinds) {
        return (kinds & OUTPUT) != 0;
    }
}
