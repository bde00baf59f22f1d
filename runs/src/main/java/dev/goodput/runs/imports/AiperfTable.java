package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/// AIPerf's summary as CSV: one block of rows with statistics and one of single values, rounded to two decimals.
final class AiperfTable {
    private static final int DECIMALS = 2;
    private static final String PREFIX = "csv: ";
    private static final String ADJUSTED = " (error-adjusted)";

    private static final Set<String> UNITS = Set.of(
            "ns",
            "us",
            "ms",
            "sec",
            "s",
            "tokens",
            "tokens/sec",
            "tokens/sec/user",
            "requests/sec",
            "%",
            "KB",
            "ratio",
            "images/sec",
            "ms/image",
            "images",
            "count/sec",
            "x",
            "%/100");

    /// Headings that are not the metric's identifier in words.
    private static final Map<String, String> METRICS = Map.ofEntries(
            Map.entry("HTTP Duration (excl. conn)", "http_req_duration"),
            Map.entry("HTTP Total Time", "http_req_total"),
            Map.entry("HTTP Waiting (TTFB)", "http_req_waiting"),
            Map.entry("Usage Completion Diff %", "usage_completion_tokens_diff_pct"),
            Map.entry("Usage Prompt Diff %", "usage_prompt_tokens_diff_pct"),
            Map.entry("Usage Reasoning Diff %", "usage_reasoning_tokens_diff_pct"),
            Map.entry("OSL Mismatch Diff %", "osl_mismatch_diff_pct"),
            Map.entry("Effective Latency (CO-aware)", "effective_latency"),
            Map.entry("Completed Requests (Success + Error)", "completed_request_count"),
            Map.entry("Total Input Sequence Length", "total_isl"),
            Map.entry("Total Output Sequence Length", "total_osl"),
            Map.entry("Error Input Sequence Length", "error_isl"),
            Map.entry("Total Error Input Sequence Length", "total_error_isl"),
            Map.entry("GoodRequestFraction", "good_request_fraction"),
            Map.entry("Error Request Count", "error_request_count"),
            Map.entry("Minimum Request Timestamp", "min_request_timestamp"),
            Map.entry("Maximum Response Timestamp", "max_response_timestamp"));

    private AiperfTable() {}

    static List<ToldAggregate> told(Path file, RecipeBook recipes) {
        List<ToldAggregate> told = new ArrayList<>();
        List<String> statistics = List.of();
        for (CsvRows.Row row : CsvRows.of(file)) {
            String label = row.cell(0);
            if (label.equals("Metric")) {
                statistics = row.cells();
                continue;
            }
            for (int i = 1; i < row.cells().size(); i++) {
                OptionalDouble value = CsvRows.number(row.cell(i));
                if (value.isPresent()) {
                    told.add(aggregate(
                            label, i < statistics.size() ? statistics.get(i) : "?", value.getAsDouble(), recipes));
                }
            }
        }
        return told;
    }

    private static ToldAggregate aggregate(String label, String column, double value, RecipeBook recipes) {
        String statistic = column.equals("Value") ? "avg" : column;
        String heading = heading(label);
        String unit = heading.equals(label) ? "" : label.substring(heading.length() + 2, label.length() - 1);
        double unitNs = StatisticsBlock.unitOf(unit, statistic);
        return new ToldAggregate(
                StatisticsBlock.name(PREFIX + label + "." + statistic),
                value,
                unitNs,
                DECIMALS,
                recipes.of(metric(heading), statistic, unitNs));
    }

    /// A label without the unit at its end.
    private static String heading(String label) {
        int open = label.lastIndexOf(" (");
        boolean unit = open > 0 && label.endsWith(")") && UNITS.contains(label.substring(open + 2, label.length() - 1));
        return unit ? label.substring(0, open) : label;
    }

    static String metric(String heading) {
        if (heading.endsWith(ADJUSTED)) {
            return "adj_" + metric(heading.substring(0, heading.length() - ADJUSTED.length()));
        }
        String known = METRICS.get(heading);
        if (known != null) {
            return known;
        }
        String words = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return words.startsWith("http_") ? "http_req_" + words.substring("http_".length()) : words;
    }
}
