package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Run;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One setting of a sweep.
///
/// @param values one of each axis
/// @param runs with it, one a seed
public record SweepPoint(List<String> values, List<Outcome> runs) {
    public SweepPoint {
        values = List.copyOf(values);
        runs = List.copyOf(runs);
    }

    /// What is kept of a run.
    ///
    /// @param goodput null where no SLO was given, as is `verdict`
    public record Outcome(
            long seed,
            RunMetrics.Counts counts,
            Map<SweepMetric, Double> values,
            @Nullable GoodputEstimate goodput,
            @Nullable Verdict verdict) {

        /// @param result null where no SLO was given
        public static Outcome of(
                long seed, Run run, RunMetrics metrics, EngineSteps steps, @Nullable GateResult result) {
            return new Outcome(
                    seed,
                    metrics.counts(),
                    SweepMetric.of(run, metrics, steps, result),
                    result == null ? null : result.goodput(),
                    result == null ? null : result.verdict());
        }

        double value(SweepMetric metric) {
            return values.getOrDefault(metric, Double.NaN);
        }
    }

    /// The verdict that all runs came to; INCONCLUSIVE where they differ, and empty without an SLO.
    public Optional<Verdict> verdict() {
        Verdict first = runs.getFirst().verdict();
        if (first == null) {
            return Optional.empty();
        }
        return Optional.of(runs.stream().allMatch(run -> run.verdict() == first) ? first : Verdict.INCONCLUSIVE);
    }

    double mean(SweepMetric metric) {
        return Arrays.stream(values(metric)).average().orElse(Double.NaN);
    }

    /// The standard deviation over the seeds; NaN for a single one.
    double spread(SweepMetric metric) {
        double[] values = values(metric);
        double mean = mean(metric);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
    }

    private double[] values(SweepMetric metric) {
        return runs.stream().mapToDouble(run -> run.value(metric)).toArray();
    }

    /// Such as `256`, or `256 / on` of two axes.
    String label() {
        return PlainText.clean(String.join(" / ", values));
    }
}
