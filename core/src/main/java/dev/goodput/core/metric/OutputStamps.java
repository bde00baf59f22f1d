package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.trace.RequestTrace;

/// When the chunks arrived that a dialect takes for output, and how many tokens they held.
public final class OutputStamps {
    private OutputStamps() {}

    /// In nanoseconds from the run's epoch, in order; empty for an answer without output.
    public static double[] of(RequestTrace trace, Dialect dialect) {
        Outputs outputs = Outputs.of(trace.chunks(), dialect.on(FirstToken.class));
        double[] stampsNs = new double[outputs.count()];
        for (int i = 0; i < stampsNs.length; i++) {
            stampsNs[i] = outputs.arrivalNs(i);
        }
        return stampsNs;
    }

    /// Output tokens of every chunk of a trace, 0 for those that are no output: as the server told them, else
    /// `tokens` spread over the output chunks by their characters.
    ///
    /// @param tokens how many the answer has
    public static int[] tokensByChunk(RequestTrace trace, Dialect dialect, int tokens) {
        Outputs outputs = Outputs.of(trace.chunks(), dialect.on(FirstToken.class));
        int[] ofOutputs = Gaps.tokensPerChunk(outputs, tokens);
        int[] byChunk = new int[trace.chunks().size()];
        for (int i = 0; i < ofOutputs.length; i++) {
            byChunk[outputs.row(i)] = ofOutputs[i];
        }
        return byChunk;
    }
}
