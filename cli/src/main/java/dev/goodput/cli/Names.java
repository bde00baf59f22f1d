package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.slo.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What users call dialects, metrics and statistics. A mistyped name is answered with the nearest known one.
final class Names {
    static final String GOODPUT = "goodput";
    static final String GOODPUT_RATE = "goodput_rate";

    private static final List<String> STATISTICS = List.of("mean", "p50", "p90", "p95", "p99", "max");

    private Names() {}

    static Dialect dialect(String id) {
        return Dialects.byId(id)
                .orElseThrow(() -> unknown(
                        "dialect", id, Dialects.all().stream().map(Dialect::id).toList(), "see 'goodput definitions'"));
    }

    /// Every metric that can be explained.
    static List<String> metrics() {
        List<String> ids = new ArrayList<>();
        Stream.of(Quantity.values()).map(Quantity::id).forEach(ids::add);
        Stream.of(RunQuantity.values()).map(RunQuantity::id).forEach(ids::add);
        ids.add(GOODPUT);
        ids.add(GOODPUT_RATE);
        return ids;
    }

    static CliException unknownMetric(String id) {
        return unknown("metric", id, metrics(), "known are " + String.join(", ", metrics()));
    }

    static Statistic statistic(String id) {
        return switch (id) {
            case "mean" -> Statistic.mean();
            case "p50" -> Statistic.p(50);
            case "p90" -> Statistic.p(90);
            case "p95" -> Statistic.p(95);
            case "p99" -> Statistic.p(99);
            case "max" -> Statistic.Simple.MAX;
            default -> throw unknown("statistic", id, STATISTICS, "known are " + String.join(", ", STATISTICS));
        };
    }

    private static CliException unknown(String what, String name, List<String> known, String otherwise) {
        return new CliException(
                ExitCode.USAGE,
                "unknown " + what + " '" + name + "'; "
                        + Suggestions.nearest(name, known)
                                .map(nearest -> "did you mean '" + nearest + "'?")
                                .orElse(otherwise));
    }
}
