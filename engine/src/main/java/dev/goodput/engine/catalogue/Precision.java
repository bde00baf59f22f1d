package dev.goodput.engine.catalogue;

import dev.goodput.core.slo.Suggestions;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// How the elements of matrices, or of a KV cache, are stored. Embedding, LM head, norms and routers
/// stay in bf16 whatever the linear layers are quantised to, as in the checkpoints that people serve.
public enum Precision {
    BF16(16, "bf16", List.of("fp16", "f16", "half", "16bit")),

    /// Weights and activations in 8-bit floating point; needs tensor cores for it.
    FP8(8, "fp8", List.of("f8", "fp8e4m3", "w8a8")),

    /// Weights and activations in 4-bit floating point with an 8-bit scale for every 16 (NVFP4); needs
    /// tensor cores for it.
    FP4(4.5, "fp4", List.of("nvfp4", "f4")),

    /// Weights alone in 4 bits with a 16-bit scale and a 4-bit zero for every 128 (AWQ, GPTQ); computed
    /// in bf16, so any GPU runs it.
    INT4(4 + 20.0 / 128, "int4", List.of("4bit", "q4", "awq", "gptq", "w4a16")),

    /// Weights alone in 4-bit floating point with an 8-bit scale for every 32, of the experts only
    /// where a model has experts (as gpt-oss ships); computed in bf16, so any GPU runs it.
    MXFP4(4.25, "mxfp4", List.of());

    private final double bits;
    private final String id;
    private final List<String> aliases;

    Precision(double bits, String id, List<String> aliases) {
        this.bits = bits;
        this.id = id;
        this.aliases = aliases;
    }

    /// The precision of that name.
    ///
    /// @throws ConfigException when there is none
    public static Precision byName(String name) {
        String word = name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
        return Stream.of(values())
                .filter(precision -> precision.id.equals(word) || precision.aliases.contains(word))
                .findFirst()
                .orElseThrow(() -> new ConfigException("unknown precision '" + Plain.text(name) + "'; "
                        + Suggestions.nearest(word, ids())
                                .map(nearest -> "did you mean '" + nearest + "'?")
                                .orElse("known are " + String.join(", ", ids()))));
    }

    private static List<String> ids() {
        return Stream.of(values()).map(Precision::id).toList();
    }

    public String id() {
        return id;
    }

    /// Bytes an element takes, scales included.
    public double bytes() {
        return bits / 8;
    }

    /// The precision that matrices are multiplied in: bf16 where the weights alone are quantised.
    public Precision compute() {
        return switch (this) {
            case FP8, FP4 -> this;
            case BF16, INT4, MXFP4 -> BF16;
        };
    }
}
