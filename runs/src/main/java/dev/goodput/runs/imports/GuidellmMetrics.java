package dev.goodput.runs.imports;

import static dev.goodput.runs.imports.GuidellmRequest.orZero;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The distributions of a guidellm benchmark by the names in its file. Where a request lacks a value, some metrics
/// leave
/// it out and some take 0: that is the tool's, and so is what each metric is weighted by.
final class GuidellmMetrics {
    private final GuidellmBenchmark benchmark;
    private final Map<String, GuidellmDistribution> known = new HashMap<>();

    GuidellmMetrics(GuidellmBenchmark benchmark) {
        this.benchmark = benchmark;
    }

    /// @param path such as `request_latency` or `text.tokens.input_per_second`
    /// @return null where the name is not known
    @Nullable
    GuidellmDistribution of(String path, String status) {
        String key = path + "." + status;
        if (!known.containsKey(key)) {
            GuidellmDistribution made = make(path, status);
            if (made == null) {
                return null;
            }
            known.put(key, made);
        }
        return known.get(key);
    }

    private @Nullable GuidellmDistribution make(String path, String status) {
        Stream<GuidellmRequest> requests = benchmark.within(status);
        double fromS = benchmark.fromS();
        double toS = benchmark.toS();
        return switch (path) {
            case "requests_per_second" ->
                GuidellmTimed.rate(
                        requests.map(r -> new GuidellmTimed.Event(r.endedS(), 1))
                                .toList(),
                        fromS,
                        toS);
            case "request_concurrency" ->
                GuidellmTimed.concurrency(
                        requests.filter(r -> !Double.isNaN(r.startedS() + r.endedS()))
                                .map(r -> new GuidellmTimed.Interval(r.startedS(), r.endedS(), 1))
                                .toList(),
                        fromS,
                        toS);
            case "prompt_tokens_per_second" -> rate(requests, r -> List.of(r.promptEvent()));
            case "output_tokens_per_second" -> rate(requests, GuidellmRequest::outputEvents);
            case "tokens_per_second" ->
                rate(
                        requests,
                        r -> Stream.concat(Stream.of(r.promptEvent()), r.outputEvents().stream())
                                .toList());
            case "output_tokens_per_iteration" -> weights(requests, GuidellmRequest::outputEvents);
            case "iter_tokens_per_iteration" -> weights(requests, GuidellmRequest::laterEvents);
            case "request_latency" -> plain(requests, r -> orZero(r.latencyS()));
            case "request_streaming_iterations_count" -> plain(requests, GuidellmRequest::iterations);
            case "prompt_token_count" -> plain(requests, r -> orZero(r.inputTokens()));
            case "output_token_count" -> plain(requests, r -> orZero(r.outputTokens()));
            case "total_token_count" -> plain(requests, r -> orZero(r.totalTokens()));
            case "request_dispatch_delay" -> plain(requests, GuidellmRequest::dispatchDelayS);
            case "request_scheduled_latency" -> plain(requests, r -> r.endS() - r.targetedS());
            case "turn_predecessor_delay" -> bare(requests, GuidellmRequest::predecessorDelayS);
            case "turn_scheduling_delay" -> bare(requests, r -> r.dispatchDelayS() - r.predecessorDelayS());
            case "root_dispatch_delay" ->
                bare(
                        requests.filter(r -> r.numbers().count("info.preceding_nodes") == 0),
                        GuidellmRequest::dispatchDelayS);
            case "time_to_first_token_ms" -> plain(firstToken(status), r -> orZero(r.ttftMs()));
            case "time_to_first_output_token_ms" ->
                plain(
                        benchmark.within(status, GuidellmRequest::startedS, GuidellmRequest::firstOutputS),
                        r -> orZero(r.firstOutputMs()));
            case "time_to_last_round_trip_ms", "avg_round_trip_time_ms" ->
                plain(requests, r -> orZero(r.numbers().number(path)));
            case "time_per_output_token_ms" ->
                weighted(requests, r -> orZero(r.tpotMs()), r -> orZero(r.outputTokens()));
            case "inter_token_latency_ms" -> itl(afterFirstToken(status));
            default -> ofDomain(path, status);
        };
    }

    private Stream<GuidellmRequest> firstToken(String status) {
        return benchmark.within(status, GuidellmRequest::startedS, GuidellmRequest::firstTokenS);
    }

    private Stream<GuidellmRequest> afterFirstToken(String status) {
        return benchmark.within(status, GuidellmRequest::firstTokenS, GuidellmRequest::endedS);
    }

    private static GuidellmDistribution itl(Stream<GuidellmRequest> requests) {
        return weighted(requests, r -> orZero(r.itlMs()), r -> r.outputTokens() > 0 ? r.outputTokens() - 1 : 0);
    }

    /// A metric of the requests at one turn of their conversations.
    @Nullable
    GuidellmDistribution ofTurn(String metric, String status, int turn) {
        Predicate<GuidellmRequest> atTurn = r -> r.isAtTurn(turn);
        return switch (metric) {
            case "request_latency" -> bare(benchmark.within(status).filter(atTurn), r -> orZero(r.latencyS()));
            case "prompt_token_count" -> bare(benchmark.within(status).filter(atTurn), r -> orZero(r.inputTokens()));
            case "time_to_first_token_ms" -> bare(firstToken(status).filter(atTurn), r -> orZero(r.ttftMs()));
            case "inter_token_latency_ms" -> itl(afterFirstToken(status).filter(atTurn));
            default -> null;
        };
    }

    /// Successful requests that keep all bounds, as a rate over the window.
    GuidellmDistribution goodput(Predicate<GuidellmRequest> good, String status) {
        boolean counts = status.equals(GuidellmBenchmark.SUCCESSFUL) || status.equals(GuidellmBenchmark.TOTAL);
        List<GuidellmTimed.Event> events = counts
                ? benchmark
                        .within(GuidellmBenchmark.SUCCESSFUL)
                        .filter(good)
                        .map(r -> new GuidellmTimed.Event(r.endedS(), 1))
                        .toList()
                : List.of();
        return GuidellmTimed.rate(events, benchmark.fromS(), benchmark.toS());
    }

    private @Nullable GuidellmDistribution ofDomain(String path, String status) {
        int last = path.lastIndexOf('.');
        String property = last < 0 ? null : GuidellmProperties.named(path.substring(0, last));
        if (property == null) {
            return null;
        }
        String measure = path.substring(last + 1);
        List<GuidellmProperties.Timed> timed = GuidellmProperties.timed(benchmark, status, property);
        return switch (measure) {
            case "input" -> GuidellmProperties.values(timed, true, false);
            case "output" -> GuidellmProperties.values(timed, false, true);
            case "total" -> GuidellmProperties.values(timed, true, true);
            case "input_per_second" -> GuidellmProperties.rate(timed, true, false);
            case "output_per_second" -> GuidellmProperties.rate(timed, false, true);
            case "total_per_second" -> GuidellmProperties.rate(timed, true, true);
            case "input_concurrency" -> GuidellmProperties.concurrency(timed, true, false);
            case "output_concurrency" -> GuidellmProperties.concurrency(timed, false, true);
            case "total_concurrency" -> GuidellmProperties.concurrency(timed, true, true);
            default -> null;
        };
    }

    private GuidellmDistribution rate(
            Stream<GuidellmRequest> requests, Function<GuidellmRequest, List<GuidellmTimed.Event>> events) {
        return GuidellmTimed.rate(
                requests.flatMap(r -> events.apply(r).stream()).toList(), benchmark.fromS(), benchmark.toS());
    }

    private static GuidellmDistribution weights(
            Stream<GuidellmRequest> requests, Function<GuidellmRequest, List<GuidellmTimed.Event>> events) {
        return unweighted(
                requests.flatMap(r -> events.apply(r).stream())
                        .mapToDouble(GuidellmTimed.Event::weight)
                        .toArray(),
                Double.NaN);
    }

    /// One value a request, with intervals.
    private GuidellmDistribution plain(Stream<GuidellmRequest> requests, ToDoubleFunction<GuidellmRequest> value) {
        return unweighted(values(requests, value), benchmark.confidence());
    }

    /// One value a request, without intervals.
    private static GuidellmDistribution bare(
            Stream<GuidellmRequest> requests, ToDoubleFunction<GuidellmRequest> value) {
        return unweighted(values(requests, value), Double.NaN);
    }

    private static double[] values(Stream<GuidellmRequest> requests, ToDoubleFunction<GuidellmRequest> value) {
        return requests.mapToDouble(value).filter(v -> !Double.isNaN(v)).toArray();
    }

    static GuidellmDistribution unweighted(double[] values, double confidence) {
        double[] ones = new double[values.length];
        java.util.Arrays.fill(ones, 1);
        return GuidellmDistribution.of(values, ones, confidence);
    }

    private static GuidellmDistribution weighted(
            Stream<GuidellmRequest> requests,
            ToDoubleFunction<GuidellmRequest> value,
            ToDoubleFunction<GuidellmRequest> weight) {
        List<GuidellmRequest> kept = new ArrayList<>(requests.toList());
        return GuidellmDistribution.of(
                kept.stream().mapToDouble(value).toArray(),
                kept.stream().mapToDouble(weight).toArray(),
                Double.NaN);
    }
}
