package dev.goodput.engine.workload;

import dev.goodput.engine.serving.Prompt.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One recorded request.
///
/// @param atNs when it came, on the file's own clock; 0 where the file has no times
/// @param prefix what its prompt begins with, as far as it is known to be shared; within the prompt
record TraceRow(
        long atNs,
        int promptTokens,
        int outputTokens,
        @Nullable String requestClass,
        List<Span> prefix) {
    TraceRow {
        prefix = List.copyOf(prefix);
    }

    static TraceRow of(long atNs, int promptTokens, int outputTokens) {
        return new TraceRow(atNs, promptTokens, outputTokens, null, List.of());
    }
}
