package dev.goodput.runs;

import dev.goodput.core.slo.Clauses;
import dev.goodput.core.slo.Grouping;
import dev.goodput.core.slo.NotApplicable;
import dev.goodput.core.slo.Provenance;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

/// The keys of an SLO in YAML, each at most once, and what their values say.
final class SloKeys {
    static final List<String> ALL = List.of(
            "name",
            "description",
            "version",
            "source",
            "constraints",
            "objectives",
            "target",
            "confidence",
            "not_applicable",
            "dependence",
            "per",
            "baseline");

    private static final List<String> DEPENDENCES =
            Arrays.stream(Dependence.values()).map(SloKeys::id).toList();

    private final String source;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    SloKeys(MappingNode mapping, String source) {
        this.source = source;
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode(), source);
            String where = source + line(entry.getKeyNode());
            if (!ALL.contains(key)) {
                throw unknown(where, "key", key, ALL);
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

    /// The clauses with the target, which may stand among them or as a key of its own.
    Clauses withTarget(Clauses clauses) {
        Node node = nodes.get("target");
        return node == null
                ? clauses
                : clauses.withTarget(SloParser.share(scalar(node, source), source + line(node)), source + line(node));
    }

    Slo slo(Clauses clauses) {
        Slo usual = Slo.of(textOr("name", "given"), clauses);
        Node confidence = nodes.get("confidence");
        return new Slo(
                usual.name(),
                usual.constraints(),
                usual.objectives(),
                word("not_applicable", NotApplicable::byId, NotApplicable.ids()).orElse(usual.notApplicable()),
                usual.target(),
                confidence == null ? Confidence.P95 : confidence(confidence),
                word("dependence", SloKeys::dependence, DEPENDENCES).orElse(usual.dependence()),
                per(),
                text("baseline"),
                new Provenance(text("description"), text("version"), text("source")));
    }

    private static Optional<Dependence> dependence(String word) {
        return Arrays.stream(Dependence.values())
                .filter(dependence -> id(dependence).equals(word))
                .findFirst();
    }

    /// How an SLO file writes it.
    static String id(Dependence dependence) {
        return dependence.name().toLowerCase(Locale.ROOT);
    }

    private Confidence confidence(Node node) {
        return SloParser.confidence(scalar(node, source), source + line(node));
    }

    private List<Grouping> per() {
        List<Grouping> groups = new ArrayList<>();
        Node node = nodes.get("per");
        if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(item -> groups.add(word(item, "per", Grouping::byId, Grouping.ids())));
        } else if (node != null) {
            groups.add(word(node, "per", Grouping::byId, Grouping.ids()));
        }
        return groups;
    }

    private <T> Optional<T> word(String key, Function<String, Optional<T>> byId, List<String> known) {
        return Optional.ofNullable(nodes.get(key)).map(node -> word(node, key, byId, known));
    }

    private <T> T word(Node node, String key, Function<String, Optional<T>> byId, List<String> known) {
        String word = scalar(node, source);
        return byId.apply(word).orElseThrow(() -> unknown(source + line(node), key, word, known));
    }

    private @Nullable String text(String key) {
        Node node = nodes.get(key);
        return node == null ? null : scalar(node, source).strip();
    }

    private String textOr(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
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
        return node.getStartMark().map(SloKeys::at).orElse("");
    }

    static String at(Mark mark) {
        return " line " + (mark.getLine() + 1);
    }
}
