package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import java.util.Arrays;

/// The chunks of an answer that count as output under a [FirstToken] rule.
///
/// @param rows their indices in the chunk columns, in order of arrival
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Outputs(Chunks chunks, int[] rows) {
    private static final int TEXT_OR_REASONING = ChunkKind.TEXT.bit() | ChunkKind.REASONING.bit();

    static Outputs of(Chunks chunks, FirstToken rule) {
        int[] rows = new int[chunks.size()];
        int count = 0;
        for (int i = 0; i < chunks.size(); i++) {
            if (passes(chunks.kinds(i), rule)) {
                rows[count++] = i;
            }
        }
        return new Outputs(chunks, count == rows.length ? rows : Arrays.copyOf(rows, count));
    }

    private static boolean passes(int kinds, FirstToken rule) {
        return switch (rule) {
            case ANY_CHOICES -> ChunkKind.CHOICES.in(kinds);
            case NON_NULL_DELTA -> (kinds & (TEXT_OR_REASONING | ChunkKind.EMPTY_TEXT.bit())) != 0;
            case CONTENT_ONLY -> ChunkKind.TEXT.in(kinds);
            case ANY_TEXT -> (kinds & TEXT_OR_REASONING) != 0;
            case ANY_TEXT_OR_TOOL, ENGINE_FIRST, CALLBACK_FIRST -> ChunkKind.isOutput(kinds);
            case OUTPUT_DELTA ->
                ChunkKind.isOutput(kinds) || (ChunkKind.EMPTY_TEXT.in(kinds) && !ChunkKind.ROLE.in(kinds));
            case FIRST_HTTP_CHUNK -> true;
            case NONE -> false;
        };
    }

    /// The kinds whose tokens the rule's reader sees: what it counts when it counts.
    static int channels(FirstToken rule) {
        return switch (rule) {
            case CONTENT_ONLY -> ChunkKind.TEXT.bit();
            case ANY_TEXT, NON_NULL_DELTA -> TEXT_OR_REASONING;
            case ANY_CHOICES, ANY_TEXT_OR_TOOL, OUTPUT_DELTA, FIRST_HTTP_CHUNK, ENGINE_FIRST, CALLBACK_FIRST, NONE ->
                ChunkKind.OUTPUT;
        };
    }

    int count() {
        return rows.length;
    }

    boolean isEmpty() {
        return rows.length == 0;
    }

    /// Where the `i`-th output chunk stands among all chunks.
    int row(int i) {
        return rows[i];
    }

    double arrivalNs(int i) {
        return chunks.arrivalNs(rows[i]);
    }

    double firstNs() {
        return arrivalNs(0);
    }

    double lastNs() {
        return arrivalNs(rows.length - 1);
    }

    int tokens(int i) {
        return chunks.tokens(rows[i]);
    }

    int chars(int i) {
        return chunks.chars(rows[i]);
    }
}
