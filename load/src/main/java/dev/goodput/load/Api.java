package dev.goodput.load;

/// The kind of endpoint a request is made for.
public enum Api {
    /// OpenAI chat completions.
    CHAT("chat", "/chat/completions"),
    /// OpenAI (legacy) completions.
    COMPLETIONS("completions", "/completions");

    private final String id;
    private final String path;

    Api(String id, String path) {
        this.id = id;
        this.path = path;
    }

    /// The name used on the command line and in manifests.
    public String id() {
        return id;
    }

    /// What is appended to the base URL.
    public String path() {
        return path;
    }
}
