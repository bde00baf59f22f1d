package dev.goodput.engine;

import dev.goodput.core.slo.Suggestions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// Where latency profiles come from: the presets in the jar, or YAML files of the same form.
public final class LatencyProfiles {
    /// The presets by name, the usual one first.
    public static final List<String> PRESETS = List.of("default", "fast-8b", "slow-70b");

    private LatencyProfiles() {}

    /// The preset of that name, else the profile in that file. A file that is called like a preset is reached by a path
    /// with a slash in it, such as `./default`.
    ///
    /// @throws LatencyProfileException when there is neither, or the file cannot be read or understood
    public static LatencyProfile load(String presetOrFile) {
        return PRESETS.contains(presetOrFile) ? preset(presetOrFile) : read(presetOrFile);
    }

    private static LatencyProfile preset(String name) {
        String file = name + ".yaml";
        try (InputStream in = LatencyProfiles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("preset " + file + " is missing from the jar");
            }
            return ProfileReader.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LatencyProfile read(String file) {
        try {
            Path path = Path.of(file);
            if (Files.isRegularFile(path)) {
                return ProfileReader.read(Files.readString(path), file);
            }
        } catch (InvalidPathException _) {
            throw unknown(file);
        } catch (CharacterCodingException _) {
            throw new LatencyProfileException(Plain.text(file) + ": not UTF-8 text; a latency profile is a YAML file");
        } catch (IOException e) {
            throw new LatencyProfileException(Plain.text(file) + ": cannot be read ("
                    + Plain.text(String.valueOf(e.getMessage())) + "); check its permissions");
        }
        throw unknown(file);
    }

    private static LatencyProfileException unknown(String word) {
        return new LatencyProfileException("no latency preset or file '" + Plain.text(word) + "'"
                + Suggestions.nearest(word, PRESETS)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; presets are " + String.join(", ", PRESETS)));
    }
}
