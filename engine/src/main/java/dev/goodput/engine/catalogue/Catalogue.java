package dev.goodput.engine.catalogue;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Things of one kind by the names that people give them. Case, blanks, dashes and dots do not matter,
/// nor the words in which variants of the same architecture differ (`Instruct`) or an organisation
/// before a slash.
final class Catalogue<T> {
    private static final Set<String> VARIANTS = Set.of(
            "instruct", "chat", "it", "hf", "base", "thinking", "meta", "nvidia", "amd", "geforce", "2507", "tesla");

    private final String kind;
    private final List<T> all;
    private final List<String> ids = new ArrayList<>();
    private final Map<String, T> byName = new LinkedHashMap<>();

    /// What a row is called, its id first.
    interface Names<T> {
        List<String> of(T row);
    }

    Catalogue(String kind, List<T> all, Names<T> names) {
        this.kind = kind;
        this.all = List.copyOf(all);
        for (T row : all) {
            ids.add(names.of(row).getFirst());
            for (String name : names.of(row)) {
                T other = byName.putIfAbsent(plain(name), row);
                if (other != null && other != row) {
                    throw new IllegalStateException("two rows are called " + name);
                }
            }
        }
    }

    List<T> all() {
        return all;
    }

    Optional<T> byName(String name) {
        return Optional.ofNullable(byName.get(plain(name)));
    }

    /// The row of that name, else what `reader` makes of the file of that name.
    ///
    /// @throws ConfigException when there is neither
    T load(String nameOrFile, java.util.function.Function<YamlFile, T> reader) {
        return byName(nameOrFile)
                .or(() -> YamlFile.read(nameOrFile, "a " + kind).map(reader))
                .orElseThrow(() -> unknown(nameOrFile));
    }

    private ConfigException unknown(String name) {
        return new ConfigException("no " + kind + " or file '" + Plain.text(name) + "'; "
                + nearest(plain(name))
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElse("known are " + String.join(", ", ids)));
    }

    /// Those that begin with the word, such as three of `a100`, else the one with the fewest edits.
    private Optional<String> nearest(String word) {
        List<String> begun = ids.stream()
                .filter(id -> word.length() > 1 && plain(id).startsWith(word))
                .toList();
        return begun.isEmpty()
                ? Suggestions.nearest(word, byName.keySet()).map(name -> ids.get(all.indexOf(byName.get(name))))
                : Optional.of(String.join(", ", begun));
    }

    private static String plain(String name) {
        String word = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return Stream.of(word.split("[-_\\s]+", -1))
                .filter(part -> !VARIANTS.contains(part) && !part.matches("v0\\.\\d"))
                .collect(Collectors.joining())
                .replace(".", "");
    }
}
