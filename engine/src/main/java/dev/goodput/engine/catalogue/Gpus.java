package dev.goodput.engine.catalogue;

import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import dev.goodput.engine.config.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The GPUs that are known, and the form in which users describe their own.
public final class Gpus {
    private static final List<String> REQUIRED = List.of("name", "memory", "memory-bandwidth", "bf16", "link");
    private static final List<String> KEYS = Stream.concat(
                    REQUIRED.stream(),
                    Stream.of("aliases", "fp8", "fp4", "memory-reported", "network", "power", "source"))
            .toList();

    private static final Catalogue<Gpu> CATALOGUE = new Catalogue<>(
            "GPU",
            YamlFile.resource(Gpus.class, "gpus.yaml", "the list of GPUs").root("GPUs").maps().entrySet().stream()
                    .map((Map.Entry<String, YamlMap> row) -> gpu(row.getKey(), row.getValue()))
                    .toList(),
            gpu -> Stream.concat(Stream.of(gpu.id(), gpu.name()), gpu.aliases().stream())
                    .toList());

    private Gpus() {}

    public static List<Gpu> all() {
        return CATALOGUE.all();
    }

    /// The one of that name, if there is one.
    public static Optional<Gpu> byName(String name) {
        return CATALOGUE.byName(name);
    }

    /// The GPU of that name (`h100`, `H100 SXM`), else the one that a YAML file describes with the keys
    /// of a row of the catalogue.
    ///
    /// @throws dev.goodput.engine.config.ConfigException when there is neither, or the file cannot be
    /// understood
    public static Gpu load(String nameOrFile) {
        return CATALOGUE.load(nameOrFile, file -> {
            YamlMap map = file.root(String.join(", ", REQUIRED));
            return gpu(map.text("name").value(), map);
        });
    }

    private static Gpu gpu(String id, YamlMap map) {
        map.only(KEYS);
        return new Gpu(
                Plain.text(id),
                Plain.text(map.text("name").value()),
                map.has("aliases")
                        ? map.list("aliases").stream().map(YamlMap.Text::value).toList()
                        : List.of(),
                quantity(map, "memory-bandwidth", Magnitude.BYTES_PER_SECOND),
                quantity(map, "bf16", Magnitude.FLOPS),
                optional(map, "fp8", Magnitude.FLOPS),
                optional(map, "fp4", Magnitude.FLOPS),
                (long) quantity(map, "memory", Magnitude.BYTES),
                (long) optional(map, "memory-reported", Magnitude.BYTES),
                quantity(map, "link", Magnitude.BYTES_PER_SECOND),
                optional(map, "network", Magnitude.BYTES_PER_SECOND),
                (int) optional(map, "power", Magnitude.WATTS),
                map.has("source") ? Plain.text(map.text("source").value()) : "told by the user");
    }

    private static double optional(YamlMap map, String key, Magnitude magnitude) {
        return map.has(key) ? quantity(map, key, magnitude) : 0;
    }

    private static double quantity(YamlMap map, String key, Magnitude magnitude) {
        YamlMap.Text text = map.text(key);
        return magnitude
                .parse(text.value())
                .orElseThrow(() -> text.error("is not understood; write it " + magnitude.example()));
    }
}
