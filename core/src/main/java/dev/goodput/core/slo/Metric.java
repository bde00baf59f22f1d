package dev.goodput.core.slo;

import dev.goodput.core.metric.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A per-request quantity that an SLO can bound.
public enum Metric {
    TTFT("ttft", "time to first token, from the intended start to the first generated output"),
    TTAT("ttat", "time to first answer token, reasoning skipped"),
    TPOT("tpot", "time per output token after the first chunk"),
    ITL_MAX("itl_max", "the longest gap between two output chunks"),
    E2E("e2e", "end to end, from the intended start to the last output");

    private final String id;
    private final String words;

    Metric(String id, String words) {
        this.id = id;
        this.words = words;
    }

    public String id() {
        return id;
    }

    public String words() {
        return words;
    }

    /// The metric's value for one request in nanoseconds, or NaN where the request has none.
    public double of(Reading reading) {
        return switch (this) {
            case TTFT -> reading.ttftNs();
            case TTAT -> reading.ttatNs();
            case TPOT -> reading.perTokenNs();
            case ITL_MAX -> reading.longestGapNs();
            case E2E -> reading.e2eNs();
        };
    }

    /// Whether every complete answer has the metric. A one-token answer has no TPOT and no gap; one without a TTFT was
    /// not observed.
    boolean isOfEveryAnswer() {
        return switch (this) {
            case TTFT, TTAT, E2E -> true;
            case TPOT, ITL_MAX -> false;
        };
    }

    /// What the metric's value would at least have been for a request that was stopped after `waitedNs`, or NaN where
    /// nothing is certain: a slow start of a decode could still have been made up for.
    double atLeast(Reading soFar, double waitedNs) {
        return switch (this) {
            case TTFT, TTAT, E2E -> Double.isNaN(of(soFar)) ? waitedNs : of(soFar);
            case ITL_MAX -> of(soFar);
            case TPOT -> Double.NaN;
        };
    }

    public static Optional<Metric> byId(String id) {
        return Arrays.stream(values()).filter(metric -> metric.id.equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Metric::id).toList();
    }
}
