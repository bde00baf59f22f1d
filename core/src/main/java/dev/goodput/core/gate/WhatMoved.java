package dev.goodput.core.gate;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.FailureCategory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Where a difference between two runs comes from: which constraints more requests miss, which failures are more
/// frequent, which part of TTFT grew. Observed, not tested: it says where to look.
final class WhatMoved {
    /// Shares that differ by less are not worth a sentence.
    private static final double POINTS = 0.005;

    /// Parts of TTFT that differ by less are not.
    private static final double PART_NS = 1e6;

    private static final double PART_SHARE = 0.05;

    private WhatMoved() {}

    static List<String> between(Comparison.Side baseline, Comparison.Side candidate) {
        List<String> moved = new ArrayList<>();
        constraints(baseline.result(), candidate.result(), moved);
        failures(baseline.metrics(), candidate.metrics(), moved);
        parts(baseline.metrics().ttftSplit(), candidate.metrics().ttftSplit(), moved);
        return List.copyOf(moved);
    }

    private static void constraints(GateResult baseline, GateResult candidate, List<String> moved) {
        for (Breakdown.PerConstraint before : baseline.breakdown().constraints()) {
            Constraint constraint = before.constraint();
            candidate.breakdown().constraints().stream()
                    .filter(part -> part.constraint().equals(constraint))
                    .forEach(after -> share(
                            constraint + " was missed by",
                            (double) before.missed() / Math.max(1, before.applied()),
                            (double) after.missed() / Math.max(1, after.applied()),
                            moved));
        }
    }

    private static void failures(RunMetrics baseline, RunMetrics candidate, List<String> moved) {
        Set<FailureCategory> categories = EnumSet.noneOf(FailureCategory.class);
        categories.addAll(baseline.counts().failures().keySet());
        categories.addAll(candidate.counts().failures().keySet());
        for (FailureCategory category : categories) {
            share(
                    "failed (" + category.words() + "):",
                    rate(baseline.counts(), category),
                    rate(candidate.counts(), category),
                    moved);
        }
    }

    private static double rate(RunMetrics.Counts counts, FailureCategory category) {
        return (double) counts.failures().getOrDefault(category, 0L) / Math.max(1, counts.scheduled());
    }

    private static void share(String what, double before, double after, List<String> moved) {
        if (Math.abs(after - before) >= POINTS) {
            moved.add(String.format(
                    Locale.ROOT, "%s %.2f%% of requests, before %.2f%%", what, after * 100, before * 100));
        }
    }

    private static void parts(RunMetrics.TtftSplit before, RunMetrics.TtftSplit after, List<String> moved) {
        part("waiting for a slot", before.slot(), after.slot(), moved);
        part("opening the connection", before.connect(), after.connect(), moved);
        part("sending the request", before.send(), after.send(), moved);
        part("from the request to the head of the answer", before.head(), after.head(), moved);
        part("from the head of the answer to the first token", before.firstToken(), after.firstToken(), moved);
    }

    private static void part(String name, Distribution before, Distribution after, List<String> moved) {
        if (before.isEmpty() || after.isEmpty()) {
            return;
        }
        double difference = after.p50() - before.p50();
        if (Math.abs(difference) >= Math.max(PART_NS, PART_SHARE * before.p50())) {
            moved.add(String.format(
                    Locale.ROOT,
                    "of TTFT, %s took %.1f ms at the median, before %.1f ms",
                    name,
                    after.p50() / 1e6,
                    before.p50() / 1e6));
        }
    }
}
