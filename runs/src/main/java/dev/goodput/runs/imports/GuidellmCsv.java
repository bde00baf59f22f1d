package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

/// guidellm's CSV: three header rows (group, metric, statistic), then a row a benchmark. It has no requests; its
/// numbers
/// are those of the JSON beside it, and are verified like them.
final class GuidellmCsv {
    private static final int MAX_BYTES = 256 << 20;
    private static final int HEADERS = 3;
    /// What stands in a cell of percentiles, in this order; the median has a column of its own.
    private static final List<String> PERCENTILES = List.of(
            "min",
            "percentiles.p001",
            "percentiles.p01",
            "percentiles.p05",
            "percentiles.p10",
            "percentiles.p25",
            "percentiles.p75",
            "percentiles.p90",
            "percentiles.p95",
            "percentiles.p99",
            "max");
    private static final Map<String, String> METRICS = Map.ofEntries(
            Map.entry("Request Latency/Sec", "request_latency"),
            Map.entry("Dispatch Delay/Sec", "request_dispatch_delay"),
            Map.entry("Scheduled Latency/Sec", "request_scheduled_latency"),
            Map.entry("Turn Scheduling Delay/Sec", "turn_scheduling_delay"),
            Map.entry("Turn Predecessor Delay/Sec", "turn_predecessor_delay"),
            Map.entry("Streaming Iterations/Count", "request_streaming_iterations_count"),
            Map.entry("Time to First Token/ms", "time_to_first_token_ms"),
            Map.entry("Time to First Output Token/ms", "time_to_first_output_token_ms"),
            Map.entry("Time per Output Token/ms", "time_per_output_token_ms"),
            Map.entry("Inter Token Latency/ms", "inter_token_latency_ms"),
            Map.entry("Server Throughput/Requests/Sec", "requests_per_second"),
            Map.entry("Server Throughput/Concurrency", "request_concurrency"),
            Map.entry("Server Throughput/Goodput/Sec", "request_goodput"),
            Map.entry("Token Metrics/Input Tokens", "prompt_token_count"),
            Map.entry("Token Metrics/Output Tokens", "output_token_count"),
            Map.entry("Token Metrics/Total Tokens", "total_token_count"),
            Map.entry("Token Throughput/Input Tokens/Sec", "prompt_tokens_per_second"),
            Map.entry("Token Throughput/Output Tokens/Sec", "output_tokens_per_second"),
            Map.entry("Token Throughput/Total Tokens/Sec", "tokens_per_second"),
            Map.entry("Token Streaming/Output Tokens/Iter", "output_tokens_per_iteration"),
            Map.entry("Token Streaming/Iter Tokens/Iter", "iter_tokens_per_iteration"));
    private static final List<String> STATUSES = List.of("Successful ", "Incomplete ", "Errored ", "Total ");

    private GuidellmCsv() {}

    static boolean is(Path file) {
        String start = ImportSource.beginning(file);
        return start.startsWith("Run Info,Run Info,") && start.contains(",Benchmark,");
    }

    /// The numbers of a benchmark's row in the CSV files beside the report.
    ///
    /// @param told those of the report, whose recipes serve
    static List<ToldAggregate> aggregates(Path report, String benchmark, List<ToldAggregate> told) {
        Map<String, ToldAggregate> byName = new HashMap<>();
        told.forEach(aggregate -> byName.put(aggregate.name(), aggregate));
        List<ToldAggregate> aggregates = new ArrayList<>();
        Path folder = report.toAbsolutePath().getParent();
        List<Path> files = folder == null ? List.of() : new ImportSource(folder).files();
        for (Path file : files) {
            if (is(file)) {
                eachNumber(file, benchmark, (name, number) -> {
                    ToldAggregate same = byName.get(name);
                    aggregates.add(ToldAggregate.ofDouble(
                            "csv: " + name,
                            number,
                            same == null ? ToldAggregate.PLAIN : same.unit(),
                            same == null ? Told.impossible("the report beside it has no such number") : same.recipe()));
                });
            }
        }
        return aggregates;
    }

    private static void eachNumber(Path file, String benchmark, ObjDoubleConsumer<String> consumer) {
        List<String[]> rows = rows(file);
        if (rows.size() < HEADERS) {
            throw new ImportException(file + ": fewer than " + HEADERS + " header rows");
        }
        for (String[] row : rows.subList(HEADERS, rows.size())) {
            boolean wanted = false;
            for (int i = 0; i < row.length; i++) {
                wanted |= cell(rows.get(0), i).equals("Benchmark")
                        && cell(rows.get(1), i).equals("ID")
                        && row[i].equals(benchmark);
            }
            for (int i = 0; wanted && i < row.length; i++) {
                String group = cell(rows.get(0), i);
                String metric = cell(rows.get(1), i);
                @Nullable String name = name(group, metric);
                if (name != null) {
                    cell(file, name, cell(rows.get(2), i), row[i], consumer);
                }
            }
        }
    }

    private static String cell(String[] row, int i) {
        return i < row.length ? row[i] : "";
    }

    /// The report's name for a column, or null for one that is no aggregate.
    private static @Nullable String name(String group, String metric) {
        for (String status : STATUSES) {
            if (metric.startsWith(status)) {
                String rest = metric.substring(status.length());
                String lower = status.strip().toLowerCase(Locale.ROOT);
                if (group.startsWith("Text ") || group.startsWith("Image ") || group.startsWith("Audio ")) {
                    return snake(group).replaceFirst("_", ".") + "." + snake(rest) + "." + lower;
                }
                @Nullable String known = METRICS.get(group + "/" + rest);
                return known == null ? null : known + "." + lower;
            }
        }
        return switch (group) {
            case "Request Counts" -> "request_totals." + snake(metric);
            case "Generation Delay" -> "scheduler_metrics.generation_delay";
            case "Scheduler Metrics" ->
                "scheduler_metrics." + snake(metric).replaceFirst("requests_made_", "requests_made.");
            case "Timings" -> metric.endsWith("Time") ? null : duration(metric);
            case "Server Throughput" -> metric.equals("SLO Attainment") ? "slo_attainment" : null;
            default -> null;
        };
    }

    private static String duration(String metric) {
        return metric.equals("Duration") ? "duration" : snake(metric) + "_duration";
    }

    private static String snake(String words) {
        return words.toLowerCase(Locale.ROOT).replace(' ', '_');
    }

    private static void cell(
            Path file, String name, String statistic, String text, ObjDoubleConsumer<String> consumer) {
        if (text.isEmpty()) {
            return;
        }
        JsonNode value = ImportSource.parse(file, 0, text.getBytes(StandardCharsets.UTF_8));
        switch (statistic.toLowerCase(Locale.ROOT)) {
            case "mean" -> number(name + ".mean", value, consumer);
            case "median" -> number(name + ".median", value, consumer);
            case "std dev" -> number(name + ".std_dev", value, consumer);
            case "mean ci" -> pair(name + ".mean_ci", value, consumer);
            case "percentile cis" ->
                value.properties()
                        .forEach(entry -> pair(name + ".percentile_cis." + entry.getKey(), entry.getValue(), consumer));
            case "percentiles" -> {
                for (int i = 0; i < Math.min(value.size(), PERCENTILES.size()); i++) {
                    number(name + "." + PERCENTILES.get(i), value.get(i), consumer);
                }
            }
            // A unit, or nothing: the column is the number itself.
            default -> number(name.equals("scheduler_metrics.generation_delay") ? name + ".?" : name, value, consumer);
        }
    }

    private static void pair(String name, JsonNode bounds, ObjDoubleConsumer<String> consumer) {
        if (bounds.size() == 2) {
            number(name + ".lower", bounds.get(0), consumer);
            number(name + ".upper", bounds.get(1), consumer);
        }
    }

    private static void number(String name, JsonNode value, ObjDoubleConsumer<String> consumer) {
        if (value.isNumber()) {
            consumer.accept(name, value.doubleValue());
        }
    }

    private static List<String[]> rows(Path file) {
        CsvMapper mapper =
                CsvMapper.builder().enable(CsvReadFeature.WRAP_AS_ARRAY).build();
        try (InputStream in = ImportSource.open(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            try (MappingIterator<String[]> rows =
                    mapper.readerFor(String[].class).<String[]>readValues(bytes)) {
                return rows.readAll();
            }
        } catch (JacksonException e) {
            throw new ImportException(
                    file + ": not CSV: "
                            + String.valueOf(e.getOriginalMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""),
                    e);
        } catch (IOException e) {
            throw new ImportException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
