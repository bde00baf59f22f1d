package dev.goodput.runs.imports;

import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Reads fields of a JSON document that somebody else wrote: a field that is absent or null is unknown, one of another
/// type than expected ends the import with a line that names it.
///
/// @param file what messages name
/// @param where the place of `node` in the document, such as `requests[3]`; empty at the top
record JsonFields(Path file, String where, JsonNode node) {

    static JsonFields of(Path file, JsonNode node) {
        return new JsonFields(file, "", node);
    }

    boolean has(String name) {
        JsonNode field = node.get(name);
        return field != null && !field.isNull();
    }

    /// What stands in a field; nothing where it is absent or null.
    JsonFields child(String name) {
        JsonNode child = node.get(name);
        return new JsonFields(file, path(name), child == null || child.isNull() ? MissingNode.getInstance() : child);
    }

    /// The elements of a list in a field; none where it is absent or null.
    List<JsonFields> list(String name) {
        return child(name).elements();
    }

    /// The elements of this list.
    List<JsonFields> elements() {
        if (node.isMissingNode()) {
            return List.of();
        }
        if (!node.isArray()) {
            throw wrong("a list");
        }
        List<JsonFields> elements = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            elements.add(new JsonFields(file, where + "[" + elements.size() + "]", element));
        }
        return elements;
    }

    /// The fields of this object, in the order of the file.
    List<Map.Entry<String, JsonFields>> entries() {
        return node.properties().stream()
                .map(entry -> Map.entry(entry.getKey(), child(entry.getKey())))
                .toList();
    }

    /// A number, or NaN where it is absent or null.
    double number(String name) {
        return has(name) ? child(name).number() : Double.NaN;
    }

    /// A number that the import cannot do without.
    double required(String name) {
        double value = number(name);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new ImportException(file + ": no number in '" + path(name) + "'");
        }
        return value;
    }

    /// How long something of a request took, in seconds or a finer unit, or NaN where it is absent or null.
    double duration(String name) {
        double value = number(name);
        if (has(name) && !Plausible.isDurationS(value)) {
            throw child(name).wrong("a time that a request takes");
        }
        return value;
    }

    /// A point in time in seconds of any clock, or NaN where it is absent or null.
    double stampS(String name) {
        double value = number(name);
        if (has(name) && !Plausible.isStampS(value)) {
            throw child(name).wrong("a point in time");
        }
        return value;
    }

    /// This number.
    double number() {
        if (!node.isNumber()) {
            throw wrong("a number");
        }
        return node.doubleValue();
    }

    /// A list of numbers; empty where it is absent or null.
    double[] numbers(String name) {
        return list(name).stream().mapToDouble(JsonFields::number).toArray();
    }

    /// A count, or [Usage#UNKNOWN].
    int count(String name) {
        double value = number(name);
        if (Double.isNaN(value)) {
            return Usage.UNKNOWN;
        }
        if (!Plausible.isCount(value)) {
            throw child(name).wrong("a count");
        }
        return (int) value;
    }

    /// Ends the import where a field of this object holds anything but a number or null.
    void requireNumbers() {
        node.properties().stream()
                .filter(field -> !field.getValue().isNull())
                .forEach(field -> child(field.getKey()).number());
    }

    @Nullable
    String text(String name) {
        JsonNode field = node.get(name);
        if (field == null || field.isNull()) {
            return null;
        }
        if (!field.isString()) {
            throw child(name).wrong("text");
        }
        return field.stringValue();
    }

    String textOr(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean isTrue(String name) {
        JsonNode field = node.get(name);
        return field != null && field.isBoolean() && field.booleanValue();
    }

    /// Every number below this place with its path from here, in the order of the file.
    void eachNumber(ObjDoubleConsumer<String> consumer) {
        eachNumber(node, "", consumer);
    }

    private static void eachNumber(JsonNode node, String path, ObjDoubleConsumer<String> consumer) {
        if (node.isNumber()) {
            consumer.accept(path, node.doubleValue());
        } else if (node.isObject()) {
            String prefix = path.isEmpty() ? "" : path + ".";
            node.properties().forEach(entry -> eachNumber(entry.getValue(), prefix + entry.getKey(), consumer));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                eachNumber(node.get(i), path + "[" + i + "]", consumer);
            }
        }
    }

    ImportException wrong(String expected) {
        return new ImportException(file + ": '" + where + "' is not " + expected + ": " + Snippet.of(node));
    }

    private String path(String name) {
        return where.isEmpty() ? name : where + "." + name;
    }
}
