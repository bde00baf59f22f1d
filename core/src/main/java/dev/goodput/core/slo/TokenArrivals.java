package dev.goodput.core.slo;

import dev.goodput.core.metric.OutputStamps;
import dev.goodput.core.trace.Chunks;
import java.util.Arrays;

/// When each token of an answer arrived. The tokens of one chunk arrive together; how many it held is what the server
/// told, else the answer's tokens spread over its chunks by their characters.
final class TokenArrivals {
    private static final int[] NONE = {};

    private TokenArrivals() {}

    /// In nanoseconds from time zero, one a token; empty where the arrivals are not known.
    static double[] sinceZeroNs(Observation request) {
        double zeroNs = request.zeroNs();
        int[] tokens = Double.isNaN(zeroNs) ? NONE : tokensByChunk(request);
        Chunks chunks = request.trace().chunks();
        double[] arrivalsNs = new double[Arrays.stream(tokens).sum()];
        int filled = 0;
        for (int i = 0; i < tokens.length; i++) {
            Arrays.fill(arrivalsNs, filled, filled + tokens[i], chunks.arrivalNs(i) - zeroNs);
            filled += tokens[i];
        }
        return arrivalsNs;
    }

    /// Output tokens of each chunk of the trace; empty where not every chunk was kept.
    static int[] tokensByChunk(Observation request) {
        return request.keepsChunks()
                ? OutputStamps.tokensByChunk(
                        request.trace(), request.dialect(), request.reading().outputTokens())
                : NONE;
    }
}
