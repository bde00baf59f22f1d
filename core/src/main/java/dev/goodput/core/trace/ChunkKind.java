package dev.goodput.core.trace;

/// What a server-sent event carried. One chunk can be several of these at once (text, finish reason and usage
/// together).
public enum ChunkKind {
    /// Carried `delta.role`.
    ROLE(1),
    /// Carried non-empty answer text.
    TEXT(2),
    /// Carried non-empty reasoning text (`reasoning` or `reasoning_content`).
    REASONING(4),
    /// Carried a tool-call delta.
    TOOL_CALL(8),
    /// Carried an empty `content` or `text` string: a token that decodes to nothing, or framing.
    EMPTY_TEXT(16),
    /// Carried a finish reason.
    FINISH(32),
    /// Carried a usage object.
    USAGE(64),
    /// Had a non-empty `choices` array.
    CHOICES(128),
    /// Carried an error object, or came as `event: error`.
    ERROR(256),
    /// `[DONE]`.
    DONE(512),
    /// A comment line, such as a keep-alive ping; no data.
    COMMENT(1024),
    /// Data that is not JSON.
    UNPARSABLE(2048),
    /// With it the end of a sentence of the answer was known. Set by producers that read or make the text, on every
    /// answer that has text; a text without a mark comes from one that does not.
    SENTENCE(4096);

    private final int bit;

    ChunkKind(int bit) {
        this.bit = bit;
    }

    /// The bit that stands for this kind in a chunk's set, in memory and in `traces.jsonl`; never reassigned.
    public int bit() {
        return bit;
    }

    /// Whether the set `kinds` holds this kind.
    public boolean in(int kinds) {
        return (kinds & bit) != 0;
    }

    /// The kinds that are generated output of some channel.
    public static final int OUTPUT = TEXT.bit() | REASONING.bit() | TOOL_CALL.bit();

    /// Whether the set `kinds` holds generated output of any channel.
    public static boolean isOutput(int kinds) {
        return (kinds & OUTPUT) != 0;
    }
}
