package dev.goodput.engine.spec;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlFile;
import dev.goodput.engine.config.YamlMap;
import dev.goodput.engine.config.YamlMap.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An engine as people write it: `h100-llama3.1-8b`, or a YAML file of settings. Settings can be
/// changed one by one, as a sweep does. What is not set is vLLM's default for that GPU.
///
/// @param name how reports call it
public record EngineSpec(String name, SequencedMap<String, Text> settings) {
    private static final String CALIBRATION = "calibration";
    private static final String DEGRADED = "--degraded";
    private static final String NEIGHBOUR = "neighbour-prompt-tokens";
    private static final String WHAT = "an engine";
    static final List<String> CALIBRATION_KEYS = List.of(
            "step-ms",
            "prefill-ms-per-token",
            "decode-ms-per-sequence",
            "context-ms-per-token",
            "prefill-ms-per-token-pair",
            "jitter",
            "speed-window-ms",
            "speed");

    /// All settings but those of a calibration.
    public static final List<String> KEYS = List.of(
            "gpu",
            "model",
            "precision",
            "kv-precision",
            "tensor-parallel",
            "compute-efficiency",
            "bandwidth-efficiency",
            "step-overhead",
            "layer-overhead",
            "sequence-overhead",
            "all-reduce-latency",
            "jitter",
            "memory-utilization",
            "other-memory",
            "kv-blocks",
            "block-size",
            "max-batched-tokens",
            "max-sequences",
            "chunked-prefill",
            "long-prefill-threshold",
            "batching",
            "policy",
            "prefix-caching",
            "max-model-len",
            "watermark",
            "reserve-full-prompt",
            "max-queued-requests",
            "speculative-tokens",
            "acceptance",
            "draft-time",
            "front-end-ms",
            "replicas",
            "router",
            "decode-replicas",
            "link",
            "link-latency",
            "kv-bytes-per-token",
            "neighbour-prompt-tokens",
            "neighbour-every");

    /// The engine of the demo.
    public static final String DEMO = "demo";

    private static final Pattern COUNTED = Pattern.compile("([1-9]\\d{0,2})x(.+)");

    public EngineSpec {
        settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
    }

    /// The engine of that name (`h100-llama3.1-8b`, or `4xh100-llama3.3-70b` for four GPUs together),
    /// else the one in that YAML file.
    ///
    /// @throws ConfigException when there is neither, or the file cannot be understood
    public static EngineSpec load(String nameOrFile) {
        if (nameOrFile.equals(DEMO)) {
            return read(DEMO, YamlFile.resource(EngineSpec.class, DEMO + ".yaml", WHAT));
        }
        return named(nameOrFile)
                .or(() -> YamlFile.read(nameOrFile, WHAT).map(file -> read(nameOrFile, file)))
                .orElseThrow(() -> unknown(nameOrFile));
    }

    private static Optional<EngineSpec> named(String name) {
        Matcher counted = COUNTED.matcher(name);
        boolean several = counted.matches();
        String rest = several ? counted.group(2) : name;
        for (int dash = rest.indexOf('-'); dash > 0; dash = rest.indexOf('-', dash + 1)) {
            Optional<Gpu> gpu = Gpus.byName(rest.substring(0, dash));
            Optional<Model> model = Models.byName(rest.substring(dash + 1));
            if (gpu.isPresent() && model.isPresent()) {
                SequencedMap<String, Text> settings = new LinkedHashMap<>();
                put(settings, "gpu", gpu.get().id(), name);
                put(settings, "model", model.get().id(), name);
                if (several) {
                    put(settings, "tensor-parallel", counted.group(1), name);
                }
                return Optional.of(new EngineSpec(name, settings));
            }
        }
        return Optional.empty();
    }

    private static void put(Map<String, Text> settings, String key, String value, String at) {
        settings.put(key, new Text(value, key, "engine " + Plain.text(at)));
    }

    private static ConfigException unknown(String name) {
        if (Files.isDirectory(Path.of(name))) {
            return new ConfigException(Plain.text(name) + " is a directory; an engine is a YAML file, or GPU-MODEL");
        }
        String gpu = Plain.text(name).replaceAll("^\\d+x", "");
        int dash = gpu.indexOf('-');
        String problem = "no engine or file '" + Plain.text(name) + "'; ";
        if (dash > 0 && Gpus.byName(gpu.substring(0, dash)).isPresent()) {
            return new ConfigException(problem + "its GPU is known, the model '" + gpu.substring(dash + 1)
                    + "' is not: 'goodput roofline --list' shows which are");
        }
        return new ConfigException(
                problem + "write GPU-MODEL, such as h100-llama3.1-8b ('goodput roofline --list' shows"
                        + " GPUs and models), or the path of a YAML file");
    }

    private static EngineSpec read(String name, YamlFile file) {
        YamlMap root = file.root("gpu and model, or calibration");
        root.only(Stream.concat(KEYS.stream(), Stream.of(CALIBRATION)).toList());
        SequencedMap<String, Text> settings = new LinkedHashMap<>();
        for (String key : KEYS) {
            if (root.has(key)) {
                settings.put(key, root.text(key));
            }
        }
        if (root.has(CALIBRATION)) {
            YamlMap calibration = root.map(CALIBRATION).only(CALIBRATION_KEYS);
            for (String key : CALIBRATION_KEYS) {
                if (calibration.has(key) && !calibration.list(key).isEmpty()) {
                    settings.put(CALIBRATION + "." + key, joined(calibration.list(key)));
                }
            }
        }
        return new EngineSpec(shortName(name), settings);
    }

    private static Text joined(List<Text> values) {
        Text first = values.getFirst();
        return new Text(String.join(",", values.stream().map(Text::value).toList()), first.key(), first.at());
    }

    private static String shortName(String file) {
        Path name = Path.of(file).getFileName();
        return name == null ? file : name.toString().replaceAll("\\.ya?ml$", "");
    }

    /// The same engine with one setting changed.
    ///
    /// @param at where it was said, for messages, such as `--set`
    /// @throws ConfigException when there is no setting of that name
    public EngineSpec with(String key, String value, String at) {
        if (!KEYS.contains(key)) {
            throw new ConfigException(at + ": no setting '" + Plain.text(key) + "' of an engine; "
                    + Suggestions.nearest(key, KEYS)
                            .map(nearest -> "did you mean '" + nearest + "'?")
                            .orElse("there are " + String.join(", ", KEYS)));
        }
        SequencedMap<String, Text> changed = new LinkedHashMap<>(settings);
        changed.put(key, new Text(value.strip(), key, at));
        return new EngineSpec(name, changed);
    }

    /// Reads `KEY=VALUE`.
    ///
    /// @throws ConfigException when it is something else, or there is no such setting
    public EngineSpec with(String keyAndValue, String at) {
        int equals = keyAndValue.indexOf('=');
        if (equals < 1) {
            throw new ConfigException(
                    at + ": '" + Plain.text(keyAndValue) + "' must be KEY=VALUE, such as max-batched-tokens=512");
        }
        return with(keyAndValue.substring(0, equals).strip(), keyAndValue.substring(equals + 1), at);
    }

    /// The same engine with prompts in one piece, beside a neighbour who sends long ones: a wrong flag
    /// where it hurts.
    public EngineSpec degraded() {
        EngineSpec demo = load(DEMO);
        EngineSpec inOnePiece =
                with("max-batched-tokens", "off", DEGRADED).with("long-prefill-threshold", "0", DEGRADED);
        if (settings.containsKey(NEIGHBOUR)) {
            return inOnePiece;
        }
        String tokens = Objects.requireNonNull(demo.settings.get(NEIGHBOUR)).value();
        String every =
                Objects.requireNonNull(demo.settings.get("neighbour-every")).value();
        return inOnePiece.with(NEIGHBOUR, tokens, DEGRADED).with("neighbour-every", every, DEGRADED);
    }

    /// The engine itself.
    ///
    /// @throws ConfigException when a setting has no sense, or they do not go together
    public ModelledEngine build() {
        return new EngineBuilder(name, new Settings(settings)).build();
    }
}
