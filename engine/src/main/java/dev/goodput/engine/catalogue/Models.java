package dev.goodput.engine.catalogue;

import dev.goodput.engine.config.YamlFile;
import dev.goodput.engine.config.YamlMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The models that are known, and the form in which users describe their own.
public final class Models {
    private static final Catalogue<Model> CATALOGUE = new Catalogue<>(
            "model",
            YamlFile.resource(Models.class, "models.yaml", "the list of models")
                    .root("models")
                    .maps()
                    .entrySet()
                    .stream()
                    .map((Map.Entry<String, YamlMap> row) -> ModelReader.read(row.getKey(), row.getValue()))
                    .toList(),
            model -> Stream.concat(Stream.of(model.id(), model.name()), model.aliases().stream())
                    .toList());

    private Models() {}

    public static List<Model> all() {
        return CATALOGUE.all();
    }

    /// The one of that name, if there is one.
    public static Optional<Model> byName(String name) {
        return CATALOGUE.byName(name);
    }

    /// The model of that name (`llama3.1-8b`, `meta-llama/Llama-3.1-8B-Instruct`), else the one that a
    /// file describes: its `config.json`, or YAML with the same keys.
    ///
    /// @throws dev.goodput.engine.config.ConfigException when there is neither, or the file cannot be
    /// understood
    public static Model load(String nameOrFile) {
        return CATALOGUE.load(
                nameOrFile, file -> ModelReader.read(id(file), file.root("the keys of a model's config.json")));
    }

    /// The name of the file, or that of its directory where the file is called as all of them are.
    private static String id(YamlFile file) {
        Path path = Path.of(file.file()).toAbsolutePath().normalize();
        boolean isUsual = path.endsWith("config.json") && path.getNameCount() > 1;
        Path named = isUsual ? path.getName(path.getNameCount() - 2) : path.getName(path.getNameCount() - 1);
        return named.toString();
    }
}
