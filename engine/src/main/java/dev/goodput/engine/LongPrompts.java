package dev.goodput.engine;

import java.util.random.RandomGenerator;

/// The long prompts that another tenant sends to a shared engine: what makes a degraded server degraded.
///
/// Every few seconds one arrives, a long one (about 24,000 tokens) and a very long one (about 41,000) in turn. With the
/// default profile's 50 µs a token they hold the engine for about 1.2 s and 2.05 s. Sizes and distances were tuned on
/// the demo's workload (30 requests/s for 20 s, about 800 prompt and 150 output tokens, 7 ms a token): mean TPOT rises
/// to
/// about 9 ms only (8.3 to 9.7 ms for 95 % of seeds), while the requests that a stall hits, nearly one in five, pay 8
/// ms
/// or 14 ms a token for it, and those that arrive during one wait for their first token.
final class LongPrompts {
    private static final int LONG_TOKENS = 24_000;
    private static final int VERY_LONG_TOKENS = 41_000;
    /// Either way, uniform.
    private static final int JITTER_TOKENS = 500;

    private static final long FIRST_GAP_NS = 2_000_000_000L;
    private static final long GAP_NS = 4_200_000_000L;
    /// Either way, uniform.
    private static final long GAP_JITTER_NS = 200_000_000L;

    private final RandomGenerator random;
    private int sent;

    LongPrompts(long seed) {
        this.random = RandomStream.LONG_PROMPTS.from(seed);
    }

    /// Working time of the engine until the next one.
    long nextGapNs() {
        long meanNs = sent == 0 ? FIRST_GAP_NS : GAP_NS;
        return meanNs + random.nextLong(-GAP_JITTER_NS, GAP_JITTER_NS + 1);
    }

    /// Its length.
    int nextTokens() {
        int tokens = sent % 2 == 0 ? LONG_TOKENS : VERY_LONG_TOKENS;
        sent++;
        return tokens + random.nextInt(-JITTER_TOKENS, JITTER_TOKENS + 1);
    }
}
