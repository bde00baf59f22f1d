package dev.goodput.report;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import java.util.List;
import java.util.Optional;

/// What a report on a sweep is about.
///
/// @param manifest of its first run: the engine as it was at the first setting, the workload, the
///     command
/// @param axes one or two
/// @param points every combination of their values, the last axis changing fastest
/// @param slo what the runs were judged by, if anything
public record SweepInput(Manifest manifest, List<SweepAxis> axes, List<SweepPoint> points, Optional<Slo> slo) {
    public SweepInput {
        axes = List.copyOf(axes);
        points = List.copyOf(points);
    }

    /// Runs a setting.
    int seeds() {
        return points.getFirst().runs().size();
    }

    /// Such as `max-batched-tokens=256`, of two axes `max-batched-tokens=256, replicas=2`.
    String words(SweepPoint point) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < axes.size(); i++) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(axes.get(i).key())
                    .append('=')
                    .append(point.values().get(i));
        }
        return PlainText.clean(words.toString());
    }
}
