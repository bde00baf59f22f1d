package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The parallel lists of one result document, read as they stream by and checked: equally long, times finite and none
/// that runs backwards, counts whole. Prompts and answers are passed over without being held.
final class ServingColumns {
    private static final Set<String> TEXTS = Set.of("generated_texts", "prompts", "input_texts");
    private static final int MAX_ERROR_CHARS = 20_000;

    private final String where;
    private final Path file;
    private final ServingSchema schema;
    private final Map<String, double[]> seconds = new HashMap<>();
    private final Map<String, int[]> counts = new HashMap<>();
    private double @Nullable [][] gaps;
    private String @Nullable [] errors;
    private int size = -1;
    private String sizedBy = "";

    /// @param where the file and document, for messages
    ServingColumns(String where, Path file, ServingSchema schema) {
        this.where = where;
        this.file = file;
        this.schema = schema;
    }

    /// Reads a list if it is one of these.
    ///
    /// @param parser stands at the value of `key`, and after it when it was read
    boolean take(String key, JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        if (TEXTS.contains(key)) {
            parser.skipChildren();
            return true;
        }
        if (key.equals(schema.latencies())) {
            return takeSeconds(key, parser, Plausible::isDurationS);
        }
        return switch (key) {
            case "ttfts" ->
                takeSeconds(
                        key, parser, value -> Plausible.isDurationS(value) || (value == -1 && schema.writesMinusOne()));
            case "queue_times" -> takeSeconds(key, parser, Plausible::isDurationS);
            case "start_times" -> takeSeconds(key, parser, Plausible::isStampS);
            case "itls" -> takeGaps(key, parser);
            case "input_lens", "output_lens" -> takeCounts(key, parser);
            case "errors" -> takeErrors(key, parser);
            default -> false;
        };
    }

    private boolean takeSeconds(String key, JsonParser parser, DoublePredicate plausible) {
        Numbers list = new Numbers();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            double value = number(parser, key, list.size());
            if (!plausible.test(value)) {
                throw wrong(parser, key, list.size(), "is no time that a request takes");
            }
            list.add(value);
        }
        sized(key, list.size());
        seconds.put(key, list.toArray());
        return true;
    }

    private boolean takeGaps(String key, JsonParser parser) {
        List<double[]> rows = new ArrayList<>();
        Numbers row = new Numbers();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw wrong(parser, key, rows.size(), "is not a list");
            }
            row.clear();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                double value = number(parser, key, rows.size());
                if (!Plausible.isDurationS(value)) {
                    throw wrong(
                            parser,
                            key,
                            rows.size(),
                            value < 0 ? "holds a negative gap" : "holds no time that a gap takes");
                }
                row.add(value);
            }
            rows.add(row.toArray());
        }
        sized(key, rows.size());
        gaps = rows.toArray(double[][]::new);
        return true;
    }

    /// A list of counts; -1 stands for an entry that is null.
    private boolean takeCounts(String key, JsonParser parser) {
        Numbers list = new Numbers();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            boolean none = parser.currentToken() == JsonToken.VALUE_NULL;
            if (!none
                    && !(parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                            && Plausible.isCount(parser.getDoubleValue()))) {
                throw wrong(parser, key, list.size(), "is not a count of tokens");
            }
            list.add(none ? -1 : parser.getDoubleValue());
        }
        sized(key, list.size());
        counts.put(key, list.toInts());
        return true;
    }

    /// Failures of a run say the same thing again and again, some in a page of traceback.
    private boolean takeErrors(String key, JsonParser parser) {
        List<String> texts = new ArrayList<>();
        Map<String, String> known = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            boolean none = parser.currentToken() == JsonToken.VALUE_NULL;
            if (!none && parser.currentToken() != JsonToken.VALUE_STRING) {
                throw wrong(parser, key, texts.size(), "is not a text");
            }
            String text = none ? "" : parser.getString();
            String cut = text.length() > MAX_ERROR_CHARS ? text.substring(0, MAX_ERROR_CHARS) : text;
            texts.add(known.computeIfAbsent(cut, same -> same));
        }
        sized(key, texts.size());
        errors = texts.toArray(String[]::new);
        return true;
    }

    private void sized(String key, int entries) {
        if (size < 0) {
            size = entries;
            sizedBy = key;
        } else if (size != entries) {
            throw new ImportException(
                    where + ": '" + key + "' has " + entries + " entries where '" + sizedBy + "' has " + size);
        }
    }

    private double number(JsonParser parser, String key, int entry) {
        double value = parser.currentToken().isNumeric() ? parser.getDoubleValue() : Double.NaN;
        if (!Double.isFinite(value)) {
            throw wrong(parser, key, entry, "is not a number of seconds");
        }
        return value;
    }

    private ImportException wrong(JsonParser parser, String key, int entry, String what) {
        return new ImportException(file + " line "
                + parser.currentTokenLocation().getLineNr() + " column "
                + parser.currentTokenLocation().getColumnNr() + ": '" + key + "' entry " + (entry + 1) + " " + what
                + ": " + Snippet.of(parser));
    }

    /// How many requests the lists hold; 0 when none was there.
    int size() {
        return Math.max(size, 0);
    }

    boolean has(String key) {
        return seconds.containsKey(key) || counts.containsKey(key);
    }

    boolean hasGaps() {
        return gaps != null;
    }

    boolean hasErrors() {
        return errors != null;
    }

    /// `NaN` where the list is absent.
    double seconds(String key, int entry) {
        double[] list = seconds.get(key);
        return list == null ? Double.NaN : list[entry];
    }

    /// -1 where the list is absent or the entry is null.
    int count(String key, int entry) {
        int[] list = counts.get(key);
        return list == null ? -1 : list[entry];
    }

    double[] gaps(int entry) {
        return gaps == null ? new double[0] : gaps[entry];
    }

    String error(int entry) {
        return errors == null ? "" : errors[entry];
    }

    /// How many entries of `errors` say something.
    long told() {
        long told = 0;
        for (int i = 0; i < size(); i++) {
            told += error(i).isEmpty() ? 0 : 1;
        }
        return told;
    }
}
