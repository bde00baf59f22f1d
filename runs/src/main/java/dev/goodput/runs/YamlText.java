package dev.goodput.runs;

import dev.goodput.core.slo.SloException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/// A YAML file of a user as nodes, which know their lines; every mistake is one line.
final class YamlText {
    private static final long MAX_BYTES = 1 << 20;

    private YamlText() {}

    /// @param what the file is to hold, for messages
    /// @throws SloException when it cannot be read
    static String read(Path file, String what) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new SloException(file + ": larger than any " + what + " file (1 MiB)");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new SloException(file + ": not UTF-8 text");
        } catch (IOException e) {
            throw new SloException("cannot read " + file + ": " + RunFiles.reason(e));
        }
    }

    /// The mapping that the text holds.
    ///
    /// @param source names the text in messages
    /// @param keys what may stand in it, for messages
    /// @throws SloException when it holds anything else
    static MappingNode mapping(String text, String source, String what, List<String> keys) {
        Optional<Node> root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(source).build()).composeString(text);
        } catch (MarkedYamlEngineException e) {
            throw new SloException(
                    source + e.getProblemMark().map(YamlKeys::at).orElse("") + ": not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new SloException(source + ": not YAML: " + firstLine(e));
        } catch (StackOverflowError e) {
            throw new SloException(source + ": nested too deeply for " + what);
        }
        if (!(root.orElse(null) instanceof MappingNode mapping)) {
            throw new SloException(source + ": expected keys " + String.join(", ", keys));
        }
        return mapping;
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
