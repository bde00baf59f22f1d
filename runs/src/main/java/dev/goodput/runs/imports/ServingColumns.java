package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The parallel lists of one result document, checked: all as long as the longest is meant to be, times finite and not
/// negative, counts whole.
final class ServingColumns {
    private final String where;
    private final JsonNode document;
    private int size = -1;
    private String sizedBy = "";

    /// @param where the file and document, for messages
    ServingColumns(String where, JsonNode document) {
        this.where = where;
        this.document = document;
    }

    /// How many requests the lists that were read hold; 0 when none was there.
    int size() {
        return Math.max(size, 0);
    }

    boolean has(String key) {
        return document.path(key).isArray();
    }

    /// A list of seconds, all `NaN` when it is absent.
    double[] seconds(String key, double[] absent) {
        if (!has(key)) {
            return absent;
        }
        List<JsonNode> entries = entries(key);
        double[] seconds = new double[entries.size()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = number(entries.get(i), key, i);
        }
        return seconds;
    }

    /// A list of lists of seconds, none of them negative.
    double[][] gaps(String key) {
        List<JsonNode> entries = entries(key);
        double[][] gaps = new double[entries.size()][];
        for (int i = 0; i < gaps.length; i++) {
            JsonNode row = entries.get(i);
            if (!row.isArray()) {
                throw wrong(key, i, "is not a list");
            }
            gaps[i] = new double[row.size()];
            for (int k = 0; k < gaps[i].length; k++) {
                gaps[i][k] = number(row.get(k), key, i);
                if (gaps[i][k] < 0) {
                    throw wrong(key, i, "holds a negative gap");
                }
            }
        }
        return gaps;
    }

    /// A list of counts; -1 stands for an entry that is null.
    int[] counts(String key) {
        List<JsonNode> entries = entries(key);
        int[] counts = new int[entries.size()];
        for (int i = 0; i < counts.length; i++) {
            JsonNode entry = entries.get(i);
            if (entry.isNull()) {
                counts[i] = -1;
            } else if (entry.isIntegralNumber() && entry.canConvertToInt() && entry.intValue() >= 0) {
                counts[i] = entry.intValue();
            } else {
                throw wrong(key, i, "is not a count");
            }
        }
        return counts;
    }

    String[] texts(String key) {
        List<JsonNode> entries = entries(key);
        String[] texts = new String[entries.size()];
        for (int i = 0; i < texts.length; i++) {
            JsonNode entry = entries.get(i);
            if (!entry.isString() && !entry.isNull()) {
                throw wrong(key, i, "is not a text");
            }
            texts[i] = entry.isNull() ? "" : entry.stringValue();
        }
        return texts;
    }

    private List<JsonNode> entries(String key) {
        JsonNode list = document.path(key);
        if (!list.isArray()) {
            throw new ImportException(where + ": no list '" + key + "'");
        }
        if (size < 0) {
            size = list.size();
            sizedBy = key;
        } else if (size != list.size()) {
            throw new ImportException(
                    where + ": '" + key + "' has " + list.size() + " entries where '" + sizedBy + "' has " + size);
        }
        List<JsonNode> entries = new ArrayList<>(size);
        list.forEach(entries::add);
        return entries;
    }

    private double number(JsonNode node, String key, int entry) {
        double value = node.isNumber() ? node.doubleValue() : Double.NaN;
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw wrong(key, entry, "is not a number of seconds");
        }
        return value;
    }

    private ImportException wrong(String key, int entry, String what) {
        return new ImportException(where + ": '" + key + "' entry " + (entry + 1) + " " + what);
    }
}
