package dev.goodput.core.trace;

import org.jspecify.annotations.Nullable;

/// Everything observed about one request. Nothing in it is computed.
///
/// @param index position in the schedule, from 0
/// @param id the `x-request-id` that was sent, or the producer's own id
/// @param usage the server's token counts; null where it sent none
/// @param clientTokens output tokens as the measuring client counted them with a tokenizer of its own,
///     or [Usage#UNKNOWN]; this product has no tokenizer, imported runs may have the count
/// @param engine what the engine knows about it; null but where a model made the trace
public record RequestTrace(
        long index,
        String id,
        Asked asked,
        Timeline timeline,
        Chunks chunks,
        @Nullable Usage usage,
        int clientTokens,
        Outcome outcome,
        @Nullable EngineTimes engine) {

    public RequestTrace(
            long index,
            String id,
            Asked asked,
            Timeline timeline,
            Chunks chunks,
            @Nullable Usage usage,
            Outcome outcome) {
        this(index, id, asked, timeline, chunks, usage, Usage.UNKNOWN, outcome);
    }

    public RequestTrace(
            long index,
            String id,
            Asked asked,
            Timeline timeline,
            Chunks chunks,
            @Nullable Usage usage,
            int clientTokens,
            Outcome outcome) {
        this(index, id, asked, timeline, chunks, usage, clientTokens, outcome, null);
    }

    /// The same request with what the engine knows about it.
    public RequestTrace withEngine(EngineTimes times) {
        return new RequestTrace(index, id, asked, timeline, chunks, usage, clientTokens, outcome, times);
    }

    /// The same request as part of a longer run: `indexBy` places and `byNs` later, in round `round`.
    public RequestTrace movedTo(int round, long indexBy, double byNs) {
        return new RequestTrace(
                index + indexBy,
                id,
                new Asked(asked.promptTokens(), asked.maxOutputTokens(), asked.requestClass(), round),
                timeline.laterBy(byNs),
                chunks.laterBy(byNs),
                usage,
                clientTokens,
                outcome,
                engine == null ? null : engine.laterBy(byNs));
    }

    public boolean isCompleted() {
        return outcome.isCompleted();
    }
}
