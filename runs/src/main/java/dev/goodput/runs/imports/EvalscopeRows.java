package dev.goodput.runs.imports;

import java.util.List;
import java.util.stream.Stream;

/// The rows of evalscope's database, in the order in which the tool took them in. Seconds; NaN where NULL.
record EvalscopeRows(List<Row> rows, boolean hasStreamColumn) {

    /// @param startS process clock
    /// @param ttftS NaN for a failed request
    /// @param tpotS 0 for an answer of one token
    /// @param promptTokens -1 where NULL; so is `outputTokens`
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Row(
            String id,
            double startS,
            double endS,
            boolean success,
            boolean streamed,
            double latencyS,
            double ttftS,
            double[] gapsS,
            double tpotS,
            int promptTokens,
            int outputTokens,
            int maxOutputTokens) {
        double decodedPerIteration() {
            return success && outputTokens > 1 && gapsS.length > 0 ? (outputTokens - 1.0) / gapsS.length : 0;
        }
    }

    Stream<Row> successes() {
        return rows.stream().filter(Row::success);
    }

    /// The rows that time to first token and the like are taken of: the streamed ones, or all where none is.
    List<Row> timed() {
        List<Row> streamed = successes().filter(Row::streamed).toList();
        return streamed.isEmpty() ? successes().toList() : streamed;
    }

    boolean isMixed() {
        return timed().size() != successes().count();
    }

    boolean isStreamed() {
        return successes().anyMatch(Row::streamed);
    }
}
