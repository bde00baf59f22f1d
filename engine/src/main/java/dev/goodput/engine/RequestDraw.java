package dev.goodput.engine;

/// What chance decided for one request.
///
/// @param promptTokens the prompt length drawn; a live request brings its own
/// @param outputTokens the output length drawn; a live request may ask for its own
record RequestDraw(long queueNs, int promptTokens, int outputTokens, DecodeGaps gaps) {}
