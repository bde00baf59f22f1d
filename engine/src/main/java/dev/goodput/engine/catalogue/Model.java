package dev.goodput.engine.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A decoder-only transformer with gated feed-forward layers, by its architecture; counts follow from
/// it.
///
/// @param kvHeads heads of keys and values; those of a latent attention are `queryHeads`
/// @param headDim size of a head
/// @param latent null where keys and values are kept as they are
/// @param ffn width of a dense feed-forward layer
/// @param experts null where every layer is dense
/// @param hasTiedEmbeddings whether the LM head is the embedding table
/// @param hasHeadNorms whether queries and keys of each head are normalised
/// @param window tokens that a layer with a sliding window looks back on, itself included; 0 where none
/// has
/// @param windowLayers how many of the layers have one
/// @param shipped what its weights come in
/// @param maxContext tokens it was made for
/// @param source where the row is from
public record Model(
        String id,
        String name,
        List<String> aliases,
        int layers,
        int hidden,
        int queryHeads,
        int kvHeads,
        int headDim,
        @Nullable Latent latent,
        int ffn,
        @Nullable Experts experts,
        int vocab,
        boolean hasTiedEmbeddings,
        boolean hasHeadNorms,
        int window,
        int windowLayers,
        Precision shipped,
        int maxContext,
        String source) {

    /// Attention on a compressed form of keys and values that all heads share (DeepSeek's MLA).
    ///
    /// @param queryRank size that queries are compressed to
    /// @param rank size that keys and values together are compressed to
    /// @param nopeDim size of a key without position, and `ropeDim` of its part with position, which
    /// heads share
    /// @param valueDim size of a value
    public record Latent(int queryRank, int rank, int nopeDim, int ropeDim, int valueDim) {}

    /// Feed-forward layers of which a token takes a few.
    ///
    /// @param count routed ones in a layer
    /// @param perToken of them that a token goes through
    /// @param shared ones that every token goes through besides
    /// @param width of one
    /// @param denseLayers layers that have none
    public record Experts(int count, int perToken, int shared, int width, int denseLayers) {}

    /// All parameters, embedding included.
    public long parameters() {
        return linearParameters() + expertParameters() + normParameters() + embeddings() * headParameters();
    }

    /// Copies of the vocabulary's matrix: embedding and LM head, which may be one.
    private int embeddings() {
        return hasTiedEmbeddings ? 1 : 2;
    }

    /// Of matrices that every token is multiplied with, LM head apart: attention, dense and shared
    /// feed-forward layers, routers.
    public long linearParameters() {
        long perLayer = attentionParameters();
        if (experts == null) {
            return layers * (perLayer + feedForward(ffn));
        }
        long perExpertLayer = (long) hidden * experts.count() + experts.shared() * feedForward(experts.width());
        return layers * perLayer + experts.denseLayers() * feedForward(ffn) + expertLayers() * perExpertLayer;
    }

    /// Of all routed experts.
    public long expertParameters() {
        return experts == null ? 0 : parametersOfOneExpert() * expertLayers() * experts.count();
    }

    public long parametersOfOneExpert() {
        return experts == null ? 0 : feedForward(experts.width());
    }

    /// Layers that have experts.
    public int expertLayers() {
        return experts == null ? 0 : layers - experts.denseLayers();
    }

    /// Of matrices that a token is multiplied with, LM head apart: P_lin of the cost formulas.
    public long activeParameters() {
        return linearParameters()
                + (experts == null ? 0 : (long) expertLayers() * experts.perToken() * parametersOfOneExpert());
    }

    /// Of the LM head, and of the embedding.
    public long headParameters() {
        return (long) vocab * hidden;
    }

    public long normParameters() {
        long perLayer = 2L * hidden + (hasHeadNorms ? 2L * headDim : 0);
        if (latent != null) {
            perLayer += latent.queryRank() + latent.rank();
        }
        return (long) layers * perLayer + hidden;
    }

    private long feedForward(int width) {
        return 3L * hidden * width;
    }

    private long attentionParameters() {
        if (latent == null) {
            return 2L * hidden * headDim * (queryHeads + kvHeads);
        }
        long queries = (long) latent.queryRank() * (hidden + (long) queryHeads * (latent.nopeDim() + latent.ropeDim()));
        long down = (long) hidden * (latent.rank() + latent.ropeDim());
        long up = (long) latent.rank() * queryHeads * (latent.nopeDim() + latent.valueDim());
        long out = (long) queryHeads * latent.valueDim() * hidden;
        return queries + down + up + out;
    }

    /// Elements that one layer keeps of a token on one of `tensorParallel` GPUs, which keep whole
    /// heads, and all of a latent.
    public int kvElementsPerLayer(int tensorParallel) {
        return latent == null ? 2 * headDim * Math.max(1, kvHeads / tensorParallel) : latent.rank() + latent.ropeDim();
    }

    /// Bytes that a further token of a long context takes in the KV cache, over all GPUs as if there
    /// were one: layers with a sliding window keep no more than the window, and do not count.
    public double kvBytesPerToken(Precision kv) {
        return (double) (layers - windowLayers) * kvElementsPerLayer(1) * kv.bytes();
    }
}
