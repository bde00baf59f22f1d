package dev.goodput.engine.catalogue;

import dev.goodput.engine.catalogue.Model.Experts;
import dev.goodput.engine.catalogue.Model.Latent;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A model in the words of its `config.json`, as Hugging Face's transformers writes it. Rows of the
/// catalogue are in the same words, and carry a `name`, `aliases` and a `source` besides. Feed-forward
/// layers are taken to be gated.
final class ModelReader {
    private static final int MOST = 10_000_000;

    private ModelReader() {}

    /// @param id what it is called where it does not say
    /// @throws dev.goodput.engine.config.ConfigException when something is missing or not a number
    static Model read(String id, YamlMap map) {
        // Models that also see or hear have the part that writes in a map of its own.
        YamlMap config = map.has("text_config") ? map.map("text_config") : map;
        int layers = number(config, "num_hidden_layers");
        int hidden = number(config, "hidden_size");
        int heads = number(config, "num_attention_heads");
        Latent latent = latent(config);
        int window = window(config);
        String type = config.has("model_type") ? config.text("model_type").value() : "";
        Model model = new Model(
                Plain.text(id),
                Plain.text(map.has("name") ? map.text("name").value() : id),
                map.has("aliases")
                        ? map.list("aliases").stream().map(YamlMap.Text::value).toList()
                        : List.of(),
                layers,
                hidden,
                heads,
                latent == null ? number(config, "num_key_value_heads", heads) : heads,
                latent == null ? headDim(config, hidden, heads) : latent.nopeDim() + latent.ropeDim(),
                latent,
                number(config, "intermediate_size"),
                experts(config),
                number(config, "vocab_size"),
                tied(map, config, type),
                type.startsWith("qwen3"),
                window,
                window == 0 ? 0 : windowLayers(config, layers),
                shipped(map),
                number(config, "max_position_embeddings"),
                map.has("source") ? Plain.text(map.text("source").value()) : "its config.json");
        check(model, map);
        return model;
    }

    private static void check(Model model, YamlMap map) {
        Experts experts = model.experts();
        if (experts != null && experts.denseLayers() > model.layers()) {
            throw map.error("has " + model.layers() + " layers, of which more have no experts");
        }
        double copies = experts == null ? 1 : experts.count() + experts.shared();
        double widest = experts == null ? model.ffn() : Math.max(model.ffn(), experts.width());
        if (copies * widest * model.hidden() * model.layers() > 1e15
                || (double) model.hidden() * model.queryHeads() * model.headDim() * model.layers() > 1e15) {
            throw map.error("comes to more than 10¹⁵ parameters; look for a digit too many");
        }
    }

    private static int headDim(YamlMap config, int hidden, int heads) {
        return number(config, "head_dim", Math.max(1, hidden / heads));
    }

    private static @Nullable Latent latent(YamlMap config) {
        return config.has("kv_lora_rank")
                ? new Latent(
                        number(config, "q_lora_rank"),
                        number(config, "kv_lora_rank"),
                        number(config, "qk_nope_head_dim"),
                        number(config, "qk_rope_head_dim"),
                        number(config, "v_head_dim"))
                : null;
    }

    private static @Nullable Experts experts(YamlMap config) {
        for (String key : List.of("n_routed_experts", "num_local_experts", "num_experts")) {
            if (config.has(key)) {
                String perToken = config.has("num_experts_per_tok") ? "num_experts_per_tok" : "experts_per_token";
                int count = number(config, key);
                int chosen = number(config, perToken);
                if (chosen > count) {
                    throw config.text(perToken).error("is more than the " + count + " experts");
                }
                return new Experts(
                        count,
                        chosen,
                        zeroOrMore(config, "n_shared_experts"),
                        number(config, "moe_intermediate_size", number(config, "intermediate_size")),
                        zeroOrMore(config, "first_k_dense_replace"));
            }
        }
        return null;
    }

    private static int window(YamlMap config) {
        boolean isOff = config.has("use_sliding_window") && isNo(config.text("use_sliding_window"));
        return isOff || !config.has("sliding_window") ? 0 : number(config, "sliding_window");
    }

    private static int windowLayers(YamlMap config, int layers) {
        Predicate<YamlMap.Text> isWindowed = type -> type.value().equals("sliding_attention");
        return config.has("layer_types")
                ? (int) config.list("layer_types").stream()
                        .filter(isWindowed)
                        .limit(layers)
                        .count()
                : layers;
    }

    private static Precision shipped(YamlMap map) {
        if (!map.has("quantization_config")) {
            return Precision.BF16;
        }
        YamlMap.Text method = map.map("quantization_config").text("quant_method");
        return switch (method.value().toLowerCase(Locale.ROOT)) {
            case "fp8", "fbgemm_fp8" -> Precision.FP8;
            case "mxfp4" -> Precision.MXFP4;
            case "awq", "gptq" -> Precision.INT4;
            default -> throw method.error("is not known; leave quantization_config out and say the precision instead");
        };
    }

    /// Where the file is silent the architecture decides.
    private static boolean tied(YamlMap map, YamlMap config, String type) {
        String key = "tie_word_embeddings";
        YamlMap holder = map.has(key) ? map : config;
        return holder.has(key) ? !isNo(holder.text(key)) : type.startsWith("gemma");
    }

    private static boolean isNo(YamlMap.Text text) {
        return text.value().equalsIgnoreCase("false");
    }

    private static int number(YamlMap config, String key, int otherwise) {
        return config.has(key) ? number(config, key) : otherwise;
    }

    private static int zeroOrMore(YamlMap config, String key) {
        return config.has(key) && !config.text(key).value().equals("0") ? number(config, key) : 0;
    }

    private static int number(YamlMap config, String key) {
        YamlMap.Text text = config.text(key);
        if (!text.value().matches("\\d{1,9}")) {
            throw text.error("is not a whole number");
        }
        int number = Integer.parseInt(text.value());
        if (number < 1 || number > MOST) {
            throw text.error("must be 1 to " + MOST);
        }
        return number;
    }
}
