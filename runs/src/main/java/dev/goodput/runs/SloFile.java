package dev.goodput.runs;

import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Metric;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.stat.Confidence;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

/// An SLO in a YAML file; the same meaning as the inline form.
///
/// ```yaml
/// name: consumer chat
/// constraints:
///   - ttft <= 500ms
///   - tpot <= 15ms
///   - e2e <= 3s when output_tokens < 300
/// target: 99%
/// confidence: 95%
/// ```
/// Constraints may also be written as a map, `ttft: 500ms`. Every mistake is answered with file and line.
public final class SloFile {
    private static final List<String> KEYS = List.of("name", "constraints", "target", "confidence");
    private static final long MAX_BYTES = 1 << 20;

    private SloFile() {}

    /// @throws SloException when the file cannot be read or understood
    public static Slo read(Path file) {
        String text;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new SloException(file + ": larger than any SLO file (1 MiB)");
            }
            text = Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new SloException(file + ": not UTF-8 text");
        } catch (IOException e) {
            throw new SloException("cannot read " + file + ": " + RunFiles.reason(e));
        }
        return parse(text, file.toString());
    }

    /// An SLO from YAML text.
    ///
    /// @param source names the text in messages
    static Slo parse(String text, String source) {
        Optional<Node> root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(source).build()).composeString(text);
        } catch (MarkedYamlEngineException e) {
            throw new SloException(
                    source + e.getProblemMark().map(SloFile::at).orElse("") + ": not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new SloException(source + ": not YAML: " + firstLine(e));
        } catch (StackOverflowError e) {
            throw new SloException(source + ": nested too deeply for an SLO");
        }
        if (!(root.orElse(null) instanceof MappingNode mapping)) {
            throw new SloException(source + ": expected keys " + String.join(", ", KEYS));
        }
        String name = "given";
        List<Constraint> constraints = List.of();
        BigDecimal target = Slo.DEFAULT_TARGET;
        Confidence confidence = Confidence.P95;
        List<String> seen = new ArrayList<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode(), source);
            String where = source + line(entry.getKeyNode());
            if (seen.contains(key)) {
                throw new SloException(where + ": '" + key + "' is given twice");
            }
            seen.add(key);
            Node value = entry.getValueNode();
            switch (key) {
                case "name" -> name = scalar(value, source);
                case "constraints" -> constraints = constraints(value, source);
                case "target" -> target = SloParser.share(scalar(value, source), source + line(value));
                case "confidence" -> confidence = SloParser.confidence(scalar(value, source), source + line(value));
                default -> throw unknown(where, "key", key, KEYS);
            }
        }
        if (constraints.isEmpty()) {
            throw new SloException(
                    source + ": no constraints; list them under 'constraints:', such as '- ttft <= 500ms'");
        }
        return new Slo(name, constraints, target, confidence);
    }

    private static List<Constraint> constraints(Node node, String source) {
        List<Constraint> constraints = new ArrayList<>();
        switch (node) {
            case SequenceNode sequence -> {
                for (Node item : sequence.getValue()) {
                    constraints.addAll(SloParser.constraints(scalar(item, source), source + line(item)));
                }
            }
            case MappingNode mapping -> {
                for (NodeTuple entry : mapping.getValue()) {
                    String metric = scalar(entry.getKeyNode(), source);
                    String where = source + line(entry.getKeyNode());
                    if (Metric.byId(metric).isEmpty()) {
                        throw unknown(where, "metric", metric, Metric.ids());
                    }
                    constraints.addAll(
                            SloParser.constraints(metric + "<=" + scalar(entry.getValueNode(), source), where));
                }
            }
            case ScalarNode scalar -> constraints.addAll(SloParser.constraints(scalar.getValue(), source + line(node)));
            default -> throw new SloException(source + line(node) + ": expected a list of constraints");
        }
        return constraints;
    }

    private static SloException unknown(String where, String what, String word, List<String> known) {
        return new SloException(where + ": unknown " + what + " '" + word + "'"
                + Suggestions.nearest(word, known)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; known are " + String.join(", ", known)));
    }

    private static String scalar(Node node, String source) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new SloException(source + line(node) + ": expected a single value");
    }

    private static String line(Node node) {
        return node.getStartMark().map(SloFile::at).orElse("");
    }

    private static String at(Mark mark) {
        return " line " + (mark.getLine() + 1);
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
