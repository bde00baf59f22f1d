package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How every number in a guidellm benchmark's `metrics` and scheduler blocks comes about.
final class GuidellmAggregates {
    private static final String STATUSES = "(successful|incomplete|errored|total)";
    private static final Pattern DISTRIBUTION = Pattern.compile("(.+)\\." + STATUSES + "\\.([a-z_0-9.]+)");
    private static final Pattern TURN = Pattern.compile("turns\\[([0-9]+)]\\.(.+)");
    private static final Set<String> STAMPS = Set.of(
            "start_time",
            "request_start_time",
            "measure_start_time",
            "measure_end_time",
            "request_end_time",
            "end_time");
    private static final String UNKNOWN = "not known to this version of the importer";

    private final GuidellmBenchmark benchmark;
    private final GuidellmMetrics metrics;

    GuidellmAggregates(GuidellmBenchmark benchmark) {
        this.benchmark = benchmark;
        metrics = new GuidellmMetrics(benchmark);
    }

    List<ToldAggregate> all() {
        List<ToldAggregate> all = new ArrayList<>();
        JsonFields fields = benchmark.fields();
        fields.child("metrics").eachNumber((path, told) -> all.add(aggregate(path, told)));
        fields.child("scheduler_metrics").eachNumber((path, told) -> {
            if (!STAMPS.contains(path)) {
                all.add(plain("scheduler_metrics." + path, told, GuidellmScheduler.recipe(benchmark, path)));
            }
        });
        for (String name : List.of("duration", "warmup_duration", "cooldown_duration")) {
            if (fields.has(name)) {
                all.add(plain(name, fields.number(name), GuidellmScheduler.recipe(benchmark, name)));
            }
        }
        return all;
    }

    private static ToldAggregate plain(String name, double told, Recipe recipe) {
        return ToldAggregate.ofDouble(name, told, ToldAggregate.PLAIN, recipe);
    }

    private ToldAggregate aggregate(String path, double told) {
        if (benchmark.isSample()) {
            return plain(path, told, Told.impossible("the file keeps a sample of the requests it is of"));
        }
        Matcher named = DISTRIBUTION.matcher(path);
        if (named.matches() && named.group(2).equals(GuidellmBenchmark.SUCCESSFUL) && canBeSeenByDialect()) {
            @Nullable Quantity quantity = quantity(named.group(1));
            @Nullable Statistic statistic = statistic(named.group(3));
            if (quantity != null && statistic != null) {
                double unit = statistic == Statistic.Simple.COUNT || !quantity.isTime()
                        ? ToldAggregate.PLAIN
                        : quantity == Quantity.E2E ? ToldAggregate.S : ToldAggregate.MS;
                return ToldAggregate.ofDouble(path, told, unit, seen(quantity, statistic));
            }
        }
        return plain(path, told, recipe(path, named));
    }

    /// Under the dialect where it sees what the tool sees: streams, all of them measured.
    private boolean canBeSeenByDialect() {
        return benchmark.isWhole()
                && benchmark.of(GuidellmBenchmark.SUCCESSFUL).stream()
                        .noneMatch(r -> Double.isNaN(r.firstTokenS() + r.lastTokenS()) || !(r.outputTokens() > 0));
    }

    private static @Nullable Quantity quantity(String metric) {
        return switch (metric) {
            case "request_latency" -> Quantity.E2E;
            case "time_to_first_token_ms" -> Quantity.TTFT;
            case "time_per_output_token_ms" -> Quantity.TPOT;
            case "inter_token_latency_ms" -> Quantity.ITL;
            case "output_token_count" -> Quantity.OUTPUT_TOKENS;
            default -> null;
        };
    }

    private static @Nullable Statistic statistic(String name) {
        return switch (name) {
            case "mean" -> Statistic.Simple.MEAN;
            case "median" -> Statistic.median();
            case "min" -> Statistic.Simple.MIN;
            case "max" -> Statistic.Simple.MAX;
            case "count" -> Statistic.Simple.COUNT;
            default -> {
                double share = name.startsWith("percentiles.")
                        ? GuidellmDistribution.share(name.substring("percentiles.".length()))
                        : Double.NaN;
                yield Double.isNaN(share) ? null : Statistic.p(share * 100);
            }
        };
    }

    /// The tool writes 0 where it has no values.
    private static Recipe seen(Quantity quantity, Statistic statistic) {
        return new Recipe.Computed(
                seen -> seen.sample(quantity).isEmpty() ? new Answer.Value(0) : seen.answer(quantity, statistic));
    }

    private Recipe recipe(String path, Matcher named) {
        Matcher turn = TURN.matcher(path);
        if (turn.matches()) {
            return ofTurn(turn.group(2), Integer.parseInt(turn.group(1)));
        }
        if (path.startsWith("request_totals.")) {
            return Told.value(
                    benchmark.within(path.substring("request_totals.".length())).count());
        }
        if (path.startsWith("slo_")) {
            return slo(path);
        }
        if (path.startsWith("root_dispatch_delay.")) {
            return ofStatistic(
                    metrics.of("root_dispatch_delay", GuidellmBenchmark.TOTAL),
                    path.substring("root_dispatch_delay.".length()));
        }
        if (!named.matches()) {
            return Told.impossible(UNKNOWN);
        }
        GuidellmDistribution distribution = named.group(1).equals("request_goodput")
                ? metrics.goodput(this::isGood, named.group(2))
                : metrics.of(named.group(1), named.group(2));
        return ofStatistic(distribution, named.group(3));
    }

    private static Recipe ofStatistic(@Nullable GuidellmDistribution distribution, String statistic) {
        double value = distribution == null ? Double.NaN : distribution.statistic(statistic);
        return Double.isNaN(value) ? Told.impossible(UNKNOWN) : Told.value(value);
    }

    private Recipe ofTurn(String path, int position) {
        int turn =
                benchmark.fields().child("metrics").list("turns").get(position).count("turn_index");
        if (path.equals("turn_index")) {
            return Told.value(turn);
        }
        if (path.startsWith("request_totals.")) {
            return Told.value(benchmark
                    .within(path.substring("request_totals.".length()))
                    .filter(r -> r.isAtTurn(turn))
                    .count());
        }
        Matcher named = DISTRIBUTION.matcher(path);
        return named.matches()
                ? ofStatistic(metrics.ofTurn(named.group(1), named.group(2), turn), named.group(3))
                : Told.impossible(UNKNOWN);
    }

    private JsonFields bounds() {
        return benchmark.fields().child("config").child("slo");
    }

    /// The tool's bound on TPOT is held against its ITL.
    private boolean isGood(GuidellmRequest request) {
        return keeps(request.ttftMs(), "ttft_ms")
                && keeps(request.itlMs(), "tpot_ms")
                && keeps(request.latencyS() * 1000, "e2el_ms");
    }

    private boolean keeps(double value, String bound) {
        return !bounds().has(bound) || value <= bounds().number(bound);
    }

    private Recipe slo(String path) {
        if (bounds().node().isMissingNode()) {
            return path.equals("slo_determined_requests") ? Told.value(0) : Told.impossible("the file has no bounds");
        }
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        Map.of("ttft_ms", Quantity.TTFT, "tpot_ms", Quantity.ITL, "e2el_ms", Quantity.E2E)
                .forEach((name, quantity) -> {
                    if (bounds().has(name)) {
                        boundsNs.put(quantity, bounds().number(name) * 1e6);
                    }
                });
        Set<Long> measured = measured();
        return new Recipe.Computed(seen -> {
            DialectGoodput goodput =
                    DialectGoodput.of(SubRun.of(seen, trace -> measured.contains(trace.index())), boundsNs);
            return switch (path) {
                case "slo_attainment" -> goodput.share();
                case "slo_determined_requests" -> new Answer.Value(goodput.base());
                default -> new Answer.Refused(UNKNOWN);
            };
        });
    }

    /// Indices of the traces that the objective is judged by: in the window, and not cut off by its end.
    private Set<Long> measured() {
        Set<GuidellmRequest> within = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        benchmark.within(GuidellmBenchmark.SUCCESSFUL).forEach(within::add);
        benchmark.within(GuidellmBenchmark.ERRORED).forEach(within::add);
        Set<Long> indices = new java.util.HashSet<>();
        List<GuidellmRequest> all = benchmark.all();
        for (int i = 0; i < all.size(); i++) {
            if (within.contains(all.get(i))) {
                indices.add((long) i);
            }
        }
        return indices;
    }
}
