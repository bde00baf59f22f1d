package dev.goodput.engine.spec;

/// Somebody else on the same engine, who sends a long prompt every so often and reads one token of the
/// answer.
///
/// @param promptTokens of a prompt, on average; each is up to a quarter longer or shorter
/// @param everyNs between two, on average; each gap is up to a twentieth longer or shorter
public record Neighbour(int promptTokens, long everyNs) {}
