package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.slo.Suggestions;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.imports.TableMapping.TableColumn;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Reads a [TableMapping]; every mistake is answered with file and line, and with the nearest word that is known.
final class TableMappingReader {
    private static final long MAX_BYTES = 1 << 20;
    private static final List<String> OTHER_KEYS = List.of("dialect", "format", "delimiter");
    private static final List<String> COLUMN_KEYS = List.of("column", "unit", "ok");
    private static final List<String> FORMATS = List.of("csv", "jsonl");

    private final Path file;
    private final Map<TableField, TableColumn> columns = new EnumMap<>(TableField.class);
    private Dialect dialect = Dialects.byId("table").orElseThrow();
    private @Nullable Boolean jsonLines;
    private char delimiter = ',';

    private TableMappingReader(Path file) {
        this.file = file;
    }

    /// @throws ImportException when the file cannot be read or understood
    static TableMapping read(Path file) {
        TableMappingReader reader = new TableMappingReader(file);
        reader.entries(reader.root(), "a mapping needs lines such as 'ttft: {column: ttft_ms, unit: ms}'")
                .forEach(reader::entry);
        reader.check();
        return new TableMapping(file, reader.columns, reader.dialect, reader.jsonLines, reader.delimiter);
    }

    private Node root() {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new ImportException(file + ": not a regular file");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new ImportException(file + ": larger than any mapping (1 MiB)");
            }
            String text = Files.readString(file);
            return new Compose(LoadSettings.builder()
                            .setLabel(String.valueOf(file))
                            .build())
                    .composeString(text)
                    .orElseThrow(() -> new ImportException(file + ": empty"));
        } catch (CharacterCodingException e) {
            throw new ImportException(file + ": not UTF-8 text", e);
        } catch (IOException e) {
            throw new ImportException("cannot read " + file + ": " + RunFiles.reason(e), e);
        } catch (MarkedYamlEngineException e) {
            String at = e.getProblemMark().map(TableMappingReader::at).orElse("");
            throw new ImportException(file + at + ": not YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new ImportException(file + ": not YAML", e);
        } catch (StackOverflowError e) {
            throw new ImportException(file + ": nested too deeply", e);
        }
    }

    private List<NodeTuple> entries(Node node, String otherwise) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, otherwise);
        }
        Set<String> seen = new HashSet<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode());
            if (!seen.add(key)) {
                throw wrong(entry.getKeyNode(), "'" + key + "' is given twice; keep one of them");
            }
        }
        return mapping.getValue();
    }

    private void entry(NodeTuple entry) {
        Node value = entry.getValueNode();
        String key = scalar(entry.getKeyNode());
        switch (key) {
            case "dialect" ->
                dialect = Dialects.byId(scalar(value))
                        .orElseThrow(() -> unknown(
                                value,
                                "dialect",
                                Dialects.all().stream().map(Dialect::id).toList()));
            case "format" -> {
                if (!FORMATS.contains(scalar(value))) {
                    throw unknown(value, "format", FORMATS);
                }
                jsonLines = scalar(value).equals("jsonl");
            }
            case "delimiter" -> {
                if (scalar(value).length() != 1) {
                    throw wrong(value, "a delimiter is one character, such as ';'");
                }
                delimiter = scalar(value).charAt(0);
            }
            default -> {
                TableField field = TableField.byId(key)
                        .orElseThrow(() -> unknown(
                                entry.getKeyNode(),
                                "key",
                                Stream.concat(TableField.ids().stream(), OTHER_KEYS.stream())
                                        .toList()));
                columns.put(field, column(field, value));
            }
        }
    }

    private TableColumn column(TableField field, Node node) {
        String name = node instanceof ScalarNode ? scalar(node) : "";
        TableUnit unit = null;
        List<String> ok = new ArrayList<>();
        if (!(node instanceof ScalarNode)) {
            for (NodeTuple entry : entries(node, "expected a column's name or {column: …, unit: …}")) {
                Node value = entry.getValueNode();
                switch (scalar(entry.getKeyNode())) {
                    case "column" -> name = scalar(value);
                    case "unit" ->
                        unit = TableUnit.byId(scalar(value)).orElseThrow(() -> unknown(value, "unit", TableUnit.ids()));
                    case "ok" -> ok.addAll(texts(value));
                    default -> throw unknown(entry.getKeyNode(), "key", COLUMN_KEYS);
                }
            }
        }
        if (name.isEmpty()) {
            throw wrong(node, field.id() + " does not say which column");
        }
        if (field.needsUnit() && unit == null) {
            throw wrong(
                    node,
                    field.id() + " has no unit; write {column: " + name + ", unit: ms} with one of "
                            + String.join(", ", TableUnit.ids()));
        }
        if (unit == TableUnit.ISO && field.kind() != TableField.Kind.STAMP) {
            throw wrong(node, field.id() + " is a length of time, which cannot be iso");
        }
        if (unit != null && !field.needsUnit()) {
            throw wrong(node, field.id() + " has no unit");
        }
        return new TableColumn(name, lineOf(node), unit, List.copyOf(ok));
    }

    private void check() {
        boolean hasTime = Stream.of(TableField.TTFT, TableField.FIRST_TOKEN, TableField.E2E, TableField.END)
                .anyMatch(columns::containsKey);
        if (!hasTime) {
            throw new ImportException(file + ": no times; name the column of ttft, first_token, e2e or end");
        }
        exclude(TableField.TTFT, TableField.FIRST_TOKEN);
        exclude(TableField.E2E, TableField.END);
        need(TableField.FIRST_TOKEN, TableField.START);
        need(TableField.END, TableField.START);
        if (columns.containsKey(TableField.GAPS)
                && !columns.containsKey(TableField.TTFT)
                && !columns.containsKey(TableField.FIRST_TOKEN)) {
            throw new ImportException(file + ": gaps need ttft or first_token, where they start");
        }
    }

    private void exclude(TableField one, TableField other) {
        if (columns.containsKey(one) && columns.containsKey(other)) {
            throw new ImportException(
                    file + ": " + one.id() + " and " + other.id() + " are the same; keep one of them");
        }
    }

    private void need(TableField field, TableField needed) {
        if (columns.containsKey(field) && !columns.containsKey(needed)) {
            throw new ImportException(file + ": " + field.id() + " is a point in time and needs " + needed.id());
        }
    }

    private List<String> texts(Node node) {
        return node instanceof SequenceNode sequence
                ? sequence.getValue().stream().map(this::scalar).toList()
                : List.of(scalar(node));
    }

    private String scalar(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().strip();
        }
        throw wrong(node, "expected a single value");
    }

    private ImportException unknown(Node node, String what, List<String> known) {
        String word = scalar(node);
        return wrong(
                node,
                "unknown " + what + " '" + word + "'"
                        + Suggestions.nearest(word, known)
                                .map(nearest -> "; did you mean '" + nearest + "'?")
                                .orElse("; known are " + String.join(", ", known)));
    }

    private ImportException wrong(Node node, String problem) {
        return new ImportException(
                file + node.getStartMark().map(TableMappingReader::at).orElse("") + ": " + problem);
    }

    private static int lineOf(Node node) {
        Optional<Mark> mark = node.getStartMark();
        return mark.map(m -> m.getLine() + 1).orElse(0);
    }

    private static String at(Mark mark) {
        return " line " + (mark.getLine() + 1);
    }
}
