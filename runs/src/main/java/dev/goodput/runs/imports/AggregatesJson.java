package dev.goodput.runs.imports;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `tool_aggregates.json` of an imported run: what the tool itself said, beside what its raw data give.
public final class AggregatesJson {
    public static final String FILE = "tool_aggregates.json";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private AggregatesJson() {}

    public static byte[] render(Imported imported, Verification verification) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Verification.Row row : verification.rows()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", row.name());
            put(json, "told", number(row.told()));
            put(json, "recomputed", number(row.ours()));
            json.put("result", row.result().name().toLowerCase(Locale.ROOT));
            put(json, "reason", row.reason().isEmpty() ? null : row.reason());
            rows.add(json);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "goodput.tool-aggregates/1");
        document.put("dialect", imported.dialect().id());
        document.put("tool", imported.dialect().tool());
        document.put("aggregates", rows);
        return (JSON.writeValueAsString(document) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void put(Map<String, Object> json, String key, @Nullable Object value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    /// JSON has no NaN and no infinity; the tool's are kept as text.
    private static @Nullable Object number(double value) {
        return Double.isNaN(value) ? null : Double.isInfinite(value) ? String.valueOf(value) : (Object) value;
    }
}
