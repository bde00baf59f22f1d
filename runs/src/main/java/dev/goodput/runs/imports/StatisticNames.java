package dev.goodput.runs.imports;

import dev.goodput.core.metric.Statistic;
import java.util.Optional;

/// Statistics as NVIDIA's tools name them.
final class StatisticNames {
    private StatisticNames() {}

    /// @param name such as `avg` or `p99`; empty for a name that is no statistic
    static Optional<Statistic> of(String name) {
        return switch (name) {
            case "avg" -> Optional.of(Statistic.Simple.MEAN);
            case "std" -> Optional.of(Statistic.Simple.STD);
            case "min" -> Optional.of(Statistic.Simple.MIN);
            case "max" -> Optional.of(Statistic.Simple.MAX);
            case "sum" -> Optional.of(Statistic.Simple.SUM);
            case "count" -> Optional.of(Statistic.Simple.COUNT);
            default ->
                name.matches("p\\d{1,2}(\\.\\d)?|p100")
                        ? Optional.of(Statistic.p(Double.parseDouble(name.substring(1))))
                        : Optional.empty();
        };
    }
}
