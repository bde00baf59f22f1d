package dev.goodput.engine.serving;

/// Why an engine does not take a request.
public enum Rejection {
    /// Prompt and answer together are longer than the context, or than the KV cache.
    TOO_LONG,
    /// As many requests wait as may.
    QUEUE_FULL
}
