package dev.goodput.runs;

import dev.goodput.core.trace.Manifest;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `run.json`: the manifest, keys in snake case, absent values as null.
final class ManifestJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ManifestJson() {}

    static byte[] write(Manifest manifest) {
        return (JSON.writeValueAsString(manifest) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// @throws IllegalArgumentException with a short reason when the bytes are not a manifest of a known schema
    static Manifest read(byte[] bytes) {
        try {
            Manifest manifest = JSON.readValue(bytes, Manifest.class);
            if (manifest == null || !Manifest.SCHEMA.equals(manifest.schema())) {
                throw new IllegalArgumentException("its schema is not " + Manifest.SCHEMA);
            }
            return manifest;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
