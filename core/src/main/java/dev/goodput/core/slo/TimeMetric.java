package dev.goodput.core.slo;

import dev.goodput.core.metric.OutputStamps;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.stat.Distribution;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A time of one request, in nanoseconds; the shorter the better.
public enum TimeMetric implements Metric {
    TTFT("ttft", "time to first token, from the intended start to the first generated output"),
    TTAT("ttat", "time to first answer token, reasoning skipped"),
    TPOT("tpot", "time per output token after the first chunk"),
    ITL_MAX("itl_max", "the longest gap between two output chunks"),
    /// Linear interpolation, as for every other percentile of ours.
    ITL_P99("itl_p99", "the 99th percentile of the gaps between the output chunks of one answer"),
    E2E("e2e", "end to end, from the intended start to the last output"),
    TIME_TO_FIRST_SENTENCE(
            "time_to_first_sentence", "from the intended start until the first sentence of the answer is complete");

    private final String id;
    private final String words;

    TimeMetric(String id, String words) {
        this.id = id;
        this.words = words;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public Unit unit() {
        return Unit.TIME;
    }

    @Override
    public Direction direction() {
        return Direction.AT_MOST;
    }

    @Override
    public double of(Observation request) {
        Reading reading = request.reading();
        return switch (this) {
            case TTFT -> reading.ttftNs();
            case TTAT -> reading.ttatNs();
            case TPOT -> reading.perTokenNs();
            case ITL_MAX -> request.keepsChunks() ? reading.longestGapNs() : Double.NaN;
            case ITL_P99 -> request.keepsChunks() ? gapP99Ns(request) : Double.NaN;
            case E2E -> reading.e2eNs();
            case TIME_TO_FIRST_SENTENCE -> Speech.firstSentenceNs(request);
        };
    }

    private static double gapP99Ns(Observation request) {
        double[] stampsNs = OutputStamps.of(request.trace(), request.dialect());
        return stampsNs.length < 2
                ? Double.NaN
                : Distribution.of(IntStream.range(1, stampsNs.length).mapToDouble(i -> stampsNs[i] - stampsNs[i - 1]))
                        .p99();
    }

    @Override
    public boolean mayLack(Observation completed) {
        Reading reading = completed.reading();
        boolean hasOutput = !Double.isNaN(reading.spanNs());
        return switch (this) {
            case TTFT, TTAT, E2E -> false;
            case TPOT -> reading.outputTokens() == 1 || (reading.outputTokens() > 1 && hasOutput);
            case ITL_MAX, ITL_P99 -> completed.keepsChunks() && hasOutput;
            case TIME_TO_FIRST_SENTENCE -> Speech.isSilent(completed);
        };
    }

    /// A slow start of a decode can still be made up for, so TPOT and a percentile of the gaps are open to the end.
    @Override
    public double atBest(Observation soFar, double waitedNs) {
        double valueNs = of(soFar);
        return switch (this) {
            case TTFT, TTAT, E2E -> Double.isNaN(valueNs) ? waitedNs : valueNs;
            case ITL_MAX, TIME_TO_FIRST_SENTENCE -> valueNs;
            case TPOT, ITL_P99 -> Double.NaN;
        };
    }

    @Override
    public String toString() {
        return id;
    }

    public static Optional<TimeMetric> byId(String id) {
        return Arrays.stream(values()).filter(metric -> metric.id.equals(id)).findFirst();
    }

    static List<String> timeIds() {
        return Arrays.stream(values()).map(TimeMetric::id).toList();
    }
}
