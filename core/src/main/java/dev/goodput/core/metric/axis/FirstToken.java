package dev.goodput.core.metric.axis;

/// Which chunk is the first token; the same test tells which chunks have gaps.
public enum FirstToken implements Axis {
    ANY_CHOICES("any-choices", "is the first event with a non-empty choices array, even one that carries only a role"),
    NON_NULL_DELTA("non-null-delta", "is the first delta whose text is present, even if empty"),
    CONTENT_ONLY("content-only", "is the first non-empty answer text; reasoning and tool calls are not seen"),
    ANY_TEXT("any-text", "is the first non-empty answer or reasoning text"),
    ANY_TEXT_OR_TOOL("any-text-or-tool", "is the first non-empty text, reasoning or tool call"),
    OUTPUT_DELTA(
            "output-delta", "is the first text, reasoning or tool call, or an empty text in a delta without a role"),
    FIRST_HTTP_CHUNK("first-http-chunk", "is the first piece of the body"),
    ENGINE_FIRST("engine-first", "is the first token the engine put out"),
    CALLBACK_FIRST("callback-first", "is whatever the system under test reports as its first token"),
    NONE("none", "is not measured");

    private final Choice choice;

    FirstToken(String id, String words) {
        choice = new Choice("first-token", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
