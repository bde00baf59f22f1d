package dev.goodput.engine;

/// One request on its way through the engine.
public final class Generation {
    final int promptTokens;
    private final int outputTokens;
    final DecodeGaps gaps;
    final TokenListener listener;
    final long sequence;
    /// When its next step is due, in work time.
    long workNs;
    boolean prefillStarted;
    int produced;
    boolean cancelled;

    Generation(
            int promptTokens, int outputTokens, DecodeGaps gaps, TokenListener listener, long sequence, long workNs) {
        this.promptTokens = promptTokens;
        this.outputTokens = outputTokens;
        this.gaps = gaps;
        this.listener = listener;
        this.sequence = sequence;
        this.workNs = workNs;
    }

    /// How many tokens the answer will have.
    public int outputTokens() {
        return outputTokens;
    }
}
