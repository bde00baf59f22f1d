package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects what importers know about a run, with "unknown" for the rest.
public final class ImportedRuns {
    private final Dialect dialect;
    private final Path file;
    private Instant startedAt = Instant.EPOCH;
    private @Nullable String model;
    private String url = "unknown";
    private String api = "unknown";
    private String workload = "unknown";
    private String scheduleKind = Manifest.Schedule.UNKNOWN;
    private int concurrency;
    private double ratePerSecond;
    private double windowNs;
    private long scheduled;

    /// @param dialect the choices of the tool that wrote the file
    public ImportedRuns(Dialect dialect, Path file) {
        this.dialect = dialect;
        this.file = file;
    }

    public ImportedRuns startedAt(Instant instant) {
        startedAt = instant;
        return this;
    }

    public ImportedRuns endpoint(String knownUrl, String knownApi, String knownModel) {
        url = knownUrl;
        api = knownApi;
        model = knownModel;
        return this;
    }

    public ImportedRuns workload(String description) {
        workload = description;
        return this;
    }

    public ImportedRuns closedLoop(int requestsInFlight) {
        scheduleKind = Manifest.Schedule.CLOSED_LOOP;
        concurrency = requestsInFlight;
        return this;
    }

    /// @param cap requests in flight at most; 0 without a cap
    public ImportedRuns poisson(double requestsPerSecond, int cap) {
        scheduleKind = Manifest.Schedule.POISSON;
        ratePerSecond = requestsPerSecond;
        concurrency = cap;
        return this;
    }

    /// The tool's own duration, where its file has one.
    public ImportedRuns windowNs(double knownWindowNs) {
        windowNs = knownWindowNs;
        return this;
    }

    /// Requests the tool meant to send, where that is more than its file has rows.
    public ImportedRuns scheduled(long requests) {
        scheduled = requests;
        return this;
    }

    /// @throws ImportException when a request cannot have been as the file says
    public Run build(List<RequestTrace> traces, Coverage coverage) {
        PlausibleTraces.require(file, traces);
        Manifest manifest = new Manifest(
                Manifest.SCHEMA,
                dialect.tool(),
                Manifest.Origin.IMPORT,
                Manifest.Status.COMPLETE,
                List.of("import", String.valueOf(file.getFileName())),
                startedAt,
                model == null ? null : new Manifest.Endpoint(url, api, model),
                null,
                new Manifest.Workload(workload, 0),
                new Manifest.Schedule(scheduleKind, concurrency, ratePerSecond, 0),
                null,
                Math.max(scheduled, traces.size()),
                Math.round(windowNs),
                Map.of(),
                null,
                List.of("imported from a file that " + dialect.tool() + " wrote"),
                coverage);
        return new Run(manifest, traces);
    }
}
