package dev.goodput.load;

/// How long prompts and answers are: normal distributions in tokens, rounded, at least 1.
///
/// @param inputTokensSd standard deviation of prompt lengths; 0 makes all equal
/// @param outputTokensSd standard deviation of the output lengths asked for
public record Lengths(int inputTokens, int inputTokensSd, int outputTokens, int outputTokensSd) {
    public Lengths {
        if (inputTokens < 1 || outputTokens < 1 || inputTokensSd < 0 || outputTokensSd < 0) {
            throw new IllegalArgumentException("lengths must be at least 1 token, their deviations at least 0");
        }
    }
}
