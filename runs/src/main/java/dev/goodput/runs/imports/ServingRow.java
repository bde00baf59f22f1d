package dev.goodput.runs.imports;

/// One request as the serving benchmarks keep it: a position in their parallel lists, in seconds.
///
/// @param startS the start stamp, NaN where the file has none
/// @param ttftS from the start to the first chunk, NaN where none is kept
/// @param gapsS from chunk to chunk
/// @param latencyS from the start to the end by the tool's own rule, NaN where none is kept
/// @param queueS the wait for the client's own cap before the start, NaN where none is kept
/// @param inputTokens tokens of the prompt, or -1
/// @param outputTokens tokens of the answer, or -1
/// @param fate what the tool took the request for
/// @param error what the tool wrote down about a failure; empty without one
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record ServingRow(
        double startS,
        double ttftS,
        double[] gapsS,
        double latencyS,
        double queueS,
        int inputTokens,
        int outputTokens,
        Fate fate,
        String error) {

    enum Fate {
        COMPLETED,
        /// A success without any output, which some versions allow.
        EMPTY,
        FAILED
    }

    boolean succeeded() {
        return fate != Fate.FAILED;
    }

    boolean hasFirstChunk() {
        return ttftS > 0;
    }

    /// Stamps of the chunks in seconds from the start, summed as the tools sum them.
    double[] chunksS() {
        if (!hasFirstChunk()) {
            return new double[0];
        }
        double[] chunksS = new double[gapsS.length + 1];
        chunksS[0] = ttftS;
        for (int i = 0; i < gapsS.length; i++) {
            chunksS[i + 1] = chunksS[i] + gapsS[i];
        }
        return chunksS;
    }
}
