package dev.goodput.runs.imports;

import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// What MLPerf Endpoints was asked to do, from its `config.yaml`.
record EndpointsConfig(Map<?, ?> root) {
    static final EndpointsConfig NONE = new EndpointsConfig(Map.of());
    private static final int MAX_BYTES = 1 << 20;

    static EndpointsConfig read(Path file) {
        try (var in = ImportSource.open(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ImportException(file + ": larger than any configuration (1 MiB)");
            }
            Object root =
                    new Load(LoadSettings.builder().build()).loadFromString(new String(bytes, StandardCharsets.UTF_8));
            if (root instanceof Map<?, ?> map) {
                return new EndpointsConfig(map);
            }
            throw new ImportException(file + ": expected a YAML mapping");
        } catch (YamlEngineException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("malformed");
            throw new ImportException(file + ": not YAML: " + reason, e);
        } catch (StackOverflowError e) {
            throw new ImportException(file + ": nested too deeply", e);
        } catch (IOException e) {
            throw new ImportException("cannot read " + file + ": " + RunFiles.reason(e), e);
        }
    }

    boolean isPoisson() {
        return "poisson".equals(at("settings", "load_pattern", "type"));
    }

    void describe(ImportedRuns runs) {
        if (at("model_params", "name") instanceof String model) {
            String url = at("endpoint_config", "endpoints") instanceof List<?> urls && !urls.isEmpty()
                    ? String.valueOf(urls.getFirst())
                    : "unknown";
            runs.endpoint(url, "chat", model);
        }
        Object pattern = at("settings", "load_pattern", "type");
        if (isPoisson() && at("settings", "load_pattern", "target_qps") instanceof Number rate) {
            runs.poisson(rate.doubleValue(), 0);
        }
        boolean closed = "concurrency".equals(pattern);
        if (closed && at("settings", "load_pattern", "target_concurrency") instanceof Integer concurrency) {
            runs.closedLoop(concurrency);
        }
        if (pattern != null) {
            runs.workload(
                    "load pattern " + pattern + ", outputs up to " + at("model_params", "max_new_tokens") + " tokens");
        }
    }

    private @Nullable Object at(String... path) {
        Object value = root;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }
}
