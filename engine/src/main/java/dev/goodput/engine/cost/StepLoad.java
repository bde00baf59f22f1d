package dev.goodput.engine.cost;

/// What one engine step computes, as the sums that its cost depends on. Request i adds qᵢ new tokens to
/// the sᵢ that its KV cache holds already. Filled anew for every step; not thread-safe.
public final class StepLoad {
    private int prefills;
    private int decodes;
    private long prefillTokens;
    private long decodeTokens;
    private int samples;
    private long contextTokens;
    private long attendedPairs;

    /// Empties it for the next step.
    public void clear() {
        prefills = 0;
        decodes = 0;
        prefillTokens = 0;
        decodeTokens = 0;
        samples = 0;
        contextTokens = 0;
        attendedPairs = 0;
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
        add(computed, tokens);
    }

    /// A request that generates.
    ///
    /// @param tokens 1, or 1 and the drafts that are verified with it
    public void addDecode(int computed, int tokens) {
        decodes++;
        decodeTokens += tokens;
        samples += tokens;
        add(computed, tokens);
    }

    private void add(int computed, int tokens) {
        contextTokens += (long) computed + tokens;
        attendedPairs += (long) tokens * computed + (long) tokens * (tokens + 1) / 2;
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
}
