package dev.goodput.runs;

import dev.goodput.core.slo.Clauses;
import dev.goodput.core.slo.Grouping;
import dev.goodput.core.slo.NotApplicable;
import dev.goodput.core.slo.Provenance;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

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

    private final YamlKeys keys;

    SloKeys(MappingNode mapping, String source) {
        this.keys = new YamlKeys(mapping, source, ALL);
    }

    @Nullable
    Node node(String key) {
        return keys.node(key);
    }

    /// The clauses with the target, which may stand among them or as a key of its own.
    Clauses withTarget(Clauses clauses) {
        Node node = keys.node("target");
        return node == null
                ? clauses
                : clauses.withTarget(SloParser.share(keys.scalar(node), keys.where(node)), keys.where(node));
    }

    Slo slo(Clauses clauses) {
        Slo usual = Slo.of(textOr("name", "given"), clauses);
        Node confidence = keys.node("confidence");
        return new Slo(
                usual.name(),
                usual.constraints(),
                usual.objectives(),
                keys.word("not_applicable", NotApplicable::byId, NotApplicable.ids())
                        .orElse(usual.notApplicable()),
                usual.target(),
                confidence == null ? Confidence.P95 : confidence(confidence),
                keys.word("dependence", SloKeys::dependence, DEPENDENCES).orElse(usual.dependence()),
                per(),
                keys.text("baseline"),
                new Provenance(keys.text("description"), keys.text("version"), keys.text("source")));
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
        return SloParser.confidence(keys.scalar(node), keys.where(node));
    }

    private List<Grouping> per() {
        return keys.list("per").stream()
                .map(item -> keys.word(item, "per", Grouping::byId, Grouping.ids()))
                .toList();
    }

    private String textOr(String key, String otherwise) {
        String text = keys.text(key);
        return text == null ? otherwise : text;
    }
}
