package dev.goodput.core.metric;

/// Where a count of output tokens came from. Shown wherever a number depends on it.
public enum TokenSource {
    /// The server's `usage`.
    USAGE("usage"),
    /// Token counts that the server sent with each chunk.
    CHUNK_COUNTS("per-chunk counts"),
    /// No counts from the server: each output chunk counted as one token, which is a guess.
    CHUNKS("chunks counted as tokens"),
    /// The measuring client's own tokenizer.
    TOKENIZER("the client's tokenizer"),
    /// The server's `usage`, standing in for a tokenizer that this trace has no count of.
    USAGE_FOR_TOKENIZER("usage, in place of the tool's tokenizer"),
    /// The output length that was asked for, which is no count at all.
    REQUESTED("the requested length"),
    /// Nobody counted.
    NONE("no count");

    private final String words;

    TokenSource(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
