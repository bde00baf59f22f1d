package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.trace.RequestTrace;

/// When the chunks arrived that a dialect takes for output.
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
}
