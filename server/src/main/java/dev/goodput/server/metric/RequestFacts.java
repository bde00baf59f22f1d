package dev.goodput.server.metric;

/// What is known of a request when the engine gets it.
///
/// @param arrivalNs when it arrived at the server, on the engine's clock
/// @param maxTokens how long its answer may be
/// @param finishedReason how it will end if nothing goes wrong
public record RequestFacts(long arrivalNs, int promptTokens, int maxTokens, FinishedReason finishedReason) {}
