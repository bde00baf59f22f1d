package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What a prediction is compared by: figures of a run, in nanoseconds except for the number of steps.
///
/// @param ttftNs one a request, in the order of the run; so are `e2eNs`
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record RunFigures(Map<Figure, Double> values, double[] ttftNs, double[] e2eNs) {

    static RunFigures of(List<ServedRequest> requests, long steps) {
        Distribution ttft = distribution(requests, ServedRequest::ttftNs);
        Distribution e2e = distribution(requests, ServedRequest::e2eNs);
        Distribution gaps = Distribution.of(requests.stream().flatMapToDouble(RunFigures::gaps));
        Distribution longest = Distribution.of(requests.stream()
                .filter(request -> request.outputTokens() > 1)
                .mapToDouble(request -> gaps(request).max().orElse(Double.NaN)));
        Map<Figure, Double> values = new EnumMap<>(Figure.class);
        values.put(
                Figure.DURATION,
                requests.stream().mapToDouble(ServedRequest::lastNs).max().orElse(0));
        values.put(Figure.STEPS, (double) steps);
        values.put(Figure.TTFT_MEAN, ttft.mean());
        values.put(Figure.TTFT_P50, ttft.p50());
        values.put(Figure.TTFT_P90, ttft.p90());
        values.put(Figure.TTFT_P99, ttft.p99());
        values.put(Figure.GAP_MEAN, gaps.mean());
        values.put(Figure.GAP_P50, gaps.p50());
        values.put(Figure.GAP_P90, gaps.p90());
        values.put(Figure.GAP_P99, gaps.p99());
        values.put(Figure.GAP_P999, gaps.quantile(999));
        values.put(Figure.LONGEST_P50, longest.p50());
        values.put(Figure.LONGEST_P90, longest.p90());
        values.put(Figure.LONGEST_P99, longest.p99());
        values.put(Figure.E2E_P50, e2e.p50());
        values.put(Figure.E2E_P99, e2e.p99());
        return new RunFigures(
                values,
                requests.stream().mapToDouble(ServedRequest::ttftNs).toArray(),
                requests.stream().mapToDouble(ServedRequest::e2eNs).toArray());
    }

    double value(Figure figure) {
        return Objects.requireNonNull(values.get(figure));
    }

    private static Distribution distribution(List<ServedRequest> requests, ToDoubleFunction<ServedRequest> value) {
        return Distribution.of(requests.stream().mapToDouble(value));
    }

    /// Between neighbouring tokens whose times are both known.
    private static java.util.stream.DoubleStream gaps(ServedRequest request) {
        double[] tokenNs = request.tokenNs();
        return IntStream.range(1, tokenNs.length)
                .mapToDouble(k -> tokenNs[k] - tokenNs[k - 1])
                .filter(gap -> !Double.isNaN(gap));
    }
}
