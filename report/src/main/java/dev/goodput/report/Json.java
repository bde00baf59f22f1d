package dev.goodput.report;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// How this module writes JSON: snake case, keys in the order of the records, the same bytes on every machine.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private static final ObjectWriter FOR_FILES = MAPPER.writer()
            .with(new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n"))
                    .withSeparators(Separators.createDefaultInstance()
                            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                            .withArrayEmptySeparator("")
                            .withObjectEmptySeparator("")));

    private Json() {}

    /// A document for a file, indented, ending in a line feed.
    static String file(Object document) {
        return FOR_FILES.writeValueAsString(document) + "\n";
    }

    /// A document for a `<script>` element: compact, and without any character that could end the element or a line
    /// of a script. These characters stand in strings only, where an escape means the same.
    static String inline(Object document) {
        return MAPPER.writeValueAsString(document)
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /// The number, or null where it does not exist: JSON has neither NaN nor infinity.
    static @Nullable Double number(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /// Nanoseconds as milliseconds to the nanosecond, or null.
    static @Nullable Double ms(double ns) {
        return number(Math.rint(ns) / 1e6);
    }
}
