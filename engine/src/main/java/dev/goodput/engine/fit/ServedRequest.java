package dev.goodput.engine.fit;

import dev.goodput.core.trace.Stamp;

/// One request as its client saw the engine serve it.
///
/// @param startNs when it was sent
/// @param endNs when its answer was over
/// @param promptTokens tokens of its prompt, the chat template's included
/// @param cachedTokens those of them that a prefix cache held
/// @param tokenNs when each token came, in order; unknown for one that came in a chunk with others. The
///     first and the last are known
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record ServedRequest(long index, double startNs, double endNs, int promptTokens, int cachedTokens, double[] tokenNs) {

    int outputTokens() {
        return tokenNs.length;
    }

    double firstNs() {
        return tokenNs[0];
    }

    double lastNs() {
        return tokenNs[tokenNs.length - 1];
    }

    double ttftNs() {
        return firstNs() - startNs;
    }

    double e2eNs() {
        return lastNs() - startNs;
    }

    /// Tokens whose time is known.
    int stamped() {
        int stamped = 0;
        for (double stamp : tokenNs) {
            stamped += Stamp.isKnown(stamp) ? 1 : 0;
        }
        return stamped;
    }
}
