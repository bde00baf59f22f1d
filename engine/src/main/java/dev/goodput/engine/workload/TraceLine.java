package dev.goodput.engine.workload;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One line of a recorded trace, its values by name.
sealed interface TraceLine {
    /// The largest number of seconds whose nanoseconds are counted exactly enough: epoch times are smaller.
    double MAX_SECONDS = 9e9;

    /// A row of a table.
    ///
    /// @param columns where each column stands
    record Row(TraceLines lines, Map<String, Integer> columns, List<String> cells) implements TraceLine {
        @Override
        public @Nullable String value(String name) {
            Integer column = columns.get(name);
            return column == null ? null : cells.get(column).strip();
        }

        @Override
        public List<Long> numbers(String name) {
            return List.of();
        }
    }

    /// A JSON object.
    record Node(TraceLines lines, JsonNode node) implements TraceLine {
        @Override
        public @Nullable String value(String name) {
            JsonNode value = node.path(name);
            return value.isValueNode() && !value.isNull() ? value.asString().strip() : null;
        }

        @Override
        public List<Long> numbers(String name) {
            if (node.has(name) && !node.path(name).isArray()) {
                throw lines.error(name + " must be a list of whole numbers");
            }
            List<Long> numbers = new ArrayList<>();
            for (JsonNode item : node.path(name)) {
                if (!item.isIntegralNumber() || !item.canConvertToLong()) {
                    throw lines.error(name + " must be a list of whole numbers");
                }
                numbers.add(item.longValue());
            }
            return numbers;
        }
    }

    TraceLines lines();

    /// The value of that name, or null where there is none.
    @Nullable
    String value(String name);

    /// A list of whole numbers, empty where there is none.
    ///
    /// @throws ConfigException when it is something else
    List<Long> numbers(String name);

    /// Whether there is something of that name.
    default boolean has(String name) {
        @Nullable String value = value(name);
        return value != null && !value.isEmpty();
    }

    /// A value that must be there.
    ///
    /// @throws ConfigException when it is not
    default String text(String name) {
        @Nullable String value = value(name);
        if (value == null || value.isEmpty()) {
            throw lines().error("has no " + name);
        }
        return value;
    }

    /// A number of tokens.
    ///
    /// @throws ConfigException when it is none, or below `least`
    default int tokens(String name, int least) {
        double tokens = number(name);
        if (tokens < least || tokens > Variate.MAX_TOKENS || tokens != Math.rint(tokens)) {
            throw error(name, "is not a whole number of tokens from " + least + " to " + Variate.MAX_TOKENS);
        }
        return (int) tokens;
    }

    /// A time in nanoseconds.
    ///
    /// @param perSecond how many of the file's units a second has
    /// @throws ConfigException when it is none
    default long timeNs(String name, double perSecond) {
        double seconds = number(name) / perSecond;
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw error(name, "is not a time from 0 to 9e9 s");
        }
        return Math.round(seconds * 1e9);
    }

    private double number(String name) {
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException _) {
            throw error(name, "is no number");
        }
    }

    /// What is wrong with a value.
    default ConfigException error(String name, String problem) {
        return lines().error(name + " '" + Plain.text(text(name)) + "' " + problem);
    }
}
