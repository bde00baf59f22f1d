package dev.goodput.runs;

import dev.goodput.core.slo.Clauses;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// An SLO in a YAML file; the same meaning as the inline form. [SloText] writes what this reads.
///
/// ```yaml
/// name: consumer chat
/// description: what it is for
/// version: 2026-11
/// source: who set the numbers
/// constraints:                     # on every request
///   - ttft <= 500ms
///   - e2e <= 3s when output_tokens < 300
/// objectives:                      # on the run
///   - p99(ttft) <= 800ms
///   - error_rate <= 0.1%
/// target: 99%                      # of scheduled requests must be good
/// confidence: 95%
/// not_applicable: good             # or bad, or excluded: what a metric means that a request rightly lacks
/// dependence: measured             # or independent
/// per: [class, output_tokens]      # tables in the report
/// baseline: path/to/run            # what '3 * baseline' refers to, from the folder of this file
/// ```
/// Either list may hold constraints and objectives, and may be written as a map, `ttft: 500ms`. Every mistake is
/// answered with file and line.
public final class SloFile {
    private SloFile() {}

    /// @throws SloException when the file cannot be read or understood
    public static Slo read(Path file) {
        return relativeTo(file, parse(YamlText.read(file, "SLO"), file.toString()));
    }

    /// The SLO with its baseline looked for from the folder of the file that names it.
    static Slo relativeTo(Path file, Slo slo) {
        return slo.baseline() == null
                ? slo
                : slo.withBaseline(file.resolveSibling(slo.baseline()).toString());
    }

    /// An SLO from YAML text.
    ///
    /// @param source names the text in messages
    /// @throws SloException when it cannot be understood
    public static Slo parse(String text, String source) {
        return of(YamlText.mapping(text, source, "an SLO", SloKeys.ALL), source);
    }

    /// An SLO from a mapping in a larger YAML document.
    ///
    /// @param source names the document in messages
    static Slo of(MappingNode mapping, String source) {
        SloKeys keys = new SloKeys(mapping, source);
        Clauses clauses = Clauses.NONE;
        for (String list : new String[] {"constraints", "objectives"}) {
            Node node = keys.node(list);
            clauses = node == null ? clauses : clauses(clauses, node, source);
        }
        if (clauses.constraints().isEmpty() && clauses.objectives().isEmpty()) {
            throw new SloException(
                    source + ": no constraints; list them under 'constraints:', such as '- ttft <= 500ms'");
        }
        return keys.slo(keys.withTarget(clauses));
    }

    private static Clauses clauses(Clauses before, Node node, String source) {
        Clauses clauses = before;
        switch (node) {
            case SequenceNode sequence -> {
                for (Node item : sequence.getValue()) {
                    String where = source + YamlKeys.line(item);
                    clauses = clauses.and(SloParser.clauses(YamlKeys.scalar(item, source), where), where);
                }
            }
            case MappingNode mapping -> {
                for (NodeTuple entry : mapping.getValue()) {
                    String where = source + YamlKeys.line(entry.getKeyNode());
                    String name = YamlKeys.scalar(entry.getKeyNode(), source);
                    String limit = YamlKeys.scalar(entry.getValueNode(), source);
                    clauses = clauses.and(SloParser.entry(name, limit, where), where);
                }
            }
            case ScalarNode scalar -> {
                String where = source + YamlKeys.line(node);
                clauses = clauses.and(SloParser.clauses(scalar.getValue(), where), where);
            }
            default -> throw new SloException(source + YamlKeys.line(node) + ": expected a list of constraints");
        }
        return clauses;
    }
}
