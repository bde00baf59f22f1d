package dev.goodput.core.trace;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs for tests: the traces that matter and a manifest around them.
public final class Runs {
    public static final Manifest.Schedule CLOSED_LOOP = new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, 16, 0, 1);
    public static final Manifest.Schedule POISSON = new Manifest.Schedule(Manifest.Schedule.POISSON, 0, 20, 1);

    private Runs() {}

    /// A complete closed-loop run of these traces, one second long.
    public static Run of(List<RequestTrace> traces) {
        return of(Manifest.Status.COMPLETE, CLOSED_LOOP, traces.size(), 1_000_000_000, null, traces);
    }

    public static Run of(
            Manifest.Status status,
            Manifest.Schedule schedule,
            long scheduledRequests,
            long windowNs,
            @Nullable ClientHealth health,
            List<RequestTrace> traces) {
        return new Run(
                new Manifest(
                        Manifest.SCHEMA,
                        "test",
                        Manifest.Origin.LOAD,
                        status,
                        List.of(),
                        Instant.EPOCH,
                        null,
                        null,
                        new Manifest.Workload("as written", 1),
                        schedule,
                        null,
                        scheduledRequests,
                        windowNs,
                        Map.of(),
                        health,
                        List.of(),
                        Coverage.FULL),
                traces);
    }
}
