package dev.goodput.load;

import dev.goodput.core.stat.Mixing;
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
        return round == 0 ? seed : Mixing.mix(Mixing.mix(seed ^ Mixing.mix(ROUNDS)) + round);
    }

    static SplittableRandom stream(long seed, long purpose, long index) {
        return new SplittableRandom(Mixing.mix(Mixing.mix(seed ^ Mixing.mix(purpose)) + index));
    }
}
