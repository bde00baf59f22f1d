package dev.goodput.engine.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/// YAML text (and JSON, which is YAML) with the name it has in messages.
///
/// @param file names the text in messages
/// @param what it describes, such as `a latency profile`
public record YamlFile(String text, String file, String what) {
    /// A resource in the jar, beside `owner`.
    public static YamlFile resource(Class<?> owner, String name, String what) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new YamlFile(new String(in.readAllBytes(), StandardCharsets.UTF_8), name, what);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A file of the user's; empty where there is none of that name.
    ///
    /// @throws ConfigException when it cannot be read
    public static Optional<YamlFile> read(String file, String what) {
        try {
            Path path = Path.of(file);
            return Files.isRegularFile(path)
                    ? Optional.of(new YamlFile(Files.readString(path), file, what))
                    : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        } catch (CharacterCodingException _) {
            throw new ConfigException(Plain.text(file) + ": not UTF-8 text; " + what + " is a YAML file");
        } catch (IOException e) {
            throw new ConfigException(Plain.text(file) + ": cannot be read ("
                    + Plain.text(String.valueOf(e.getMessage())) + "); check its permissions");
        }
    }

    /// The mapping that the text is.
    ///
    /// @param keys what one would write in it, for the message about an empty file
    /// @throws ConfigException when it cannot be understood
    public YamlMap root(String keys) {
        return YamlMap.of(compose(keys), file, what);
    }

    private Node compose(String keys) {
        try {
            return new Compose(LoadSettings.builder().setLabel(file).build())
                    .composeString(text)
                    .orElseThrow(() -> new ConfigException(Plain.text(file) + ": is empty; " + what + " has " + keys));
        } catch (StackOverflowError e) {
            throw new ConfigException(Plain.text(file) + ": nested too deeply for " + what);
        } catch (MarkedYamlEngineException e) {
            String line = e.getProblemMark()
                    .map(Mark::getLine)
                    .map(number -> " line " + (number + 1))
                    .orElse("");
            throw new ConfigException(
                    Plain.text(file) + line + ": not valid YAML: " + Plain.text(String.valueOf(e.getProblem())));
        } catch (YamlEngineException e) {
            throw new ConfigException(
                    Plain.text(file) + ": not valid YAML: " + Plain.text(String.valueOf(e.getMessage())));
        }
    }
}
