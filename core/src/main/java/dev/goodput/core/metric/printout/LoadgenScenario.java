package dev.goodput.core.metric.printout;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.Map;
import java.util.stream.Collectors;

/// The way in which MLPerf sends requests, which decides what LoadGen prints. A run tells it by its schedule.
public enum LoadgenScenario {
    /// The next request when the last one ended.
    SINGLE_STREAM("SingleStream"),
    /// The next group of requests when the last group ended.
    MULTI_STREAM("MultiStream"),
    /// Requests by a schedule of their own.
    SERVER("Server"),
    /// All requests at once.
    OFFLINE("Offline");

    private final String title;

    LoadgenScenario(String title) {
        this.title = title;
    }

    /// As LoadGen writes it.
    public String title() {
        return title;
    }

    public static LoadgenScenario of(Run run) {
        Manifest.Schedule schedule = run.manifest().schedule();
        if (schedule.isClosedLoop()) {
            return schedule.concurrency() == 1 ? SINGLE_STREAM : SERVER;
        }
        Map<Double, Long> together = run.traces().stream()
                .map(RequestTrace::timeline)
                .filter(timeline -> Stamp.isKnown(timeline.intendedStartNs()))
                .collect(Collectors.groupingBy(timeline -> timeline.intendedStartNs(), Collectors.counting()));
        long smallest =
                together.values().stream().mapToLong(Long::longValue).min().orElse(1);
        if (smallest == 1) {
            return SERVER;
        }
        return together.size() == 1 ? OFFLINE : MULTI_STREAM;
    }
}
