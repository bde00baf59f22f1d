package dev.goodput.core.trace;

import org.jspecify.annotations.Nullable;

/// What the client asked for in one request.
///
/// @param promptTokens length of the prompt by the client's count, or [Usage#UNKNOWN]
/// @param maxOutputTokens the output length asked for, or [Usage#UNKNOWN]
/// @param requestClass the class of the workload it belongs to, or null where there is one class only
/// @param round which repetition of the load it belongs to, from 0; rounds start with an idle endpoint
public record Asked(
        int promptTokens, int maxOutputTokens, @Nullable String requestClass, int round) {

    /// Asked in a run of one round.
    public Asked(int promptTokens, int maxOutputTokens, @Nullable String requestClass) {
        this(promptTokens, maxOutputTokens, requestClass, 0);
    }
}
