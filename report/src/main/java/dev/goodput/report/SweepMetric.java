package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A figure that a sweep compares its settings by.
enum SweepMetric {
    TTFT_P50("TTFT P50", Kind.TIME, Best.LOW),
    TTFT_P99("TTFT P99", Kind.TIME, Best.LOW),
    ITL_P50("ITL P50", Kind.TIME, Best.LOW),
    ITL_P99("ITL P99", Kind.TIME, Best.LOW),
    /// Of each request its longest gap between two chunks.
    LONGEST_GAP_P99("longest gap P99", Kind.TIME, Best.LOW),
    TPOT_P50("TPOT P50", Kind.TIME, Best.LOW),
    TPOT_P99("TPOT P99", Kind.TIME, Best.LOW),
    E2E_P99("E2E P99", Kind.TIME, Best.LOW),
    OUTPUT_TOKENS_PER_SECOND("output tok/s", Kind.RATE, Best.HIGH),
    GOODPUT("goodput", Kind.SHARE, Best.HIGH),
    PREEMPTIONS("preemptions", Kind.COUNT, Best.LOW),
    KV_PEAK("KV peak", Kind.SHARE, Best.NEITHER);

    /// How values are written.
    enum Kind {
        /// In nanoseconds.
        TIME,
        RATE,
        SHARE,
        COUNT
    }

    private enum Best {
        LOW,
        HIGH,
        /// A fact, neither good nor bad.
        NEITHER
    }

    private final String label;
    private final Kind kind;
    private final Best best;

    SweepMetric(String label, Kind kind, Best best) {
        this.label = label;
        this.kind = kind;
        this.best = best;
    }

    /// All of one run. What it does not have is NaN.
    static Map<SweepMetric, Double> of(Run run, RunMetrics metrics, EngineSteps steps, @Nullable GateResult result) {
        Map<SweepMetric, Double> values = new EnumMap<>(SweepMetric.class);
        values.put(TTFT_P50, metrics.ttft().p50());
        values.put(TTFT_P99, metrics.ttft().p99());
        values.put(ITL_P50, metrics.itl().p50());
        values.put(ITL_P99, metrics.itl().p99());
        values.put(
                LONGEST_GAP_P99, longestGaps(run.traces(), metrics.readings()).p99());
        values.put(TPOT_P50, metrics.tpot().p50());
        values.put(TPOT_P99, metrics.tpot().p99());
        values.put(E2E_P99, metrics.e2e().p99());
        values.put(OUTPUT_TOKENS_PER_SECOND, metrics.throughput().outputTokensPerSecond());
        values.put(GOODPUT, result == null ? Double.NaN : result.goodput().share());
        values.put(PREEMPTIONS, (double) steps.preemptions());
        values.put(KV_PEAK, steps.kvPeak());
        return values;
    }

    private static Distribution longestGaps(List<RequestTrace> traces, List<Reading> readings) {
        double[] gaps = new double[traces.size()];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = traces.get(i).isCompleted() ? readings.get(i).longestGapNs() : Double.NaN;
        }
        return Distribution.owning(gaps);
    }

    String label() {
        return label;
    }

    /// Above its column.
    String column() {
        return switch (this) {
            case LONGEST_GAP_P99 -> "gap P99";
            case OUTPUT_TOKENS_PER_SECOND -> "tok/s";
            case PREEMPTIONS -> "preempted";
            case TTFT_P50, TTFT_P99, ITL_P50, ITL_P99, TPOT_P50, TPOT_P99, E2E_P99, GOODPUT, KV_PEAK -> label;
        };
    }

    /// Key in `sweep.json`.
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isTime() {
        return kind == Kind.TIME;
    }

    boolean canBeBest() {
        return best != Best.NEITHER;
    }

    /// Whether `value` is better than `other`; a number is better than none.
    boolean isBetter(double value, double other) {
        return switch (best) {
            case LOW -> Double.isNaN(other) ? !Double.isNaN(value) : value < other;
            case HIGH -> Double.isNaN(other) ? !Double.isNaN(value) : value > other;
            case NEITHER -> false;
        };
    }

    /// Without a unit; times in milliseconds.
    String number(double value) {
        return switch (kind) {
            case TIME -> Format.ms(value);
            case RATE -> Format.rate(value);
            case SHARE -> Format.percent(value);
            case COUNT -> value == Math.rint(value) ? Format.count(Math.round(value)) : Format.rate(value);
        };
    }

    /// A standard deviation, with as many decimals as the value beside it.
    String spread(double spread, String beside) {
        int point = beside.indexOf('.');
        int decimals = point < 0 ? 0 : beside.length() - point - (beside.endsWith("%") ? 2 : 1);
        double shown = isTime() ? spread / 1e6 : kind == Kind.SHARE ? spread * 100 : spread;
        return String.format(Locale.ROOT, "%,." + decimals + "f", shown);
    }

    /// With its unit.
    String words(double value) {
        return switch (kind) {
            case TIME -> Format.time(value);
            case RATE, SHARE, COUNT -> number(value);
        };
    }

    /// In the unit of `sweep.json`: milliseconds, else as it is; null where there is none.
    @Nullable
    Double json(double value) {
        return isTime() ? Json.ms(value) : Json.number(value);
    }
}
