package dev.goodput.runs.imports;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// How guidellm's numbers about its own scheduling come about: plain means over every request, warm-up included.
final class GuidellmScheduler {
    /// What the tool writes where no request has a value, and also where the mean is 0.
    private static final double NOTHING = -1;

    private GuidellmScheduler() {}

    static Recipe recipe(GuidellmBenchmark benchmark, String path) {
        if (path.startsWith("generation_delay.")) {
            return Told.impossible("the file does not keep the delays of the request generator");
        }
        if (path.startsWith("requests_made.")) {
            return benchmark.isSample()
                    ? Told.impossible("the file keeps a sample of the requests")
                    : Told.value(benchmark
                            .of(path.substring("requests_made.".length()))
                            .size());
        }
        if (benchmark.isSample() && path.endsWith("_avg")) {
            return Told.impossible("the file keeps a sample of the requests it is of");
        }
        return switch (path) {
            case "duration" -> between(benchmark, "measure_start_time", "measure_end_time");
            case "warmup_duration" -> between(benchmark, "request_start_time", "measure_start_time");
            case "cooldown_duration" -> between(benchmark, "measure_end_time", "request_end_time");
            case "queued_time_avg" -> mean(benchmark, r -> r.timing("dequeued") - r.timing("queued"));
            case "resolve_start_delay_avg" -> mean(benchmark, r -> r.resolveStartS() - r.timing("scheduled_at"));
            case "resolve_targeted_start_delay_avg" -> mean(benchmark, r -> r.resolveStartS() - r.targetedS());
            case "request_start_delay_avg" -> mean(benchmark, r -> r.startS() - r.resolveStartS());
            case "request_targeted_start_delay_avg" -> mean(benchmark, r -> r.startS() - r.targetedS());
            case "request_time_avg" -> mean(benchmark, GuidellmRequest::latencyS);
            case "resolve_end_delay_avg" -> mean(benchmark, r -> r.closedS() - r.endS());
            case "resolve_time_avg" -> mean(benchmark, r -> r.closedS() - r.resolveStartS());
            case "finalized_delay_avg" -> mean(benchmark, r -> r.timing("finalized") - r.closedS());
            case "processed_delay_avg" ->
                Told.impossible("the file does not say when requests were taken into the statistics");
            default -> Told.impossible("not known to this version of the importer");
        };
    }

    private static Recipe between(GuidellmBenchmark benchmark, String from, String to) {
        JsonFields stamps = benchmark.fields().child("scheduler_metrics");
        return stamps.has(from) && stamps.has(to)
                ? Told.value(stamps.number(to) - stamps.number(from))
                : Told.impossible("the file does not say from when to when");
    }

    private static Recipe mean(GuidellmBenchmark benchmark, ToDoubleFunction<GuidellmRequest> delayS) {
        List<GuidellmRequest> all = benchmark.all();
        double mean = all.stream()
                .mapToDouble(delayS)
                .filter(s -> !Double.isNaN(s))
                .average()
                .orElse(NOTHING);
        return Told.value(mean == 0 ? NOTHING : mean);
    }
}
