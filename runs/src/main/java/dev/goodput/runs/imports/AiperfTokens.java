package dev.goodput.runs.imports;

import dev.goodput.core.trace.Chunks;

/// Whose token counts a run's records hold, and how many tokens the first chunk of each answer had.
///
/// AIPerf says neither in its records. Counts are the server's when they equal its usage and no difference between the
/// two was computed; the first chunk's tokens (`--per-chunk-usage`) are what the divisor of the inter-token latency
/// left out.
final class AiperfTokens {
    private static final double NOISE = 1e-6;

    private final MetricColumns columns;
    private final boolean server;
    private final boolean perChunk;

    AiperfTokens(AiperfRecords records) {
        this.columns = records.columns();
        boolean told = columns.has("usage_completion_tokens") && columns.has("output_sequence_length");
        boolean same = true;
        boolean perChunkSeen = false;
        for (int i = 0; i < records.rows().size(); i++) {
            double usage = columns.at(i, "usage_completion_tokens");
            double counted = columns.at(i, "output_sequence_length");
            same &= Double.isNaN(counted) || usage == counted;
            perChunkSeen |= impliedFirst(i) > 1;
        }
        this.server = told && same && !columns.has("usage_completion_tokens_diff_pct");
        this.perChunk = perChunkSeen;
    }

    /// Whether the counts are the server's.
    boolean fromServer() {
        return server;
    }

    /// Whether the tokens of the first chunk were known and left out of the divisor.
    boolean perChunk() {
        return perChunk;
    }

    /// Tokens of the first chunk of an answer, or [Chunks#TOKENS_UNKNOWN].
    int ofFirstChunk(int row) {
        return perChunk ? impliedFirst(row) : Chunks.TOKENS_UNKNOWN;
    }

    private int impliedFirst(int row) {
        double decodeMs = columns.at(row, "request_latency") - columns.at(row, "time_to_first_token");
        double first = columns.at(row, "output_sequence_length") - decodeMs / columns.at(row, "inter_token_latency");
        double whole = Math.rint(first);
        return whole >= 1 && Math.abs(first - whole) < NOISE * Math.max(1, columns.at(row, "output_sequence_length"))
                ? (int) whole
                : Chunks.TOKENS_UNKNOWN;
    }
}
