package dev.goodput.runs.imports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One guidellm benchmark: its requests by status, in the order of the file, and its window of measurement.
///
/// @param byStatus `successful`, `incomplete`, `errored`, in this order: the order in which the tool joins them
record GuidellmBenchmark(JsonFields fields, Map<String, List<GuidellmRequest>> byStatus, double fromS, double toS) {
    static final String SUCCESSFUL = "successful";
    static final String INCOMPLETE = "incomplete";
    static final String ERRORED = "errored";
    static final String TOTAL = "total";

    /// The places of lists of requests in a report.
    static Set<String> lists() {
        return Stream.of(SUCCESSFUL, INCOMPLETE, ERRORED)
                .map(status -> "benchmarks[].requests." + status)
                .collect(Collectors.toSet());
    }

    /// @param requests of the report by the place of their list
    static GuidellmBenchmark of(JsonFields benchmark, Map<String, List<GuidellmRequest>> requests) {
        Map<String, List<GuidellmRequest>> byStatus = new LinkedHashMap<>();
        for (String status : List.of(SUCCESSFUL, INCOMPLETE, ERRORED)) {
            JsonFields list = benchmark.child("requests").child(status);
            list.elements();
            byStatus.put(status, requests.getOrDefault(list.where(), List.of()));
        }
        JsonFields scheduler = benchmark.child("scheduler_metrics");
        return new GuidellmBenchmark(
                benchmark, byStatus, scheduler.number("measure_start_time"), scheduler.number("measure_end_time"));
    }

    List<GuidellmRequest> all() {
        return of(TOTAL);
    }

    /// The requests of a status; of `total`, all.
    List<GuidellmRequest> of(String status) {
        return status.equals(TOTAL)
                ? byStatus.values().stream().flatMap(List::stream).toList()
                : byStatus.getOrDefault(status, List.of());
    }

    /// Requests that were made, which are more than the file has where it keeps a sample.
    long made() {
        return Math.max(fields.child("scheduler_metrics").child("requests_made").count(TOTAL), 0);
    }

    boolean isSample() {
        return made() > all().size();
    }

    double confidence() {
        return fields.child("config").number("confidence");
    }

    /// Those of a status that overlap the window of measurement.
    ///
    /// @param start when something of a request began; unknown counts as its end
    /// @param end when it ended; a request that has none is left out
    Stream<GuidellmRequest> within(
            String status, ToDoubleFunction<GuidellmRequest> start, ToDoubleFunction<GuidellmRequest> end) {
        return of(status).stream().filter(request -> {
            double endS = end.applyAsDouble(request);
            double startS = start.applyAsDouble(request);
            double begunS = Double.isNaN(startS) ? endS : startS;
            return endS >= fromS && begunS <= toS;
        });
    }

    Stream<GuidellmRequest> within(String status) {
        return within(status, GuidellmRequest::startedS, GuidellmRequest::endedS);
    }

    /// Whether the tool's statistics are of every request in the file.
    boolean isWhole() {
        return Stream.of(SUCCESSFUL, INCOMPLETE, ERRORED)
                .allMatch(status -> within(status).count() == of(status).size());
    }
}
