package dev.goodput.runs.imports;

import dev.goodput.core.trace.Outcome;
import org.jspecify.annotations.Nullable;

/// One record of AIPerf's `profile_export.jsonl`, metrics aside; stamps in nanoseconds of the Unix epoch.
///
/// @param id what was sent as `x-request-id`
/// @param creditNs when the generator issued the request, or [#UNKNOWN]
/// @param ackNs when the response head came, or [#UNKNOWN]
/// @param endNs the last thing received; equal to the start where nothing was
/// @param gapsNs gaps between output chunks; null where the record has none
/// @param failure null for a success
/// @param http transport stamps, where they were exported
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record AiperfRow(
        String id,
        long creditNs,
        long startNs,
        long ackNs,
        long endNs,
        double @Nullable [] gapsNs,
        Outcome.@Nullable Failed failure,
        @Nullable AiperfHttp http) {
    static final long UNKNOWN = -1;
}
