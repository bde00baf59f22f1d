package dev.goodput.runs;

import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// The entries of a YAML mapping whose keys are known, each at most once.
final class YamlKeys {
    private final String source;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    /// @throws SloException at a key that is not known, or given twice
    YamlKeys(MappingNode mapping, String source, List<String> known) {
        this.source = source;
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode(), source);
            String where = source + line(entry.getKeyNode());
            if (!known.contains(key)) {
                throw unknown(where, "key", key, known);
            }
            if (nodes.put(key, entry.getValueNode()) != null) {
                throw new SloException(where + ": '" + key + "' is given twice");
            }
        }
    }

    @Nullable
    Node node(String key) {
        return nodes.get(key);
    }

    @Nullable
    String text(String key) {
        Node node = nodes.get(key);
        return node == null ? null : scalar(node, source).strip();
    }

    /// The items of a list; a single value is a list of one.
    List<Node> list(String key) {
        Node node = nodes.get(key);
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        return node == null ? List.of() : List.of(node);
    }

    /// The mapping at a key with keys of its own.
    Optional<YamlKeys> mapping(String key, List<String> known) {
        Node node = nodes.get(key);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof MappingNode mapping) {
            return Optional.of(new YamlKeys(mapping, source, known));
        }
        throw error(node, key, "expected keys " + String.join(", ", known));
    }

    <T> Optional<T> word(String key, Function<String, Optional<T>> byId, List<String> known) {
        return Optional.ofNullable(nodes.get(key)).map(node -> word(node, key, byId, known));
    }

    <T> T word(Node node, String key, Function<String, Optional<T>> byId, List<String> known) {
        String word = scalar(node, source);
        return byId.apply(word).orElseThrow(() -> unknown(source + line(node), key, word, known));
    }

    /// Where a node stands, for messages.
    String where(Node node) {
        return source + line(node);
    }

    SloException error(Node node, String key, String message) {
        return new SloException(where(node) + ": " + key + ": " + message);
    }

    String scalar(Node node) {
        return scalar(node, source);
    }

    static SloException unknown(String where, String what, String word, List<String> known) {
        return new SloException(where + ": unknown " + what + " '" + word + "'"
                + Suggestions.nearest(word, known)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; known are " + String.join(", ", known)));
    }

    static String scalar(Node node, String source) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new SloException(source + line(node) + ": expected a single value");
    }

    static String line(Node node) {
        return node.getStartMark().map(YamlKeys::at).orElse("");
    }

    static String at(Mark mark) {
        return " line " + (mark.getLine() + 1);
    }
}
