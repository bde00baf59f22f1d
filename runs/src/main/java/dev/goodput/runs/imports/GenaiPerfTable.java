package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// GenAI-Perf's summary as CSV: a block of statistics, one of single values and one of telemetry, rounded to two
/// decimals, thousands separated by commas.
final class GenaiPerfTable {
    private static final int DECIMALS = 2;
    private static final String PREFIX = "csv: ";

    private GenaiPerfTable() {}

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
                    String column = i < statistics.size() ? statistics.get(i) : "?";
                    told.add(aggregate(label, column.equals("Value") ? "avg" : column, value.getAsDouble(), recipes));
                }
            }
        }
        return told;
    }

    private static ToldAggregate aggregate(String label, String statistic, double value, RecipeBook recipes) {
        int open = label.lastIndexOf(" (");
        boolean hasUnit = open > 0 && label.endsWith(")");
        String heading = hasUnit ? label.substring(0, open) : label;
        String unit = hasUnit ? label.substring(open + 2, label.length() - 1) : "";
        double unitNs = StatisticsBlock.unitOf(unit, statistic);
        return new ToldAggregate(
                StatisticsBlock.name(PREFIX + label + "." + statistic),
                value,
                unitNs,
                DECIMALS,
                recipes.of(heading.toLowerCase(Locale.ROOT).replace(' ', '_'), statistic, unitNs));
    }
}
