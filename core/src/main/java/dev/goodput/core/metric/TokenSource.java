package dev.goodput.core.metric;

/// Where a count of output tokens came from. Shown wherever a number depends on it.
public enum TokenSource {
    /// The server's `usage`.
    USAGE("usage"),
    /// Token counts that the server sent with each chunk.
    CHUNK_COUNTS("per-chunk counts"),
    /// No counts from the server: each output chunk counted as one token, which is a guess.
    CHUNKS("chunks counted as tokens");

    private final String words;

    TokenSource(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
