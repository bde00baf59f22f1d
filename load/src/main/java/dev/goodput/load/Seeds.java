package dev.goodput.load;

import java.util.SplittableRandom;

/// Independent random streams out of one seed, so that what request 7 asks for depends on nothing but the seed
/// and
/// 7.
final class Seeds {
    static final long LENGTHS = 1;
    static final long WORDS = 2;
    static final long IDS = 3;
    static final long ARRIVALS = 4;
    static final long WARM_UP = 5;
    private static final long ROUNDS = 6;

    private Seeds() {}

    /// The seed of a round: the first is drawn from the run's own, so that a run of one round is the plain run.
    static long ofRound(long seed, int round) {
        return round == 0 ? seed : mix(mix(seed ^ mix(ROUNDS)) + round);
    }

    static SplittableRandom stream(long seed, long purpose, long index) {
        return new SplittableRandom(mix(mix(seed ^ mix(purpose)) + index));
    }

    /// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    /// 2014).
    static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
