package dev.goodput.runs.imports;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/// Gaps of successful requests as evalscope splits them where prefill and decode run apart: the first gap of a stream
/// holds the hand-over. Seconds.
final class EvalscopeGaps {
    private EvalscopeGaps() {}

    private static DoubleStream later(EvalscopeRows.Row row) {
        return Arrays.stream(row.gapsS()).skip(1);
    }

    static double[] steady(EvalscopeRows rows) {
        return rows.successes().flatMapToDouble(EvalscopeGaps::later).toArray();
    }

    static double[] handoff(EvalscopeRows rows) {
        return rows.successes()
                .filter(row -> row.gapsS().length > 0)
                .mapToDouble(row -> row.gapsS()[0])
                .toArray();
    }

    /// How much longer the first gap is than the median of the later ones.
    static double[] overhead(EvalscopeRows rows) {
        return rows.successes()
                .filter(row -> row.gapsS().length > 1)
                .mapToDouble(row ->
                        Math.max(0, row.gapsS()[0] - median(later(row).sorted().toArray())))
                .toArray();
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
