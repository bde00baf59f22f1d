package dev.goodput.runs.imports;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Usage;
import org.jspecify.annotations.Nullable;

/// One request of perf_analyzer's `profile_export.json`.
///
/// @param id the server's name of the answer; empty where it gave none
/// @param startNs nanoseconds of the Unix epoch
/// @param chunks one a response (what one callback of the HTTP library held), stamped in nanoseconds from the start
/// @param usage null where the server sent none
/// @param maxTokens the length asked for, or [Usage#UNKNOWN]
/// @param model empty where the payload names none
/// @param session the conversation it belongs to; empty where there is none
record GenaiPerfRequest(
        String id,
        long startNs,
        Chunks chunks,
        @Nullable Usage usage,
        Outcome outcome,
        int maxTokens,
        String model,
        String session) {

    /// Responses that have answer text: those that GenAI-Perf keeps.
    int contentChunks() {
        int count = 0;
        for (int i = 0; i < chunks.size(); i++) {
            count += chunks.is(i, ChunkKind.TEXT) ? 1 : 0;
        }
        return count;
    }
}
