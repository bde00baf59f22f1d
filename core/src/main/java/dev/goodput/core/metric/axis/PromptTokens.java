package dev.goodput.core.metric.axis;

/// Whose count of the prompt is taken.
public enum PromptTokens implements Axis {
    SERVER_ELSE_CLIENT("server > client", "the server's count, else the client's own"),
    SERVER_ELSE_REQUESTED("server > requested", "the server's count, else the length that was asked for"),
    SERVER("server", "the server's count"),
    CLIENT("client", "the client's own count, whatever the server says"),
    REQUESTED("requested", "the length that was asked for when the prompt was made"),
    NONE("none", "not counted, or it is not said how");

    private final Choice choice;

    PromptTokens(String id, String words) {
        choice = new Choice("prompt-tokens", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
