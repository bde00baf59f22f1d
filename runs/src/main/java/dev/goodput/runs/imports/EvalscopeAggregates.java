package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What evalscope wrote beside its database: the summary (rounded), the percentiles, and the throughput and timeline of
/// the workload.
final class EvalscopeAggregates {
    private static final int SUMMARY_MS_DECIMALS = 2;
    private static final int DECIMALS = 4;

    private final Path database;
    private final EvalscopeRows rows;
    private final Optional<JsonFields> args;

    EvalscopeAggregates(Path database, EvalscopeRows rows) {
        this.database = database;
        this.rows = rows;
        args = document("benchmark_args.json");
    }

    /// Whether a file is a summary or percentile file of evalscope.
    static boolean isOne(Path file) {
        String start = ImportSource.beginning(file);
        boolean summary = start.contains("\"Avg TTFT (ms)\"") && start.contains("\"Req Throughput (req/s)\"");
        return summary || (start.contains("\"Percentiles\"") && start.contains("\"TTFT (ms)\""));
    }

    private Optional<JsonFields> document(String name) {
        return SourceTree.beside(database, name).map(file -> JsonFields.of(file, ImportSource.json(file)));
    }

    void describe(ImportedRuns run) {
        args.ifPresent(told -> {
            run.endpoint(told.textOr("url", "unknown"), told.textOr("api", "unknown"), told.textOr("model", "unknown"));
            int parallel = Math.max(told.count("parallel"), 0);
            double rate = told.node().path("rate").isNumber() ? told.number("rate") : -1;
            boolean openLoop = told.isTrue("open_loop");
            if (rate > 0) {
                run.poisson(rate, openLoop ? 0 : parallel);
            } else if (parallel > 0 && !openLoop) {
                run.closedLoop(parallel);
            }
            run.workload("dataset " + told.textOr("dataset", "unknown"));
        });
    }

    List<ToldAggregate> all() {
        List<ToldAggregate> all = new ArrayList<>();
        document("benchmark_summary.json").ifPresent(told -> addSummary(all, told));
        document("benchmark_percentile.json").ifPresent(told -> addPercentiles(all, told));
        document("workload_throughput.json").ifPresent(told -> addThroughput(all, told));
        document("workload_timeline.json").ifPresent(told -> addTimeline(all, told));
        return all;
    }

    private void addSummary(List<ToldAggregate> all, JsonFields summary) {
        EvalscopeSummaryRecipes recipes = new EvalscopeSummaryRecipes(rows, parallel(), rate());
        for (Map.Entry<String, JsonFields> field : summary.entries()) {
            JsonNode value = field.getValue().node();
            if (value.isNumber()) {
                String name = field.getKey();
                double unit = unit(name);
                int decimals = unit == ToldAggregate.MS ? SUMMARY_MS_DECIMALS : DECIMALS;
                all.add(new ToldAggregate(name, value.doubleValue(), unit, decimals, recipes.of(name)));
            }
        }
    }

    private double parallel() {
        return args.map(told -> (double) told.count("parallel"))
                .filter(p -> p != Usage.UNKNOWN)
                .orElse(Double.NaN);
    }

    private double rate() {
        return args.filter(told -> told.node().path("rate").isNumber())
                .map(told -> told.number("rate"))
                .orElse(Double.NaN);
    }

    private void addPercentiles(List<ToldAggregate> all, JsonFields percentiles) {
        EvalscopePercentileRecipes recipes = new EvalscopePercentileRecipes(rows);
        for (JsonFields row : percentiles.elements()) {
            String label = row.textOr("Percentiles", "?");
            for (Map.Entry<String, JsonFields> field : row.entries()) {
                JsonNode value = field.getValue().node();
                if (value.isNumber()) {
                    String column = field.getKey();
                    all.add(new ToldAggregate(
                            column + "." + label,
                            value.doubleValue(),
                            unit(column),
                            DECIMALS,
                            recipes.of(column, label)));
                }
            }
        }
    }

    static double unit(String name) {
        return name.endsWith("(ms)") ? ToldAggregate.MS : name.endsWith("(s)") ? ToldAggregate.S : ToldAggregate.PLAIN;
    }

    private void addThroughput(List<ToldAggregate> all, JsonFields told) {
        EvalscopeTimeline timeline = EvalscopeTimeline.of(rows);
        double lastWindowS = told.number("last_window_s");
        double warmupShare = told.number("warmup_frac");
        String prefix = "workload_throughput.";
        add(all, prefix + "n_samples", told.number("n_samples"), DECIMALS, Told.value(timeline.size()));
        add(all, prefix + "wall_time_s", told.number("wall_time_s"), DECIMALS, Told.value(timeline.wallS()));
        for (JsonFields row : told.list("rows")) {
            String metric = row.textOr("metric", "?");
            EvalscopeTimeline.@Nullable Count count = switch (metric) {
                case "Total Prompt tok/s" -> EvalscopeTimeline.Count.PROMPT;
                case "Completion tok/s" -> EvalscopeTimeline.Count.COMPLETION;
                default -> null;
            };
            for (String window : List.of("overall", "last_window", "steady_state")) {
                Recipe recipe = count == null
                        ? Told.impossible("the database does not keep how many prompt tokens came from a cache")
                        : Told.value(
                                switch (window) {
                                    case "overall" -> timeline.overall(count);
                                    case "last_window" -> timeline.lastWindow(count, lastWindowS);
                                    default -> timeline.steadyState(count, warmupShare);
                                });
                add(all, prefix + metric + "." + window, row.number(window), ToldAggregate.DOUBLE, recipe);
            }
        }
    }

    private void addTimeline(List<ToldAggregate> all, JsonFields told) {
        EvalscopeTimeline timeline = EvalscopeTimeline.of(rows);
        List<JsonFields> points = told.list("points");
        for (int i = 0; i < points.size(); i++) {
            String prefix = "workload_timeline.points[" + i + "].";
            JsonFields point = points.get(i);
            boolean there = i < timeline.size();
            Recipe missing = Told.impossible("the database has no such request");
            add(all, prefix + "t", point.number("t"), 6, there ? Told.value(timeline.atS(i)) : missing);
            add(
                    all,
                    prefix + "cum_completion",
                    point.number("cum_completion"),
                    0,
                    there ? Told.value(timeline.cumulative(EvalscopeTimeline.Count.COMPLETION, i)) : missing);
            double told0 = point.number("cum_new_prompt");
            double cached = point.number("cum_cached_prompt");
            // Only their sum can be checked: which part was cached is not in the database.
            add(
                    all,
                    prefix + "cum_new_prompt + cum_cached_prompt",
                    told0 + cached,
                    0,
                    there ? Told.value(timeline.cumulative(EvalscopeTimeline.Count.PROMPT, i)) : missing);
        }
    }

    private static void add(List<ToldAggregate> all, String name, double told, int decimals, Recipe recipe) {
        if (!Double.isNaN(told)) {
            all.add(new ToldAggregate(name, told, ToldAggregate.PLAIN, decimals, recipe));
        }
    }
}
