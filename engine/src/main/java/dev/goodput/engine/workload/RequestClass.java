package dev.goodput.engine.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One kind of callers of a described workload.
///
/// @param name null where there is one kind only
/// @param share of the arrivals, 0 to 1
/// @param priority lower is served first, where the engine looks at it
/// @param prefix shared texts before the caller's own
/// @param prompt tokens of the caller's own text
/// @param answer tokens of an answer
/// @param turns questions of a conversation
/// @param followUp tokens that a later turn adds to the conversation
/// @param think from the end of an answer until the next turn, in nanoseconds
/// @param maxContext tokens after which a conversation ends
/// @param description for people
record RequestClass(
        @Nullable String name,
        double share,
        int priority,
        List<PrefixPart> prefix,
        Variate prompt,
        Variate answer,
        Variate turns,
        Variate followUp,
        Variate think,
        int maxContext,
        String description) {

    /// How long the caller allows an answer of that length to be.
    int maxAnswer(int answerTokens) {
        return answer instanceof Variate.AtMost(Variate _, double max)
                ? Math.max(answerTokens, (int) max)
                : answerTokens;
    }
}
