package dev.goodput.engine.workload;

import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import dev.goodput.engine.config.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The YAML form of a workload, described at [Workloads].
final class WorkloadReader {
    private static final List<String> CLASS_KEYS =
            List.of("share", "priority", "prefix", "prompt", "answer", "turns", "follow-up", "think", "max-context");
    private static final List<String> MIXED_KEYS = List.of("name", "arrivals", "classes");
    private static final List<String> SINGLE_KEYS = List.of(
            "name", "arrivals", "priority", "prefix", "prompt", "answer", "turns", "follow-up", "think", "max-context");
    private static final int MAX_PREFIX_PARTS = 5;
    private static final int MAX_PRIORITY = 1_000_000;

    /// The same name means the same texts, in whichever class it stands.
    private final Map<String, Integer> prefixNumbers = new HashMap<>();

    private WorkloadReader() {}

    /// @throws dev.goodput.engine.config.ConfigException when it cannot be understood
    static Workload read(YamlFile file) {
        return new WorkloadReader().workload(file.root("name, prompt and answer, or name and classes"));
    }

    private Workload workload(YamlMap root) {
        List<RequestClass> classes = new ArrayList<>();
        if (root.has("classes")) {
            root.only(MIXED_KEYS)
                    .map("classes")
                    .maps()
                    .forEach((name, map) ->
                            classes.add(requestClass(map.only(CLASS_KEYS), Plain.text(name), share(map))));
        } else {
            classes.add(requestClass(root.only(SINGLE_KEYS), null, 1));
        }
        @Nullable Arrivals arrivals = root.has("arrivals") ? Arrivals.read(root.text("arrivals")) : null;
        String description = words(root, "name") + ": "
                + classes.stream().map(RequestClass::description).collect(Collectors.joining("; "))
                + (arrivals == null ? "" : "; arrivals " + words(root, "arrivals"));
        return root.make(() -> new DescribedWorkload(description, classes, arrivals));
    }

    private static double share(YamlMap map) {
        YamlMap.Text text = map.text("share");
        return Quantities.share(text, text.value());
    }

    private RequestClass requestClass(YamlMap map, @Nullable String name, double share) {
        Variate prompt = VariateText.tokens(map.text("prompt"));
        return new RequestClass(
                name,
                share,
                map.has("priority") ? priority(map.text("priority")) : 0,
                map.has("prefix") ? prefix(map.map("prefix")) : List.of(),
                prompt,
                VariateText.tokens(map.text("answer")),
                map.has("turns") ? VariateText.tokens(map.text("turns")) : new Variate.Constant(1),
                map.has("follow-up") ? VariateText.tokens(map.text("follow-up")) : prompt,
                map.has("think") ? VariateText.time(map.text("think")) : new Variate.Constant(0),
                map.has("max-context") ? maxContext(map.text("max-context")) : Variate.MAX_TOKENS,
                describe(map, name, share));
    }

    private static int maxContext(YamlMap.Text text) {
        return Quantities.count(text, text.value(), Variate.MAX_TOKENS);
    }

    private static int priority(YamlMap.Text text) {
        if (!text.value().matches("-?\\d{1,7}") || Math.abs(Integer.parseInt(text.value())) > MAX_PRIORITY) {
            throw text.error("is no priority; write a whole number, the lower the sooner, like -1");
        }
        return Integer.parseInt(text.value());
    }

    private List<PrefixPart> prefix(YamlMap map) {
        List<PrefixPart> parts = new ArrayList<>();
        map.texts().forEach((name, text) -> {
            Integer number = prefixNumbers.computeIfAbsent(name, _ -> prefixNumbers.size());
            parts.add(PrefixPart.read(text, number));
        });
        if (parts.isEmpty() || parts.size() > MAX_PREFIX_PARTS) {
            throw map.error("a prefix has 1 to " + MAX_PREFIX_PARTS + " parts, such as system: 1000");
        }
        return parts;
    }

    private static String describe(YamlMap map, @Nullable String name, double share) {
        StringBuilder line = new StringBuilder(name == null ? "" : Shares.percent(share) + " " + name + ": ");
        line.append("prompts ").append(lengths(map, "prompt"));
        line.append(" tokens, answers ").append(lengths(map, "answer"));
        if (map.has("prefix")) {
            map.map("prefix")
                    .texts()
                    .forEach((part, text) -> line.append(", shared ")
                            .append(Plain.text(part))
                            .append(" ")
                            .append(Plain.text(text.value())));
        }
        for (String key : List.of("turns", "follow-up", "think")) {
            if (map.has(key)) {
                line.append(", ").append(key).append(" ").append(words(map, key));
            }
        }
        return line.toString();
    }

    /// As it is written; of a mixture, whose parts would fill the line, the mean.
    private static String lengths(YamlMap map, String key) {
        Variate lengths = VariateText.tokens(map.text(key));
        return lengths instanceof Variate.Mixture ? "mean " + Math.round(lengths.meanTokens()) : words(map, key);
    }

    private static String words(YamlMap map, String key) {
        return Plain.text(map.text(key).value());
    }
}
