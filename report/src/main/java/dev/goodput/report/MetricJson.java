package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.stat.Quantiles;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A distribution of times as it stands in the JSON files.
///
/// @param unsupported percentiles that the sample is too small to support at 95 % confidence
record MetricJson(
        String unit,
        int count,
        @Nullable Double mean,
        @Nullable Double min,
        @Nullable Double p50,
        @Nullable Double p90,
        @Nullable Double p99,
        @Nullable Double max,
        List<String> unsupported) {

    static MetricJson of(Distribution values) {
        return new MetricJson(
                "ms",
                values.count(),
                Json.ms(values.mean()),
                Json.ms(values.min()),
                Json.ms(values.p50()),
                Json.ms(values.p90()),
                Json.ms(values.p99()),
                Json.ms(values.max()),
                Stream.of(500, 900, 990)
                        .filter(perMille -> !Quantiles.isSupported(values.count(), perMille))
                        .map(perMille -> "p" + perMille / 10)
                        .toList());
    }
}
