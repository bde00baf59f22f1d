package dev.goodput.runs;

import dev.goodput.core.slo.Grouping;
import dev.goodput.core.slo.NotApplicable;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.Units;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// An SLO as text that [SloFile] reads back as the same SLO. Values are quoted as JSON strings, which YAML contains.
public final class SloText {
    private static final JsonMapper JSON = new JsonMapper();

    /// Letters, digits and signs that mean nothing to YAML, a letter first; a comma ends nothing outside brackets.
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9 ,.;()<>=*+/%_'\"-]*[A-Za-z0-9.)%\"])?");

    private SloText() {}

    /// A file with one key or clause a line. What is not said is left out where the default says the same.
    public static String file(Slo slo) {
        StringBuilder text = new StringBuilder();
        entries(slo).forEach((key, value) -> {
            text.append(key).append(':');
            if (value instanceof List<?> list && !key.equals("per")) {
                text.append('\n');
                list.forEach(item -> text.append("  - ").append(plain(item)).append('\n'));
            } else {
                text.append(' ').append(plain(value)).append('\n');
            }
        });
        return text.toString();
    }

    /// The same in one line, for a manifest.
    public static String line(Slo slo) {
        return entries(slo).entrySet().stream()
                .map(entry -> entry.getKey() + ": " + quoted(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static SequencedMap<String, Object> entries(Slo slo) {
        SequencedMap<String, Object> entries = new LinkedHashMap<>();
        entries.put("name", slo.name());
        put(entries, "description", slo.provenance().description());
        put(entries, "version", slo.provenance().version());
        put(entries, "source", slo.provenance().source());
        putAll(
                entries,
                "constraints",
                slo.constraints().stream().map(Object::toString).toList());
        putAll(
                entries,
                "objectives",
                slo.objectives().stream().map(Object::toString).toList());
        entries.put("target", Units.percent(slo.target()));
        if (!slo.confidence().equals(Confidence.P95)) {
            entries.put("confidence", Units.percent(slo.confidence().value()));
        }
        if (slo.notApplicable() != NotApplicable.GOOD) {
            entries.put("not_applicable", slo.notApplicable().id());
        }
        if (slo.dependence() != Dependence.MEASURED) {
            entries.put("dependence", SloKeys.id(slo.dependence()));
        }
        putAll(entries, "per", slo.per().stream().map(Grouping::id).toList());
        put(entries, "baseline", slo.baseline());
        return entries;
    }

    private static void put(Map<String, Object> entries, String key, @Nullable String value) {
        if (value != null) {
            entries.put(key, value);
        }
    }

    private static void putAll(Map<String, Object> entries, String key, List<String> values) {
        if (!values.isEmpty()) {
            entries.put(key, values);
        }
    }

    /// Without quotes where YAML reads the same text without them.
    private static String plain(Object value) {
        boolean isPlain = value instanceof String text && PLAIN.matcher(text).matches();
        return isPlain ? value.toString() : quoted(value);
    }

    private static String quoted(Object value) {
        return JSON.writeValueAsString(value);
    }
}
