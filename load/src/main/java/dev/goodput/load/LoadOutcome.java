package dev.goodput.load;

import dev.goodput.core.trace.ClientHealth;
import dev.goodput.load.health.LagHistogram;
import java.time.Instant;
import java.util.List;

/// How a run went, as a whole.
///
/// @param interrupted whether [LoadGenerator#stop()] ended it
/// @param startedAt wall-clock time of the epoch, stamp 0
/// @param scheduledRequests requests that came due; each of them has a trace
/// @param windowNs from the epoch to the end of the last request
/// @param lag how late the heartbeats of the event loops ran, all of them
/// @param remarks what a reader must know, in sentences
public record LoadOutcome(
        boolean interrupted,
        Instant startedAt,
        long scheduledRequests,
        long windowNs,
        ClientHealth health,
        LagHistogram lag,
        List<String> remarks) {}
