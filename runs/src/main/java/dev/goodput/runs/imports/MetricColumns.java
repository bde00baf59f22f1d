package dev.goodput.runs.imports;

import dev.goodput.core.metric.Sample;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Per-request values of a tool's own metrics, column by column, in the unit of the file; NaN where a request has none.
final class MetricColumns {
    /// Tools have some tens of metrics; a file with thousands of names is no result.
    private static final int MAX_COLUMNS = 1_000;

    private final Map<String, double[]> columns = new LinkedHashMap<>();
    private final Map<String, Sample> samples = new HashMap<>();
    private int rows;

    void put(int row, String metric, double value) {
        rows = Math.max(rows, row + 1);
        double[] column = columns.get(metric);
        if (column == null) {
            if (columns.size() >= MAX_COLUMNS) {
                throw new IllegalArgumentException("more than " + MAX_COLUMNS + " metrics");
            }
            column = new double[0];
        }
        if (row >= column.length) {
            int old = column.length;
            column = Arrays.copyOf(column, Math.max(64, Math.max(row + 1, old * 2)));
            Arrays.fill(column, old, column.length, Double.NaN);
        }
        column[row] = value;
        columns.put(metric, column);
    }

    boolean has(String metric) {
        return columns.containsKey(metric);
    }

    Set<String> names() {
        return columns.keySet();
    }

    /// The value of one request, or NaN.
    double at(int row, String metric) {
        double[] column = columns.get(metric);
        return column == null || row >= column.length ? Double.NaN : column[row];
    }

    double[] values(String metric) {
        double[] column = columns.get(metric);
        return column == null ? new double[0] : Arrays.copyOf(column, Math.min(rows, column.length));
    }

    double sum(String metric) {
        return Arrays.stream(values(metric))
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    /// The values that are there, sorted; kept, because many statistics are asked of each.
    Sample sample(String metric) {
        return samples.computeIfAbsent(metric, name -> Sample.of(values(name), 0));
    }
}
