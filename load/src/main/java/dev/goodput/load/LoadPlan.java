package dev.goodput.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Everything that decides what a run does. The same plan draws the same requests at the same times.
///
/// @param maxRequests requests in all; 0 for no limit
/// @param duration no request starts after it (those in flight are waited for); null for no limit
/// @param drain how long to wait for what is in flight after [LoadGenerator#stop()]
/// @param seed what prompts, lengths, arrivals and request ids are drawn from
/// @param ignoreEos asks for outputs of exactly the length wanted (`ignore_eos`); some servers refuse the field
public record LoadPlan(
        Target target,
        Lengths lengths,
        Arrivals arrivals,
        long maxRequests,
        @Nullable Duration duration,
        Deadlines deadlines,
        Duration drain,
        long seed,
        boolean ignoreEos) {
    public LoadPlan {
        if (maxRequests < 0) {
            throw new IllegalArgumentException("requests must be at least 0 (no limit), not " + maxRequests);
        }
        if (duration != null && !duration.isPositive()) {
            throw new IllegalArgumentException("duration must be positive");
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain must not be negative");
        }
    }

    /// The same load drawn anew.
    LoadPlan withSeed(long newSeed) {
        return new LoadPlan(target, lengths, arrivals, maxRequests, duration, deadlines, drain, newSeed, ignoreEos);
    }

    /// The same load for so many requests.
    LoadPlan withRequests(long requests) {
        return new LoadPlan(target, lengths, arrivals, requests, null, deadlines, drain, seed, ignoreEos);
    }
}
