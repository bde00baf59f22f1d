package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The numbers of one record by their paths, such as `info.timings.queued`, eight bytes each: the records of a file
/// share their paths. Lists are left out.
final class FlatNumbers {
    private final Paths paths;
    private final double[] values;

    /// The paths at which the records of one file have numbers.
    static final class Paths {
        private static final int MAX_PATHS = 1_000;

        private final Map<String, Integer> positions = new HashMap<>();

        private int position(String path, JsonFields row) {
            int position = positions.computeIfAbsent(path, _ -> positions.size());
            if (position >= MAX_PATHS) {
                throw new ImportException(row.file() + ": more than " + MAX_PATHS + " kinds of numbers in '"
                        + row.where() + "' and those before it; not records of requests");
            }
            return position;
        }
    }

    private FlatNumbers(Paths paths, double[] values) {
        this.paths = paths;
        this.values = values;
    }

    static FlatNumbers of(JsonFields row, Paths paths) {
        Map<Integer, Double> numbers = new HashMap<>();
        collect(row, row.node(), "", paths, numbers);
        double[] values = new double[paths.positions.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers.getOrDefault(i, Double.NaN);
        }
        return new FlatNumbers(paths, values);
    }

    private static void collect(JsonFields row, JsonNode node, String path, Paths paths, Map<Integer, Double> numbers) {
        if (node.isNumber()) {
            numbers.put(paths.position(path, row), node.doubleValue());
        } else if (node.isObject()) {
            String prefix = path.isEmpty() ? "" : path + ".";
            node.properties().forEach(field -> collect(row, field.getValue(), prefix + field.getKey(), paths, numbers));
        }
    }

    /// The number at a path, or NaN where there is none.
    double number(String path) {
        Integer position = paths.positions.get(path);
        return position == null || position >= values.length ? Double.NaN : values[position];
    }

    /// The count at a path that was checked to be one, or [Usage#UNKNOWN].
    int count(String path) {
        double value = number(path);
        return Double.isNaN(value) ? Usage.UNKNOWN : (int) value;
    }
}
