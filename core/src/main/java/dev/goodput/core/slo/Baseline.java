package dev.goodput.core.slo;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What limits like `3 * baseline` are multiples of: the median of each metric over the completed requests of a
/// run.
///
/// @param name how messages and records call the run, such as its path
/// @param medians by metric, in the metric's unit; a metric that no request had is not in it
public record Baseline(String name, Map<Metric, Double> medians) {
    public Baseline {
        medians = Map.copyOf(medians);
    }

    public static Baseline of(String name, Run run) {
        List<Observation> completed = Observation.ofCompleted(run);
        Map<Metric, Double> medians = new HashMap<>();
        Stream.concat(Stream.of(TimeMetric.values()), Stream.of(new OutputSpeed()))
                .forEach(metric -> {
                    Distribution values = Distribution.of(completed.stream().mapToDouble(metric::of));
                    if (!values.isEmpty()) {
                        medians.put(metric, values.p50());
                    }
                });
        return new Baseline(name, medians);
    }

    /// The limit with its median looked up.
    Limit resolve(Limit limit, Metric metric) {
        if (!(limit instanceof Limit.TimesBaseline times)) {
            return limit;
        }
        Double median = medians.get(metric);
        if (median == null) {
            throw new SloException("baseline " + name + ": no completed request of it has " + metric.id()
                    + ", so nothing can be " + times.text(metric.unit()));
        }
        return new Limit.TimesBaseline(times.factor(), median);
    }
}
