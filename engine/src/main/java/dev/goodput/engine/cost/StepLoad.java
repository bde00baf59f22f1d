package dev.goodput.engine.cost;

/// What one engine step computes, as the sums that its cost depends on. Request i adds qᵢ new tokens to
/// the sᵢ that its KV cache holds already. Filled anew for every step; not thread-safe.
///
/// Layers with a sliding window see less: their sums stand beside those of layers that see everything.
/// Made by [StepCost#newLoad], which knows the window.
public final class StepLoad {
    private final int window;
    private int prefills;
    private int decodes;
    private long prefillTokens;
    private long decodeTokens;
    private int samples;
    private long contextTokens;
    private long attendedPairs;
    private long decodePairs;
    private long windowContextTokens;
    private long windowPairs;

    /// For models without a sliding window.
    public StepLoad() {
        this(0);
    }

    /// @param window tokens that a layer with a sliding window looks back on, itself included; 0 where
    /// none has
    public StepLoad(int window) {
        this.window = window;
    }

    /// Empties it for the next step.
    public void clear() {
        prefills = 0;
        decodes = 0;
        prefillTokens = 0;
        decodeTokens = 0;
        samples = 0;
        contextTokens = 0;
        attendedPairs = 0;
        decodePairs = 0;
        windowContextTokens = 0;
        windowPairs = 0;
    }

    /// A prompt, or a part of one (a recomputed answer counts as prompt).
    ///
    /// @param computed tokens that its KV cache holds already
    /// @param tokens new ones, at least 1
    /// @param samples whether the step ends the prompt and so gives a token
    public void addPrefill(int computed, int tokens, boolean samples) {
        prefills++;
        prefillTokens += tokens;
        if (samples) {
            this.samples++;
        }
        add(computed, tokens, pairs(computed, tokens));
    }

    /// A request that generates.
    ///
    /// @param tokens 1, or 1 and the drafts that are verified with it
    public void addDecode(int computed, int tokens) {
        decodes++;
        decodeTokens += tokens;
        samples += tokens;
        long pairs = pairs(computed, tokens);
        decodePairs += pairs;
        add(computed, tokens, pairs);
    }

    private void add(int computed, int tokens, long pairs) {
        contextTokens += (long) computed + tokens;
        attendedPairs += pairs;
        if (window > 0) {
            windowContextTokens += Math.min((long) computed + tokens, (long) window + tokens - 1);
            int whole = Math.clamp((long) window - computed, 0, tokens);
            windowPairs += pairs(computed, whole) + (long) (tokens - whole) * window;
        }
    }

    private static long pairs(int computed, int tokens) {
        return (long) tokens * computed + (long) tokens * (tokens + 1) / 2;
    }

    /// Prompts, or parts of them, in the step.
    public int prefills() {
        return prefills;
    }

    /// Generating requests in the step.
    public int decodes() {
        return decodes;
    }

    public int sequences() {
        return prefills + decodes;
    }

    public long prefillTokens() {
        return prefillTokens;
    }

    /// Σqᵢ: tokens that go through the linear layers.
    public long newTokens() {
        return prefillTokens + decodeTokens;
    }

    /// Positions that go through the LM head.
    public int samples() {
        return samples;
    }

    /// Σ(sᵢ + qᵢ): tokens whose keys and values are read.
    public long contextTokens() {
        return contextTokens;
    }

    /// Σ(qᵢ·sᵢ + qᵢ(qᵢ + 1)/2): pairs of tokens that causal attention works out.
    public long attendedPairs() {
        return attendedPairs;
    }

    /// Those of [#attendedPairs] that generating requests work out.
    public long decodePairs() {
        return decodePairs;
    }

    /// [#contextTokens] as a layer with a sliding window reads them; 0 where none has one.
    public long windowContextTokens() {
        return windowContextTokens;
    }

    /// [#attendedPairs] within a sliding window; 0 where none has one.
    public long windowPairs() {
        return windowPairs;
    }
}
