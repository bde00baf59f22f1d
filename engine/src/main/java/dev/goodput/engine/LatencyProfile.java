package dev.goodput.engine;

import java.util.List;

/// The latency of an endpoint, declared as distributions instead of measured.
///
/// A request waits in the queue (exponential), its prompt is prefilled (a fixed time per prompt token), which gives the
/// first output token, and each further token follows after a decode gap (normal, cut off at a floor), some of them
/// slowed by a tail spike. All draws are independent of each other and of what other requests do.
///
/// @param name how reports call it
/// @param arrivalsPerSecond mean rate of the Poisson arrivals of a simulation; a live server has its own callers
/// @param queueMeanNs mean of the exponential queue wait, 0 for none
/// @param prefillPerTokenNs prefill time of one prompt token, at least 1
/// @param promptTokens prompt lengths and how often they occur
/// @param outputTokens output lengths
public record LatencyProfile(
        String name,
        double arrivalsPerSecond,
        long queueMeanNs,
        long prefillPerTokenNs,
        List<PromptLength> promptTokens,
        Decode decode,
        TailSpikes tailSpikes,
        OutputLengths outputTokens) {

    /// One prompt length of the mix.
    ///
    /// @param tokens at least 1
    /// @param share of the requests that have it, above 0; the shares of a mix add up to 1
    public record PromptLength(int tokens, double share) {
        public PromptLength {
            require(tokens >= 1, "a prompt has at least one token");
            require(share > 0 && share <= 1, "a share of prompts lies above 0% and at most at 100%");
        }
    }

    /// The time between two output tokens: normal, but never below the floor.
    ///
    /// @param sigma standard deviation as a share of the mean
    public record Decode(long meanNs, double sigma, long floorNs) {
        public Decode {
            require(meanNs >= 1, "the mean decode gap must be positive");
            require(sigma >= 0 && sigma <= 1, "sigma of the decode gap lies between 0% and 100%");
            require(floorNs >= 0 && floorNs <= meanNs, "the floor of the decode gap lies between 0 and its mean");
        }
    }

    /// Tokens that take longer than the others: a co-tenant's burst, a preemption, a slow collective.
    ///
    /// @param share of the decode gaps that are slowed, 0 to 1
    /// @param minFactor a slowed gap is multiplied by a uniform factor from here, at least 1
    /// @param maxFactor to here
    public record TailSpikes(double share, double minFactor, double maxFactor) {
        public TailSpikes {
            require(share >= 0 && share <= 1, "the share of tail spikes lies between 0% and 100%");
            require(minFactor >= 1 && maxFactor >= minFactor, "tail spikes slow by a factor of at least 1");
        }
    }

    /// Output lengths, uniform between two bounds, both included.
    public record OutputLengths(int min, int max) {
        public OutputLengths {
            require(min >= 1 && max >= min, "output lengths run from at least 1 token upwards");
        }
    }

    /// Shares are written as decimal per cent, whose sum may miss 1 by rounding.
    private static final double SHARE_SUM_TOLERANCE = 1e-9;

    public LatencyProfile {
        promptTokens = wholeMix(promptTokens);
        require(
                arrivalsPerSecond > 0 && arrivalsPerSecond <= 1e6,
                "arrivals must lie above 0 and at most at 1000000/s");
        require(queueMeanNs >= 0, "the mean queue wait must not be negative");
        require(prefillPerTokenNs >= 1, "the prefill time of a token must be positive");
    }

    /// The lengths, if their shares make a whole.
    static List<PromptLength> wholeMix(List<PromptLength> lengths) {
        double sum = lengths.stream().mapToDouble(PromptLength::share).sum();
        require(Math.abs(sum - 1) < SHARE_SUM_TOLERANCE, "the shares of the prompt lengths must add up to 100%");
        return List.copyOf(lengths);
    }

    /// This profile with another share of slowed tokens, 0 to 1. For one seed, the tokens that a smaller share slows
    /// are
    /// among those that a larger one slows, and nothing else changes.
    public LatencyProfile withTailSpikes(double share) {
        return new LatencyProfile(
                name,
                arrivalsPerSecond,
                queueMeanNs,
                prefillPerTokenNs,
                promptTokens,
                decode,
                new TailSpikes(share, tailSpikes.minFactor, tailSpikes.maxFactor),
                outputTokens);
    }

    /// Time to prefill a prompt of so many tokens.
    public long prefillNs(int tokens) {
        return prefillPerTokenNs * tokens;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
