package dev.goodput.server.fault;

/// Faults that come together, and when.
///
/// @param share of the requests that have them, 0 to 1
/// @param fromNs from here on the server's clock, 0 being its start; with `periodNs` within each period
/// @param toNs to here, exclusive; `Long.MAX_VALUE` for ever
/// @param periodNs the clock begins anew so often, 0 for never
/// @param everyRequests only each n-th request, 1 for all
record FaultRule(Faults faults, double share, long fromNs, long toNs, long periodNs, long everyRequests) {
    /// Whether it acts by itself instead of on requests: the server pauses in every period.
    boolean isPeriodicPause() {
        return periodNs > 0 && faults.has(FaultWord.PAUSE) && toNs == Long.MAX_VALUE;
    }

    /// Whether a request, or a connection, has the faults.
    ///
    /// @param index how many came before
    /// @param rank drawn for it, 0 to below 1
    boolean applies(long index, long nowNs, double rank) {
        long clockNs = periodNs > 0 ? nowNs % periodNs : nowNs;
        return !isPeriodicPause()
                && rank < share
                && clockNs >= fromNs
                && clockNs < toNs
                && index % everyRequests == everyRequests - 1;
    }
}
