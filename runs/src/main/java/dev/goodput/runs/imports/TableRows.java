package dev.goodput.runs.imports;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvFactory;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/// Reads the rows of a table of requests: CSV with a header, or JSON lines.
final class TableRows {
    private static final int MAX_CELL = 16 << 20;

    private static final CsvMapper CSV = CsvMapper.builder(CsvFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(MAX_CELL)
                            .maxDocumentLength(ImportSource.MAX_FILE_BYTES)
                            .build())
                    .build())
            .enable(CsvReadFeature.WRAP_AS_ARRAY)
            .enable(CsvReadFeature.SKIP_EMPTY_LINES)
            .build();

    private final Path file;
    private final TableMapping mapping;

    TableRows(Path file, TableMapping mapping) {
        this.file = file;
        this.mapping = mapping;
    }

    void forEach(Consumer<TableRow> consumer) {
        Boolean told = mapping.jsonLines();
        boolean jsonLines =
                told == null ? ImportSource.beginning(file).stripLeading().startsWith("{") : told;
        if (jsonLines) {
            jsonLines(consumer);
        } else {
            csv(consumer);
        }
    }

    private void csv(Consumer<TableRow> consumer) {
        CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(mapping.delimiter());
        try (var in = ImportSource.open(file);
                MappingIterator<String[]> rows =
                        CSV.readerFor(String[].class).with(schema).readValues(in)) {
            if (!rows.hasNextValue()) {
                throw new ImportException(file + ": empty");
            }
            String[] header = Arrays.stream(rows.nextValue())
                    .map(name -> name.replace("\uFEFF", "").strip())
                    .toArray(String[]::new);
            Map<TableField, Integer> places = places(header);
            while (rows.hasNextValue()) {
                String[] cells = rows.nextValue();
                int line = Math.max(rows.currentLocation().getLineNr() - 1, 2);
                if (cells.length != header.length) {
                    throw new ImportException(file + " line " + line + ": " + cells.length
                            + " cells where the header has " + header.length);
                }
                Map<TableField, String> mapped = new EnumMap<>(TableField.class);
                places.forEach((field, place) -> mapped.put(field, cells[place] == null ? "" : cells[place]));
                consumer.accept(new TableRow(file, line, mapping, mapped));
            }
        } catch (JacksonException e) {
            String at =
                    e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
            String reason =
                    String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("malformed");
            throw new ImportException(file + at + ": not CSV: " + reason, e);
        } catch (IOException e) {
            throw new ImportException("cannot read " + file + ": " + RunFiles.reason(e), e);
        }
    }

    private Map<TableField, Integer> places(String[] header) {
        List<String> names = Arrays.asList(header);
        Map<TableField, Integer> places = new EnumMap<>(TableField.class);
        mapping.columns().forEach((field, column) -> {
            int place = names.indexOf(column.name());
            if (place < 0) {
                throw missing(field, names);
            }
            if (names.lastIndexOf(column.name()) != place) {
                throw new ImportException(file + " line 1: two columns are called '" + column.name() + "'");
            }
            places.put(field, place);
        });
        return places;
    }

    private void jsonLines(Consumer<TableRow> consumer) {
        Set<TableField> seen = EnumSet.noneOf(TableField.class);
        String[][] names = {null};
        ImportSource.textLines(file, (number, line) -> {
            JsonNode node = NodeReader.of(file, number, ImportSource.parse(file, number, line))
                    .node();
            if (names[0] == null) {
                names[0] = node.propertyNames().toArray(String[]::new);
            }
            Map<TableField, String> cells = new EnumMap<>(TableField.class);
            mapping.columns().forEach((field, column) -> {
                JsonNode value = at(node, column.name());
                if (!value.isMissingNode()) {
                    seen.add(field);
                    cells.put(field, cell(value));
                }
            });
            consumer.accept(new TableRow(file, number, mapping, cells));
        });
        if (names[0] == null) {
            throw new ImportException(file + ": empty");
        }
        for (TableField field : mapping.columns().keySet()) {
            if (!seen.contains(field)) {
                throw missing(field, List.of(names[0]));
            }
        }
    }

    /// A field by its name, or by a path of names with points between.
    private static JsonNode at(JsonNode node, String name) {
        JsonNode direct = node.path(name);
        if (!direct.isMissingNode()) {
            return direct;
        }
        JsonNode value = node;
        for (String step : name.split("\\.", -1)) {
            value = value.path(step);
        }
        return value;
    }

    private static String cell(JsonNode value) {
        return value.isNull() ? "" : value.isString() ? value.stringValue() : value.toString();
    }

    private ImportException missing(TableField field, List<String> names) {
        TableMapping.TableColumn column =
                java.util.Objects.requireNonNull(mapping.columns().get(field));
        return new ImportException(mapping.file() + " line " + column.line() + ": " + file + " has no column '"
                + column.name() + "'"
                + Suggestions.nearest(column.name(), names)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; it has " + String.join(", ", names.subList(0, Math.min(names.size(), 20)))));
    }
}
