package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// AIPerf's statistics over several runs: each number of each run's summary, with its mean, spread and confidence
/// interval by Student's t. They are recomputed from the requests of all runs.
final class AiperfConfidence {
    private static final String PREFIX = "runs: ";
    private static final String TABLE_PREFIX = "runs csv: ";
    private static final int TABLE_DECIMALS = 2;
    private static final int TABLE_FINE_DECIMALS = 4;
    private static final double DEFAULT_LEVEL = 0.95;

    private final List<AiperfRun> runs;
    private final double level;
    private final int failedRuns;
    private final List<DialectRun> seen = new ArrayList<>();
    private final Map<String, Answer> answers = new HashMap<>();

    private AiperfConfidence(List<AiperfRun> runs, JsonNode metadata) {
        this.runs = runs;
        this.level = metadata.path("confidence_level").doubleValue(DEFAULT_LEVEL);
        this.failedRuns = metadata.path("failed_runs").size();
    }

    /// The runs; the statistics over all of them go with the last, since they need all.
    static List<Imported> attached(List<AiperfRun> runs, AiperfFiles over) {
        List<Imported> imported =
                new ArrayList<>(runs.stream().map(AiperfRun::imported).toList());
        JsonNode root =
                over.file(AiperfFiles.Kind.RUNS).map(ImportSource::json).orElse(JsonNodeFactory.instance.objectNode());
        AiperfConfidence confidence = new AiperfConfidence(runs, root.path("metadata"));
        List<ToldAggregate> told = new ArrayList<>(imported.getLast().aggregates());
        confidence.json(root, told);
        over.file(AiperfFiles.Kind.RUNS_TABLE).ifPresent(table -> confidence.table(table, told));
        over.file(AiperfFiles.Kind.POOLED)
                .ifPresent(pooled -> StatisticsBlock.refused(
                        "pooled",
                        ImportSource.json(pooled).path("metrics"),
                        "statistics over the pooled requests of all runs belong to no single run",
                        told));
        Imported last = imported.removeLast();
        imported.add(new Imported(last.run(), last.dialect(), told));
        return imported;
    }

    private void json(JsonNode root, List<ToldAggregate> told) {
        JsonNode all = root.path("metadata").path("num_profile_runs");
        JsonNode successful = root.path("metadata").path("num_successful_runs");
        if (all.isNumber() && successful.isNumber()) {
            count(PREFIX + "num_profile_runs", all.doubleValue(Double.NaN), true, told);
            count(PREFIX + "num_successful_runs", successful.doubleValue(Double.NaN), false, told);
        }
        for (Map.Entry<String, JsonNode> metric : root.path("metrics").properties()) {
            for (Map.Entry<String, JsonNode> statistic : metric.getValue().properties()) {
                JsonNode value = statistic.getValue();
                if (value.isNumber() || value.isNull()) {
                    told.add(ToldAggregate.ofDouble(
                            StatisticsBlock.name(PREFIX + metric.getKey() + "." + statistic.getKey()),
                            value.isNumber()
                                    ? value.doubleValue(Double.NaN)
                                    : absent(metric.getValue(), statistic.getKey()),
                            ToldAggregate.PLAIN,
                            recipe(metric.getKey(), statistic.getKey())));
                }
            }
        }
    }

    /// JSON has no word for what the tool has here: spread over a mean of zero is infinite, the rest is no number.
    private static double absent(JsonNode metric, String statistic) {
        return statistic.equals("cv") && metric.path("mean").isNumber() ? Double.POSITIVE_INFINITY : Double.NaN;
    }

    private void table(Path file, List<ToldAggregate> told) {
        List<String> names = List.of();
        for (CsvRows.Row row : CsvRows.of(file)) {
            if (row.cell(0).equals("Aggregation Type")) {
                // From here on the table has settings, of which two are counts.
                names = List.of();
            }
            counts(row, told);
            if (row.cell(0).equals("metric")) {
                names = row.cells();
                continue;
            }
            for (int i = 1; i < Math.min(row.cells().size(), names.size()); i++) {
                OptionalDouble value =
                        names.get(i).equals("unit") ? OptionalDouble.empty() : CsvRows.number(row.cell(i));
                if (value.isPresent()) {
                    String statistic = names.get(i);
                    boolean fine = List.of("cv", "se", "t_critical").contains(statistic);
                    told.add(new ToldAggregate(
                            StatisticsBlock.name(TABLE_PREFIX + row.cell(0) + "." + statistic),
                            value.getAsDouble(),
                            ToldAggregate.PLAIN,
                            fine ? TABLE_FINE_DECIMALS : TABLE_DECIMALS,
                            recipe(row.cell(0), statistic)));
                }
            }
        }
    }

    private void counts(CsvRows.Row row, List<ToldAggregate> told) {
        OptionalDouble value = CsvRows.number(row.cell(1));
        if (value.isPresent()
                && (row.cell(0).equals("Total Runs") || row.cell(0).equals("Successful Runs"))) {
            count(TABLE_PREFIX + row.cell(0), value.getAsDouble(), row.cell(0).startsWith("Total"), told);
        }
    }

    private void count(String name, double value, boolean all, List<ToldAggregate> told) {
        Recipe recipe = new Recipe.Computed(_ -> new Answer.Value(runs.size() + (all ? failedRuns : 0)));
        told.add(ToldAggregate.ofDouble(name, value, ToldAggregate.PLAIN, recipe));
    }

    private Recipe recipe(String metric, String statistic) {
        int split = metric.lastIndexOf('_');
        if (split <= 0) {
            return new Recipe.Impossible("'" + StatisticsBlock.name(metric) + "' names no statistic of a run");
        }
        String name = StatisticsBlock.name(metric.substring(0, split) + "." + metric.substring(split + 1));
        Recipe recipe = new Recipe.Computed(_ -> over(name, statistic));
        return switch (statistic) {
            case "std", "se" -> new Recipe.Cancelling(recipe, new Recipe.Computed(_ -> over(name, "max")));
            case "cv" -> new Recipe.Cancelling(recipe, new Recipe.Computed(_ -> new Answer.Value(1)));
            default -> recipe;
        };
    }

    private Answer over(String name, String statistic) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            ToldAggregate told = runs.get(i).told().get(name);
            if (told == null) {
                continue;
            }
            switch (answer(i, told)) {
                case Answer.Value(double value) -> values.add(value / told.unit());
                case Answer.Refused refused -> {
                    return refused;
                }
            }
        }
        return values.isEmpty()
                ? new Answer.Refused("no run's summary holds it")
                : statistic(values.stream().mapToDouble(Double::doubleValue).toArray(), statistic);
    }

    private Answer answer(int run, ToldAggregate told) {
        while (seen.size() <= run) {
            seen.add(runs.get(seen.size()).seen());
        }
        return answers.computeIfAbsent(run + " " + told.name(), _ -> Verification.answer(told.recipe(), seen.get(run)));
    }

    private Answer statistic(double[] values, String statistic) {
        int n = values.length;
        // One value has no spread, and AIPerf then gives no mean either.
        double mean = n < 2 ? Double.NaN : Arrays.stream(values).sum() / n;
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        double std = n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1));
        double se = std / Math.sqrt(n);
        double t = n < 2 ? Double.NaN : StudentT.quantile(1 - (1 - level) / 2, n - 1);
        return switch (statistic) {
            case "mean" -> new Answer.Value(mean);
            case "std" -> new Answer.Value(std);
            case "min" -> new Answer.Value(Arrays.stream(values).min().orElse(Double.NaN));
            case "max" -> new Answer.Value(Arrays.stream(values).max().orElse(Double.NaN));
            case "cv" -> new Answer.Value(mean == 0 ? Double.POSITIVE_INFINITY : std / mean);
            case "se" -> new Answer.Value(se);
            case "ci_low" -> new Answer.Value(mean - t * se);
            case "ci_high" -> new Answer.Value(mean + t * se);
            case "t_critical" -> new Answer.Value(t);
            default ->
                new Answer.Refused("'" + StatisticsBlock.name(statistic) + "' is no statistic over runs that is known");
        };
    }
}
