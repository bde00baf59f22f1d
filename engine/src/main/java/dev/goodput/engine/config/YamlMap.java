package dev.goodput.engine.config;

import dev.goodput.core.slo.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A YAML mapping with plain keys that remembers the lines its entries came from, so that mistakes can be pointed at.
public final class YamlMap {
    /// One scalar and where it stands.
    ///
    /// @param at file and line, such as `slow.yaml line 4`
    public record Text(String value, String key, String at) {
        /// What the value makes; that it does not fit is told with its place.
        public <T> T make(Supplier<T> values) {
            return made(values, this::error);
        }

        public ConfigException error(String problem) {
            return new ConfigException(at + ": " + key + " '" + Plain.text(value) + "' " + problem);
        }
    }

    private final String file;
    private final String at;
    private final SequencedMap<String, NodeTuple> entries = new LinkedHashMap<>();

    private YamlMap(MappingNode node, String file) {
        this.file = file;
        this.at = at(file, node);
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new ConfigException(at(file, tuple.getKeyNode()) + ": a key must be a plain word");
            }
            if (entries.putIfAbsent(key.getValue(), tuple) != null) {
                throw new ConfigException(
                        at(file, key) + ": '" + Plain.text(key.getValue()) + "' is given twice; keep one of them");
            }
        }
    }

    /// @param what names the node in messages
    public static YamlMap of(Node node, String file, String what) {
        if (node instanceof MappingNode mapping) {
            return new YamlMap(mapping, file);
        }
        throw new ConfigException(at(file, node) + ": " + what + " must be a list of 'key: value' lines");
    }

    /// This map, if it has no other keys than these.
    public YamlMap only(List<String> known) {
        entries.forEach((key, entry) -> {
            if (!known.contains(key)) {
                String hint = Suggestions.nearest(key, known)
                        .map(nearest -> "did you mean '" + nearest + "'?")
                        .orElse("known are " + String.join(", ", known));
                throw new ConfigException(
                        at(file, entry.getKeyNode()) + ": unknown key '" + Plain.text(key) + "'; " + hint);
            }
        });
        return this;
    }

    public Text text(String key) {
        return text(key, required(key));
    }

    public YamlMap map(String key) {
        return of(required(key), file, "'" + key + "'");
    }

    /// Whether there is an entry of that name that is not `null`.
    public boolean has(String key) {
        NodeTuple entry = entries.get(key);
        return entry != null && !(entry.getValueNode() instanceof ScalarNode scalar && isNull(scalar));
    }

    private static boolean isNull(ScalarNode scalar) {
        return scalar.getTag().equals(Tag.NULL);
    }

    /// The entry as a list of scalars; a single one is a list of one.
    public List<Text> list(String key) {
        Node node = required(key);
        return node instanceof SequenceNode list
                ? list.getValue().stream().map(item -> text(key, item)).toList()
                : List.of(text(key, node));
    }

    /// All entries as mappings, in the order of the file.
    public SequencedMap<String, YamlMap> maps() {
        SequencedMap<String, YamlMap> maps = new LinkedHashMap<>();
        entries.forEach((key, entry) -> maps.put(key, of(entry.getValueNode(), file, "'" + Plain.text(key) + "'")));
        return maps;
    }

    /// All entries as scalars, in the order of the file.
    public SequencedMap<String, Text> texts() {
        SequencedMap<String, Text> texts = new LinkedHashMap<>();
        for (Map.Entry<String, NodeTuple> entry : entries.entrySet()) {
            texts.put(entry.getKey(), text(entry.getKey(), entry.getValue().getValueNode()));
        }
        return texts;
    }

    /// What the values of this map make together; that they do not fit is told with the map's place.
    public <T> T make(Supplier<T> values) {
        return made(values, this::error);
    }

    private static <T> T made(Supplier<T> values, Function<String, ConfigException> error) {
        try {
            return values.get();
        } catch (IllegalArgumentException e) {
            throw error.apply(String.valueOf(e.getMessage()));
        }
    }

    public ConfigException error(String problem) {
        return new ConfigException(at + ": " + problem);
    }

    private Text text(String key, Node node) {
        if (node instanceof ScalarNode scalar) {
            return new Text(scalar.getValue().strip(), Plain.text(key), at(file, node));
        }
        throw new ConfigException(at(file, node) + ": '" + Plain.text(key) + "' must be a single value");
    }

    private Node required(String key) {
        NodeTuple entry = entries.get(key);
        if (entry == null) {
            throw error("'" + key + "' is missing");
        }
        return entry.getValueNode();
    }

    private static String at(String file, Node node) {
        return Plain.text(file)
                + node.getStartMark()
                        .map(Mark::getLine)
                        .map(line -> " line " + (line + 1))
                        .orElse("");
    }
}
