package dev.goodput.engine;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import java.util.List;

/// Where latency profiles come from: the presets in the jar, or YAML files of the same form.
public final class LatencyProfiles {
    /// The presets by name, the usual one first.
    public static final List<String> PRESETS = List.of("default", "fast-8b", "slow-70b");

    private static final String WHAT = "a latency profile";

    private LatencyProfiles() {}

    /// The preset of that name, else the profile in that file. A file that is called like a preset is reached by a path
    /// with a slash in it, such as `./default`.
    ///
    /// @throws ConfigException when there is neither, or the file cannot be read or understood
    public static LatencyProfile load(String presetOrFile) {
        return ProfileReader.read(
                PRESETS.contains(presetOrFile)
                        ? YamlFile.resource(LatencyProfiles.class, presetOrFile + ".yaml", WHAT)
                        : YamlFile.read(presetOrFile, WHAT).orElseThrow(() -> unknown(presetOrFile)));
    }

    private static ConfigException unknown(String word) {
        return new ConfigException("no latency preset or file '" + Plain.text(word) + "'"
                + Suggestions.nearest(word, PRESETS)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; presets are " + String.join(", ", PRESETS)));
    }
}
