package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The `config.yaml` that inference-perf puts among its reports, as far as results depend on it.
final class InferencePerfConfig {
    private static final int MAX_CHARS = 1 << 20;

    private final Map<?, ?> root;

    private InferencePerfConfig(Map<?, ?> root) {
        this.root = root;
    }

    static boolean is(Path file) {
        String start = ImportSource.beginning(file);
        return start.contains("\nload:") && start.contains("\nserver:") && start.contains("request_lifecycle:");
    }

    /// Reads the file; where there is none, nothing is known.
    ///
    /// @throws ImportException when it is not YAML
    static InferencePerfConfig of(Optional<Path> file) {
        if (file.isEmpty()) {
            return new InferencePerfConfig(Map.of());
        }
        try (InputStream in = ImportSource.open(file.get())) {
            String text = new String(in.readNBytes(MAX_CHARS), StandardCharsets.UTF_8);
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(String.valueOf(file.get()))
                    .setMaxAliasesForCollections(0)
                    .build();
            return new Load(settings).loadFromString(text) instanceof Map<?, ?> map
                    ? new InferencePerfConfig(map)
                    : new InferencePerfConfig(Map.of());
        } catch (YamlEngineException e) {
            throw new ImportException(
                    file.get() + ": not YAML: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        } catch (IOException e) {
            throw new ImportException("cannot read " + file.get() + ": " + e.getMessage(), e);
        }
    }

    private @Nullable Object at(String... keys) {
        Object node = root;
        for (String key : keys) {
            node = node instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return node;
    }

    String text(String... keys) {
        return at(keys) instanceof String text ? text : "unknown";
    }

    boolean usesServerTokens() {
        return Boolean.TRUE.equals(at("report", "request_lifecycle", "use_server_output_tokens"));
    }

    /// Bounds of good requests in seconds, by the tool's names.
    Map<String, Double> goodputBounds() {
        Map<String, Double> bounds = new LinkedHashMap<>();
        if (at("report", "goodput", "constraints") instanceof Map<?, ?> constraints) {
            constraints.forEach((name, bound) -> {
                if (bound instanceof Number number) {
                    bounds.put(String.valueOf(name), number.doubleValue());
                }
            });
        }
        return bounds;
    }

    /// A number that was set for a stage, or NaN.
    double stage(int stage, String key) {
        return at("load", "stages") instanceof List<?> stages
                        && stage < stages.size()
                        && stages.get(stage) instanceof Map<?, ?> one
                        && one.get(key) instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }
}
