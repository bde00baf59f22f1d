package dev.goodput.core.slo;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Stamp;

/// The answer as a listener hears it: its text, sentence by sentence. Reasoning and tool calls are not spoken.
///
/// Sentences are known by the marks that the producer of the trace set ([ChunkKind#SENTENCE]). A text without a mark
/// comes from a producer that does not set them: nothing is known about its sentences then.
final class Speech {
    private Speech() {}

    /// From time zero to the end of the first sentence, or NaN.
    static double firstSentenceNs(Observation request) {
        int row = firstSentence(request);
        return row < 0
                ? Double.NaN
                : Stamp.between(request.zeroNs(), request.trace().chunks().arrivalNs(row));
    }

    /// Whether the answer has output, but nothing to be heard.
    static boolean isSilent(Observation completed) {
        Chunks chunks = completed.trace().chunks();
        boolean hasOutput = false;
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.is(i, ChunkKind.TEXT)) {
                return false;
            }
            hasOutput |= chunks.isOutput(i);
        }
        return hasOutput && completed.keepsChunks();
    }

    /// Silences after the start of the playback, or NaN.
    ///
    /// @param nsPerToken how long the words of one token play
    static double underruns(Observation request, double nsPerToken) {
        int start = firstSentence(request);
        int[] tokens = TokenArrivals.tokensByChunk(request);
        if (start < 0 || tokens.length == 0) {
            return Double.NaN;
        }
        Chunks chunks = request.trace().chunks();
        // Up to when the words delivered so far last.
        double untilNs = chunks.arrivalNs(start);
        int underruns = 0;
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.is(i, ChunkKind.TEXT)) {
                if (i > start && chunks.arrivalNs(i) > untilNs) {
                    underruns++;
                    untilNs = chunks.arrivalNs(i);
                }
                untilNs += tokens[i] * nsPerToken;
            }
        }
        return underruns;
    }

    private static int firstSentence(Observation request) {
        Chunks chunks = request.trace().chunks();
        for (int i = 0; request.keepsChunks() && i < chunks.size(); i++) {
            if (chunks.is(i, ChunkKind.SENTENCE)) {
                return i;
            }
        }
        return -1;
    }
}
