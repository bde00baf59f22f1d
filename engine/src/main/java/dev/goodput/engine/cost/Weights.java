package dev.goodput.engine.cost;

import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Precision;

/// Bytes of a model's weights in a precision. Linear layers are quantised, of a model with experts
/// perhaps these alone; the rest stays in bf16 (see [Precision]).
///
/// @param fixed bytes that every step reads: all matrices but the embedding, which gives single rows,
/// and routed experts
/// @param oneExpert bytes of one routed expert of one layer
/// @param embedding bytes of the embedding table where it is not the LM head too
/// @param total bytes that the model takes in memory
public record Weights(double fixed, double oneExpert, double embedding, double total) {
    static Weights of(Model model, Precision precision) {
        boolean onlyExperts = precision == Precision.MXFP4 && model.experts() != null;
        double linear = model.linearParameters() * (onlyExperts ? Precision.BF16 : precision).bytes();
        double rest = (model.headParameters() + model.normParameters()) * Precision.BF16.bytes();
        double embedding = model.hasTiedEmbeddings() ? 0 : model.headParameters() * Precision.BF16.bytes();
        double experts = model.expertParameters() * precision.bytes();
        return new Weights(
                linear + rest,
                model.parametersOfOneExpert() * precision.bytes(),
                embedding,
                linear + rest + embedding + experts);
    }
}
